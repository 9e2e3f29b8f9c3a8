/** The dialogs that keys open in every view: the palette, quick add and the help. No view needs their code before. */
import '../main.tsx'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { foldedText } from '../../../domain/text/letters.ts'
import { ALL_DATES_QUERY_FIELDS, loadEvents } from '../events/list/listed.ts'
import { whenText } from '../events/list/texts.tsx'
import { mayCreateEvents } from '../groups/groups.ts'
import { suggestItems } from '../items/linked.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckField } from '../parts/field.tsx'
import { readTextOfUndoableAct, undoLastAct } from '../parts/notice.tsx'
import { QuickAdd } from '../quick/dialog.tsx'
import { isQuickAddOpenSignal } from '../quick/open.ts'
import { navigateTo } from '../route.ts'
import { t } from '../words/index.ts'
import {
  hasShortcutsSignal,
  isCommandPaletteOpenSignal,
  isHelpOpenSignal,
  listActsOfCurrentView,
  type PaletteActOfView,
  setShortcutsOn,
  takeTypedLetters,
} from './keys.ts'
import { LanguageLinks, shownViews } from './navigation.tsx'

// The commands of the palette that need no answer of the service: the acts of the open view, and the views.

/** Something that the palette does or opens. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly detail?: string
  readonly run: () => void
}

/** Returns the command that opens an address of the desk. */
export const commandToOpen = (id: string, label: string, detail: string): Command => ({
  id,
  label,
  detail,
  run: () => void navigateTo(id),
})

const acting = ({ label, key = '', run }: PaletteActOfView): Command => ({
  id: `act ${label}`,
  label,
  detail: key,
  run,
})

/** The acts and views that the user may use. Those of the view that is open come first. */
export function permittedPaletteCommands(hasText: boolean): readonly Command[] {
  const last = readTextOfUndoableAct()
  const set = (open: { value: boolean }) => () => {
    open.value = true
  }
  return [
    ...(last === undefined ? [] : [{ id: 'undo', label: t('undo'), detail: last, run: undoLastAct }]),
    ...listActsOfCurrentView()
      .filter(({ isOneOfMany = false }) => hasText || !isOneOfMany)
      .map(acting),
    ...(mayCreateEvents()
      ? [
          commandToOpen('/events/new', t('event.new'), 'n'),
          { id: 'quick', label: t('quick'), detail: 'q', run: set(isQuickAddOpenSignal) },
        ]
      : []),
    ...shownViews().map(({ to, label }) => commandToOpen(to, t(label), '')),
    { id: 'help', label: t('help'), detail: '?', run: set(isHelpOpenSignal) },
  ]
}

/** Commands with all words of the text, those that begin with it first. */
export function matchingCommands(commands: readonly Command[], text: string): readonly Command[] {
  const words = foldedText(text).split(/\s+/).filter(Boolean)
  const begins = ({ label }: Command) => foldedText(label).startsWith(words[0] ?? '')
  return commands
    .filter(({ label }) => words.every((word) => foldedText(label).includes(word)))
    .toSorted((one, other) => Number(begins(other)) - Number(begins(one)))
}

// The command palette (Ctrl+K): acts, views, events, places and people by a few letters, without a mouse.

/** Milliseconds after the last key before the service is asked. */
const PAUSE = 150
const MOST = 5

/** Finds events, venues and organizers. */
async function found(text: string): Promise<readonly Command[]> {
  const query = {
    ...ALL_DATES_QUERY_FIELDS,
    search: text,
    search_in: 'title',
    status: 'any',
    collapse: 'series',
  }
  const [events, ...items] = await Promise.all([
    loadEvents({ ...query, orderby: 'relevance', per_page: MOST }),
    suggestItems('venues', text),
    suggestItems('organizers', text),
  ])
  return [
    ...events.body.map((event) => commandToOpen(`/events/${event.id}`, event.title, whenText(event))),
    ...(['venues', 'organizers'] as const).flatMap((name, at) =>
      (items[at] ?? [])
        .slice(0, MOST)
        .map(({ value, label, detail = '' }) =>
          commandToOpen(`/${name}/${value}`, label, [t(name), detail].filter(Boolean).join(' · ')),
        ),
    ),
  ]
}

