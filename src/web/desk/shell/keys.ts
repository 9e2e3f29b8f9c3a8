import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { mayCreateEvents } from '../groups/groups.ts'
import { keep, readKept } from '../kept/keep.ts'
import { undoLastAct } from '../parts/notice.tsx'
import { navigateTo } from '../route.ts'
import { t } from '../words/index.ts'

/** Whether a key is typed into a field. Boxes that are ticked take no characters: shortcuts go on working where a click left the focus. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'))

// Keyboard shortcuts of every view. Shortcuts of a single character can be turned off.

const KEPT_AS = 'fasti-desk-keys'

/** Whether shortcuts of a single character are on. */
export const hasShortcutsSignal = signal(readKept(KEPT_AS) !== 'off')

export function setShortcutsOn(on: boolean): void {
  hasShortcutsSignal.value = on
  keep(KEPT_AS, on ? 'on' : 'off')
}

/** The dialogs that keys open in every view. */
type DeskDialog = 'palette' | 'quick' | 'help'

export const openDialogSignal = signal<DeskDialog | undefined>(undefined)

export const openerOf = (dialog: DeskDialog) => () => {
  openDialogSignal.value = dialog
}

/** Closes a dialog, unless another one is open since. */
export function closeDialog(dialog: DeskDialog): void {
  if (openDialogSignal.value === dialog) openDialogSignal.value = undefined
}

const editor = () => document.querySelector('main form.editor')

/** Returns the button that sends a form, unless that can’t be undone. */
const submitButton = (form: Element | null | undefined) =>
  form?.querySelector<HTMLButtonElement>('[type=submit]:not(.danger)')

/** Returns the button that saves: of the form with the focus, else of the dialog on top, else of the edited item. */
function saveButton(): HTMLButtonElement | null | undefined {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  return submitButton(document.activeElement?.closest('form') ?? dialog ?? editor())
}

function search(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  if (field === null) void navigateTo('/events')
  else field.focus()
}

const single: Readonly<Record<string, () => void>> = {
  n: () => {
    if (mayCreateEvents()) void navigateTo('/events/new')
  },
  '/': search,
  s: () => submitButton(editor())?.click(),
  q: () => {
    if (mayCreateEvents()) openDialogSignal.value = 'quick'
  },
  u: undoLastAct,
  '?': openerOf('help'),
}

/** Does what the key of a shortcut does, outside of fields and dialogs, unless something else took the key. */
function actOn(event: KeyboardEvent, acts: Readonly<Record<string, () => void>>): void {
  const act = acts[event.key]
  const isOther = event.ctrlKey || event.metaKey || event.altKey || isTyping(event)
  if (act === undefined || isOther || event.defaultPrevented || !hasShortcutsSignal.value) return
  if (document.querySelector('dialog[open]') !== null) return
  event.preventDefault()
  act()
}

addEventListener('keydown', (event) => {
  // Views may mean something else by Enter.
  const isSavingKey = event.key.toLowerCase() === 's' || (event.key === 'Enter' && !event.defaultPrevented)
  const isSaving = (event.ctrlKey || event.metaKey) && isSavingKey
  const button = isSaving ? saveButton() : undefined
  if (button) {
    event.preventDefault()
    button.click()
    return
  }
  // The keys of a view come first.
  actOn(event, single)
})

// The key that opens the command palette.

addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
  // In rich text, the keys make a link.
  if (event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
  event.preventDefault()
  openDialogSignal.value = 'palette'
})

/** Letters that are typed after a key has opened a dialog, and before its field is there: the field begins with them. */
let letters = ''

/** Keeps the letters typed while `isAwaited` says so, before any shortcut takes them. Escape calls `giveUp`. */
export function keepTypedLetters(isAwaited: () => boolean, giveUp: () => void): void {
  const keep = (event: KeyboardEvent) => {
    const isKept = [...event.key].length === 1 || event.key === 'Escape'
    if (event.ctrlKey || event.metaKey || event.altKey || !isKept || !isAwaited()) return
    if (event.key === 'Escape') giveUp()
    else letters += event.key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('keydown', keep, true)
}

/** Returns the letters that were kept, once. */
export function takeTypedLetters(): string {
  const taken = letters
  letters = ''
  return taken
}

// Single-character shortcuts of one view. The setting that turns off shortcuts applies to them, too.

/** Keys, and what they do: `j k` are two of them, `Shift+x` is both at once. */
export type KeyLine = readonly [keys: string, meaning: string]

const shownLines = new Set<{ readonly current: readonly KeyLine[] }>()

/** Returns the keys of the view that is shown. Several lists in it have the same ones. */
export const keyLinesOfCurrentView = (): readonly KeyLine[] => [
  ...new Map([...shownLines].flatMap(({ current }) => current)),
]

/**
 * Calls the function of a key pressed outside fields and dialogs, and tells the help what the keys do. Escape leaves a field, so that
 * shortcuts work again.
 */
export function useShortcutKeys(keys: Readonly<Record<string, () => void>>, lines: readonly KeyLine[]): void {
  const current = useRef(keys)
  current.current = keys
  const ownLines = useRef(lines)
  ownLines.current = lines
  // From the moment on that the view is seen: otherwise the key would be one of every view.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isTyping(event) && event.target instanceof HTMLElement)
        event.target.blur()
      // Of several lists in a view, one takes the key.
      actOn(event, current.current)
    }
    document.addEventListener('keydown', press)
    shownLines.add(ownLines)
    return () => {
      document.removeEventListener('keydown', press)
      shownLines.delete(ownLines)
    }
  }, [])
}

