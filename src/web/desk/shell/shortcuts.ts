/** Keyboard shortcuts of every view. Shortcuts of a single character can be turned off. */
import { signal } from '@preact/signals'
import { mayCreateEvents } from '../groups/may.ts'
import { isTyping } from '../keys/typing.ts'
import { undoLastAct } from '../parts/notice.tsx'
import { isQuickAddOpenSignal } from '../quick/open.ts'
import { navigateTo } from '../route.ts'

const KEPT_AS = 'fasti-desk-keys'

/** Whether shortcuts of a single character are on. */
export const hasShortcutsSignal = signal(localStorage.getItem(KEPT_AS) !== 'off')

/** Turns shortcuts of a single character on or off in this browser. */
export function setShortcutsOn(on: boolean): void {
  hasShortcutsSignal.value = on
  localStorage.setItem(KEPT_AS, on ? 'on' : 'off')
}

/** Whether the help for shortcuts is open. */
export const isHelpOpenSignal = signal(false)

/** The form of the item that is edited in the view. */
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
    if (mayCreateEvents()) isQuickAddOpenSignal.value = true
  },
  u: undoLastAct,
  '?': () => {
    isHelpOpenSignal.value = true
  },
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
  if (event.defaultPrevented) return
  const act = single[event.key]
  const isOther = event.ctrlKey || event.metaKey || event.altKey || isTyping(event)
  if (
    act === undefined ||
    isOther ||
    !hasShortcutsSignal.value ||
    document.querySelector('dialog[open]') !== null
  )
    return
  event.preventDefault()
  act()
})