/** The typed text and the commands for it: own ones at once, those of the service after a pause. Without the service, the own ones stay. */
function useCommands() {
  const [text, setText] = useState(takeTypedLetters)
  const [more, setMore] = useState<readonly Command[]>([])
  useEffect(() => {
    setMore([])
    if (text.trim().length < 2) return undefined
    let isCurrent = true
    const timer = setTimeout(() => {
      found(text.trim()).then(
        (commands) => isCurrent && setMore(commands),
        () => undefined,
      )
    }, PAUSE)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return {
    text,
    setText,
    commands: [...matchingCommands(permittedPaletteCommands(text.trim() !== ''), text), ...more],
  }
}

const close = () => {
  isCommandPaletteOpenSignal.value = false
}

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
          {command.label} {command.detail && <small>{command.detail}</small>}
        </div>
      ))}
    </div>
  )
}

function OpenPalette() {
  const { text, setText, commands } = useCommands()
  const [at, setAt] = useState(0)
  const id = useId()
  const run = (command: Command | undefined) => {
    if (command === undefined) return
    close()
    command.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt((at + step + commands.length) % Math.max(commands.length, 1))
    else if (event.key === 'Enter') run(commands[at])
    else return
    event.preventDefault()
  }
  return (
    <Dialog title={t('palette')} onClose={close} class="palette">
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
          setAt(0)
        }}
        onKeyDown={press}
      />
      <CommandList {...{ id, commands, at, run }} />
      <p role="status" class="hint">
        {commands.length === 0 && t('palette.none')}
      </p>
    </Dialog>
  )
}

/** The palette, while it is open. */
export function CommandPalette() {
  return isCommandPaletteOpenSignal.value ? <OpenPalette /> : null
}

// Help for the keyboard shortcuts.

/** The keys, and the meaning of each. */
const keysOfDesk = () =>
  [
    [t('key.ctrl').replace(/S$/, 'K'), t('palette')],
    ['n', t('event.new')],
    ['q', t('quick')],
    ['/', t('key.search')],
    [t('key.ctrl'), t('save')],
    [t('key.ctrl').replace(/S$/, 'Enter'), t('save')],
    ['s', t('save')],
    ['u', t('key.undo')],
    ['Shift + ← ↑ ↓ →', t('key.move')],
    ['Alt + Shift + ← ↑ ↓ →', t('key.stretch')],
    ['m w d', t('key.views')],
    ['t j k', t('key.days')],
    ['j k', t('key.rows')],
    ['x a e', t('key.row')],
    ['d o c m Del', t('key.chosen')],
    ['← ↑ ↓ →', t('key.group')],
    ['Alt + ↓', t('key.picker')],
    ['Home, End', t('key.end-day')],
    ['Alt + F10', t('key.format')],
    ['?', t('key.help')],
  ] as const

/** The help dialog, while it is open. */
export function Help() {
  if (!isHelpOpenSignal.value) return null
  const close = () => {
    isHelpOpenSignal.value = false
  }
  return (
    <Dialog title={t('help')} onClose={close}>
      <dl class="keys">
        {keysOfDesk().map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <CheckField
        name="keys"
        label={t('key.single')}
        value={hasShortcutsSignal.value}
        onChange={setShortcutsOn}
      />
      <LanguageLinks />
      <div class="actions">
        <button type="button" class="main" onClick={close}>
          {t('close')}
        </button>
      </div>
    </Dialog>
  )
}

/** Those that are open. */
export function LazilyLoadedDialogs() {
  return (
    <>
      <Help />
      <QuickAdd />
      <CommandPalette />
    </>
  )
}