// The acts of the view that is shown: the palette offers them by their names, and a key does each of those that have one.

export interface PaletteActOfView {
  readonly label: string
  readonly run: () => void
  /** The character that does it outside of fields. */
  readonly key?: string
  /** Whether the palette offers it for typed letters alone, since there are many of its kind. */
  readonly isOneOfMany?: boolean
}

type CurrentActs = () => readonly PaletteActOfView[]

const shown = new Set<CurrentActs>()
/** Counts the changes of these acts: some come and go while the palette is open. */
const turn = signal(0)

export function listActsOfCurrentView(): readonly PaletteActOfView[] {
  turn.value
  return [...shown].flatMap((current) => current())
}

/** Offers acts while a part of a view is shown. */
export function useViewActs(acts: readonly PaletteActOfView[]): void {
  const current = useRef(acts)
  current.current = acts
  useLayoutEffect(() => {
    const own = () => current.current
    shown.add(own)
    return () => {
      shown.delete(own)
      turn.value += 1
    }
  }, [])
  useLayoutEffect(() => {
    turn.value += 1
  }, [acts.map(({ label }) => label).join()])
  const withKeys = acts.flatMap(({ key, ...act }) => (key === undefined ? [] : [{ key, ...act }]))
  useShortcutKeys(
    Object.fromEntries(withKeys.map(({ key, run }) => [key, run])),
    withKeys.map(({ key, label }) => [key, label]),
  )
}

// The keys of lists: `j` and `k` go through the rows, `x` chooses the one with the focus, with Shift those up to it, and `a` all of them.

const ROWS = '.events tbody tr:not(.day), .lines .line'
const TICK = 'input[type=checkbox]'

const rowOf = (element: Element | null) => element?.closest(ROWS)

/** The place of the row that had the focus last, from which a list that has lost rows goes on. */
let last = 0

function go(by: 1 | -1): void {
  const all = [...document.querySelectorAll(ROWS)]
  const current = rowOf(document.activeElement)
  const at = current ? all.indexOf(current) + by : Math.min(last, all.length - 1)
  const row = all[at]
  if (row !== undefined) last = at
  const target =
    row?.querySelector<HTMLElement>('th a, .name:is(a, button)') ?? row?.querySelector<HTMLElement>(TICK)
  target?.focus()
}

interface KeyedRows {
  /** Whether rows are chosen. */
  readonly hasTicks: boolean
  /** Whether the rows are events, whose titles and days are changed in the list. */
  readonly hasEvents?: boolean
}

/** Makes the keys work while a list is shown. */
export function useRowKeys({ hasTicks, hasEvents = false }: KeyedRows): void {
  useLayoutEffect(() => {
    last = 0
  }, [])
  const press =
    (inRow: string, shiftKey = false) =>
    () =>
      rowOf(document.activeElement)
        ?.querySelector(inRow)
        ?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
  useShortcutKeys(
    {
      j: () => go(1),
      k: () => go(-1),
      x: press(TICK),
      X: press(TICK, true),
      a: () => document.querySelector<HTMLElement>(`.events thead ${TICK}, .check.all ${TICK}`)?.click(),
      ...(hasEvents && { e: press('th .pen') }),
    },
    [
      ['j k', t('key.rows')],
      ...(hasTicks
        ? ([
            ['x', t('key.row')],
            ['Shift+x', t('key.range')],
            ['a', t('choose-all')],
          ] as const)
        : []),
      ...(hasEvents
        ? ([
            ['e', t('key.edit')],
            ['Shift+← →', t('key.move')],
          ] as const)
        : []),
    ],
  )
}
