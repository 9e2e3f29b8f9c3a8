/** The dialogs that keys open in every view: the palette, quick add and the help. No view needs their code before. */
import { IconButton } from '../parts/button.tsx'
import '../main.tsx'
import { Fragment } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { foldedText } from '../../../domain/text/letters.ts'
import type { DeskIconName } from '../../design/icons.ts'
import { loadList, type QueryFields } from '../api/api.ts'
import { newEventDraft, setDraftOfNextEvent } from '../events/draft.ts'
import { type ListedEvent, NOT_ENDED_QUERY_FIELDS } from '../events/list/listed.ts'
import { whenText } from '../events/list/texts.tsx'
import { mayCreateEvents } from '../groups/groups.ts'
import { suggestItems } from '../items/linked.tsx'
import { CloseRow, Dialog } from '../parts/dialog.tsx'
import { CheckField } from '../parts/field.tsx'
import { Icon } from '../parts/link.tsx'
import { useLoaded } from '../parts/loaded.tsx'
import { readTextOfUndoableAct, undoLastAct } from '../parts/notice.tsx'
import { QuickAdd } from '../quick/dialog.tsx'
import { navigateTo } from '../route.ts'
import type { Suggestion } from '../suggesting/suggestion.ts'
import { todayOfSite } from '../time/wall.ts'
import { type Key, t } from '../words/index.ts'
import {
  closeDialog,
  hasShortcutsSignal,
  type KeyLine,
  keyLinesOfCurrentView,
  listActsOfCurrentView,
  openDialogSignal,
  openerOf,
  type PaletteActOfView,
  setShortcutsOn,
  takeTypedLetters,
} from './keys.ts'
import { shownViews } from './navigation.tsx'

// The commands of the palette that need no answer of the service: the acts of the open view, and the views.

interface Command {
  readonly id: string
  readonly label: string
  readonly icon: DeskIconName
  readonly detail?: string
  /** The key that does it without the palette. */
  readonly key?: string | undefined
  readonly run: () => void
}

/** Returns a command that opens a view by its path. */
const opening = (to: string, command: Omit<Command, 'id' | 'run'>): Command => ({
  ...command,
  id: to,
  run: () => void navigateTo(to),
})

/** Several lists of a view may have the same act, and categories the same name. */
const acting = (
  { label, key, run }: PaletteActOfView,
  at: number,
  all: readonly PaletteActOfView[],
): Command => ({
  id: `act ${label} ${all.slice(0, at).filter((one) => one.label === label).length}`,
  label,
  icon: 'chevron-right',
  key,
  run,
})

/** The acts and views that the user may use. Those of the view that is open come first. */
function permittedPaletteCommands(hasText: boolean): readonly Command[] {
  const last = readTextOfUndoableAct()
  return [
    ...(last === undefined
      ? []
      : [{ id: 'undo', label: t('undo'), icon: 'undo-2' as const, detail: last, run: undoLastAct }]),
    ...listActsOfCurrentView()
      .filter(({ isOneOfMany = false }) => hasText || !isOneOfMany)
      .map(acting),
    ...(mayCreateEvents()
      ? [
          opening('/events/new', { label: t('event.new'), icon: 'plus', key: 'n' }),
          {
            id: 'quick',
            label: t('quick'),
            icon: 'zap' as const,
            key: 'q',
            run: openerOf('quick'),
          },
        ]
      : []),
    ...shownViews().map(({ to, label, icon }) => opening(to, { label: t(label), icon })),
    { id: 'help', label: t('help'), icon: 'keyboard', key: '?', run: openerOf('help') },
  ]
}

/** Commands with all words of the text, those that begin with it first. */
function matchingCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = foldedText(text).split(/\s+/).filter(Boolean)
  const begins = ({ label }: Command) => foldedText(label).startsWith(words[0] ?? '')
  return commands
    .filter(({ label }) => words.every((word) => foldedText(label).includes(word)))
    .toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
}

// The command palette (Ctrl+K): acts, views, events, places and people by a few letters, without a mouse.

/** Milliseconds after the last key before the service is asked. */
const PAUSE = 150
const [MOST, MOST_SOUGHT] = [5, 10]

const soughtFields = [
  'id',
  'title',
  'start_date',
  'end_date',
  'all_day',
  'timezone',
  'timezone_abbr',
  'series',
] as const
type SoughtEvent = Pick<ListedEvent, (typeof soughtFields)[number]>

/** Opens the list of events with these words anywhere in them. */
const searchInEvents = (text: string): Command =>
  opening(`/events?when=ever&q=${encodeURIComponent(text)}`, {
    label: t('palette.search', { text }),
    icon: 'search',
  })

/**
 * Of the events with words in their titles those that come next, then the latest of the others; before all, those of just this title. Each
 * title once, a series as its next date.
 */
