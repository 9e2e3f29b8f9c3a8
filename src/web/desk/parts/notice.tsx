/** Short notices: one at a time, announced to screen readers, with undo if possible. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { t } from '../words/index.ts'

interface Notice {
  readonly text: string
  readonly isFault?: boolean
  readonly undo?: () => void
}

const PLAIN = 6_000
const WITH_UNDO = 20_000

const notice = signal<Notice | undefined>(undefined)

/** Shows `text` at the bottom of the desk, with `undo` for 20 seconds. */
export function notify(text: string, undo?: () => void): void {
  notice.value = { text, ...(undo !== undefined && { undo }) }
}

/** Shows an error until it is dismissed. */
export function showErrorNotice(text: string): void {
  notice.value = { text, isFault: true }
}

/** Runs the undo of the current notice, while it is shown. */
export function undoNow(): void {
  const undo = notice.value?.undo
  dismiss()
  undo?.()
}

const dismiss = () => {
  notice.value = undefined
}

/** Renders the notice. */
export function Notices() {
  const shown = notice.value
  useEffect(() => {
    if (shown === undefined || shown.isFault) return undefined
    // The pressed button may be gone, as with the bar of bulk actions. The heading then keeps the focus in the view.
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('main h1')?.focus()
    const timer = setTimeout(dismiss, shown.undo === undefined ? PLAIN : WITH_UNDO)
    return () => clearTimeout(timer)
  }, [shown])
  const undo = shown?.undo
  return (
    <div class={shown?.isFault ? 'notice fault' : 'notice'} data-shown={shown !== undefined}>
      <p role="status">{shown?.text}</p>
      {undo && (
        <button type="button" onClick={undoNow}>
          {t('undo')}
        </button>
      )}
      {shown && (
        <button type="button" class="quiet" onClick={dismiss}>
          {t('dismiss')}
        </button>
      )}
    </div>
  )
}