async function eventsByTitle(text: string): Promise<readonly Command[]> {
  const search = {
    search: text,
    search_in: 'title',
    status: 'any',
    collapse: 'series',
    per_page: MOST_SOUGHT,
  }
  const load = async (query: QueryFields) =>
    (await loadList<SoughtEvent>('/events', { ...search, ...query }, { fields: soughtFields })).body
  const [coming, past] = await Promise.all([
    // Those with the words before those with parts of words, and then by their start.
    load({ ...NOT_ENDED_QUERY_FIELDS, orderby: 'relevance' }),
    load({ ends_before: 'yesterday', orderby: 'start_date', order: 'desc' }),
  ])
  const isUnderWay = ({ start_date }: SoughtEvent) => Number(start_date < todayOfSite())
  const next = coming.toSorted((one, other) => isUnderWay(one) - isUnderWay(other))
  const isExact = ({ title }: SoughtEvent) => Number(foldedText(title) === foldedText(text))
  const inOrder = [...next, ...past].toSorted((one, other) => isExact(other) - isExact(one))
  const shown = inOrder
    .filter(({ title }, at) => inOrder.findIndex((one) => one.title === title) === at)
    .slice(0, MOST)
  return [
    ...shown.map((event) =>
      opening(`/events/${event.id}`, {
        label: event.title,
        icon: 'calendar',
        detail: [whenText(event), ...(event.series === null ? [] : [t('one.series')])].join(' · '),
      }),
    ),
    ...(inOrder.length > shown.length ? [searchInEvents(text)] : []),
  ]
}

interface Named {
  readonly id: number
  readonly name?: string
  readonly title?: string
  readonly display_name?: string
}

/** Finds items by a part of their names. */
async function namedItems(collection: string, text: string, query: QueryFields = {}) {
  const { body } = await loadList<Named>(`/${collection}`, query)
  const named = body.map(({ id, name, title, display_name }) => {
    return { value: String(id), label: name ?? title ?? display_name ?? '' }
  })
  return named.filter(({ label }) => foldedText(label).includes(foldedText(text)))
}

const searchItems =
  (collection: string, query: QueryFields = {}) =>
  (search: string) =>
    namedItems(collection, search, { search, ...query })

/** What has a view of its own besides events: the path of its list, that of the item before its id, what one is called, and how it is found. */
const otherItems: readonly (readonly [
  list: string,
  item: string,
  one: Key,
  find: (text: string) => Promise<readonly Suggestion[]>,
])[] = [
  ['/venues', '/venues/', 'venue', (text) => suggestItems('venues', text)],
  ['/organizers', '/organizers/', 'organizer', (text) => suggestItems('organizers', text)],
  ['/groups', '/groups/', 'one.group', searchItems('groups')],
  ['/categories', '/categories/', 'category', searchItems('categories', { hide_empty: false })],
  ['/tags', '/tags/', 'one.tag', searchItems('tags', { hide_empty: false })],
  ['/pages', '/pages/', 'one.page', searchItems('pages', { status: 'any' })],
  ['/media', '/media/', 'image', searchItems('media')],
  ['/users', '/users?user=', 'one.user', (text) => namedItems('users', text)],
]

/** What is found in all lists; one that fails leaves out its own. */
async function found(text: string): Promise<readonly Command[]> {
  const views = shownViews()
  const others = otherItems.map(async ([list, item, one, find]) => {
    const view = views.find(({ to }) => to === list)
    const items = view === undefined ? [] : await find(text)
    return items.slice(0, MOST).map(({ value, label, detail = '' }) => {
      const told = [t(one), detail].filter(Boolean).join(' · ')
      return opening(item + value, { label, icon: view?.icon ?? 'list', detail: told })
    })
  })
  const lists = [eventsByTitle(text), ...others].map((list) => list.catch(() => []))
  return (await Promise.all(lists)).flat()
}

/** What one may do with a text that names nothing. */
const offersFor = (text: string): readonly Command[] => [
  searchInEvents(text),
  ...(mayCreateEvents()
    ? [
        {
          id: 'new',
          label: t('palette.new', { text }),
          icon: 'plus' as const,
          run: () => {
            setDraftOfNextEvent({ ...newEventDraft(), title: text })
            void navigateTo('/events/new')
          },
        },
      ]
    : []),
]

/** The typed text and the commands for it: own ones at once, those of the service after a pause. */
function useCommands() {
  const [text, setText] = useState(takeTypedLetters)
  const sought = text.trim().length < 2 ? '' : text.trim()
  const load = async () => ({ sought, commands: sought === '' ? [] : await found(sought) })
  const { value } = useLoaded(load, [sought], PAUSE)
  const own = matchingCommands(permittedPaletteCommands(text.trim() !== ''), text)
  const isAnswered = value?.sought === sought
  const commands = isAnswered ? [...own, ...value.commands] : own
  const isNothing = commands.length === 0 && isAnswered
  return { text, setText, isNothing, commands: isNothing ? offersFor(text.trim()) : commands }
}

const close = () => closeDialog('palette')

interface ListProps {
  readonly id: string
  readonly commands: readonly Command[]
  readonly at: number
  readonly run: (command: Command) => void
}

function CommandList({ id, commands, at, run }: ListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div role="listbox" class="commands" id={id} aria-label={t('palette')} ref={list}>
      {commands.map((command, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field above
        // biome-ignore lint/a11y/useFocusableInteractive: the field above keeps the focus
        <div
          key={command.id}
          role="option"
          id={`${id}-${index}`}
          aria-selected={index === at}
          onClick={() => run(command)}
        >
          <Icon of={command.icon} />
          <span class="label">{command.label}</span> {command.detail && <small>{command.detail}</small>}
          {command.key && <kbd>{command.key}</kbd>}
        </div>
      ))}
    </div>
  )
}

function OpenPalette() {
  const { text, setText, commands, isNothing } = useCommands()
  // Commands come and go while the palette is open: the current one stays, and not its place.
  const [current, setCurrent] = useState<string>()
  const at = Math.max(
    0,
    commands.findIndex((one) => one.id === current),
  )
  useLayoutEffect(() => setCurrent(commands[at]?.id))
  const id = useId()
  /** Whether Enter was pressed before there was anything to run. */
  const isAsked = useRef(false)
  const run = (command: Command | undefined) => {
    isAsked.current = command === undefined
    if (command === undefined) return
    close()
    command.run()
  }
  useLayoutEffect(() => {
    const [first] = commands
    if (!isAsked.current || first === undefined) return
    isAsked.current = false
    // What an act does is seen before it is done.
    if (first.id.startsWith('/')) run(first)
  })
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setCurrent(commands.at((at + step) % commands.length)?.id)
    else if (event.key === 'Enter') run(commands[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('palette')} onClose={close} class="palette">
      <div class="sought">
        <input
          type="text"
          role="combobox"
          aria-label={t('palette.field')}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={commands.length > 0 ? `${id}-${at}` : undefined}
          autocomplete="off"
          placeholder={t('palette.field')}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value)
            setCurrent(undefined)
            isAsked.current = false
          }}
          onKeyDown={press}
        />
        {/* Telephones have no Escape. */}
        <IconButton icon="x" label={t('close')} onClick={close} />
      </div>
      <p role="status" class="hint">
        {isNothing && t('palette.none')}
      </p>
      <CommandList {...{ id, commands, at, run }} />
    </Dialog>
  )
}

/** The keys that work in every view, as far as there is something for them to do. */
function keysOfEveryView(): readonly KeyLine[] {
  const save = t('key.ctrl').replaceAll(' ', '')
  const hasForm = document.querySelector('main form') !== null
  return [
    [save.replace(/S$/, 'K'), t('palette')],
    ...(mayCreateEvents()
      ? ([
          ['n', t('event.new')],
          ['q', t('quick')],
        ] as const)
      : []),
    ['/', t('key.search')],
    ...(hasForm ? ([[`${save} ${save.replace(/S$/, 'Enter')} s`, t('save')]] as const) : []),
    ['u', t('key.undo')],
    ['?', t('key.help')],
  ]
}

/** The keys of the kinds of fields that the view has. */
const keysOfFields = (): readonly KeyLine[] =>
  (
    [
      ['input[type=radio]', '← ↑ ↓ →', 'key.group'],
      [':is(.moment, select)', 'Alt+↓', 'key.picker'],
      ['[name=end_date]', 'Home End', 'key.end-day'],
      ['[contenteditable]', 'Alt+F10', 'key.format'],
    ] as const
  ).flatMap(([field, keys, meaning]) =>
    document.querySelector(`main ${field}`) === null ? [] : [[keys, t(meaning)] as const],
  )

/** Keys beside each other; of those that are pressed at once, a plus stands between. */
const Keys = ({ of }: { readonly of: string }) => (
  <dt>
    {of.split(' ').map((pressed) => (
      <span key={pressed}>
        {pressed.split('+').map((key, at) => (
          <Fragment key={key}>
            {at > 0 && '+'}
            <kbd>{key}</kbd>
          </Fragment>
        ))}
      </span>
    ))}
  </dt>
)

function OpenHelp() {
  const close = () => closeDialog('help')
  const areas = [
    ['help.view', keyLinesOfCurrentView()],
    ['help.everywhere', keysOfEveryView()],
    ['help.fields', keysOfFields()],
  ] as const
  const shown = areas.filter(([, lines]) => lines.length > 0)
  return (
    <Dialog title={t('help')} onClose={close} class={shown.length > 1 ? 'wide' : ''}>
      <div class="areas">
        {shown.map(([area, lines]) => (
          <section key={area}>
            <h3>{t(area)}</h3>
            <dl class="keys">
              {lines.map(([keys, meaning]) => (
                <div key={keys}>
                  <Keys of={keys} />
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <CheckField
        name="keys"
        label={t('key.single')}
        value={hasShortcutsSignal.value}
        onChange={setShortcutsOn}
      />
      <CloseRow close={close} isMain />
    </Dialog>
  )
}

export const LazilyLoadedDialogs = () => (
  <>
    {openDialogSignal.value === 'help' && <OpenHelp />}
    {openDialogSignal.value === 'quick' && <QuickAdd />}
    {openDialogSignal.value === 'palette' && <OpenPalette />}
  </>
)
