/** Short notices: one at a time, announced to screen readers, with undo if possible. */
import { signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { faultMessage } from '../api/faults.ts'
import { t } from '../words/index.ts'
import { Button } from './button.tsx'
import { OuterLink } from './link.tsx'

interface Notice {
  readonly text: string
  readonly isFault?: boolean
  readonly undo?: (() => void) | undefined
  /** The address of the page that it tells of. */
  readonly page?: string | undefined
}

const PLAIN = 6_000
const WITH_UNDO = 20_000

const notice = signal<Notice | undefined>(undefined)
/** The last act that can be undone, until the next one. */
const lastAct = signal<Notice | undefined>(undefined)

/** Shows `text` at the bottom of the desk, with `undo` for 20 seconds; until the next act, a key and lists offer it too. */
export function notify(text: string, undo?: () => void, page?: string): void {
  notice.value = { text, undo, page }
  lastAct.value = undo && notice.value
}

export function showErrorNotice(text: string): void {
  notice.value = { text, isFault: true }
}

export const showFault = (error: unknown): void => showErrorNotice(faultMessage(error))

/** Waits for an act, and calls `after` once it is done; a failure is shown. Returns whether it was done. */
export const followAct = (act: Promise<unknown>, after: () => void): Promise<boolean> =>
  act.then(
    () => {
      after()
      return true
    },
    (error: unknown) => {
      showFault(error)
      return false
    },
  )

/** Waits for an act, says that it is done and calls `after`; a failure is shown. Returns whether it was done. */
export const tellWhenDone = (act: Promise<unknown>, said: string, after: () => void): Promise<boolean> =>
  followAct(act, () => {
    notify(said)
    after()
  })

/** Returns whether an act runs, and the function that runs one; a failure is shown. */
export function useBusyAct() {
  const [isBusy, setBusy] = useState(false)
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    await act().catch(showFault)
    setBusy(false)
  }
  return [isBusy, run] as const
}

/** Undoes the last act. It can be undone once. */
export function undoLastAct(): void {
  const undo = lastAct.value?.undo
  lastAct.value = undefined
  dismiss()
  undo?.()
}

/** The last act that can be undone, as text. */
export const readTextOfUndoableAct = (): string | undefined => lastAct.value?.text

/** The last act with its undo, once the notice of it is gone. */
export function LastAct() {
  const text = readTextOfUndoableAct()
  if (text === undefined || notice.value !== undefined) return null
  return (
    <p class="last-act">
      {text} <Button class="quiet" onClick={undoLastAct} label={t('undo')} />
    </p>
  )
}

const dismiss = () => {
  notice.value = undefined
}

/** From the edge of the window, and from the bar. */
const GAP = 16

/** Keeps the notice above the bar with the buttons of the view, which may stand anywhere, so that it covers none of them. */
function usePlaceAboveBar(shown: Notice | undefined) {
  const own = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (shown === undefined) return undefined
    const place = () => {
      const bar = document.querySelector('.savebar, .decide, .bulk')?.getBoundingClientRect()
      if (own.current === null) return
      const top = innerHeight - 2 * GAP - own.current.offsetHeight
      const isInWay = bar !== undefined && bar.bottom > top && bar.top < innerHeight
      own.current.style.insetBlockEnd = `${isInWay ? innerHeight - bar.top + GAP : GAP}px`
    }
    // It begins with a call. What was saved may change the height of the view.
    const following = new ResizeObserver(place)
    following.observe(document.documentElement)
    for (const kind of ['scroll', 'resize']) addEventListener(kind, place)
    return () => {
      following.disconnect()
      for (const kind of ['scroll', 'resize']) removeEventListener(kind, place)
    }
  }, [shown])
  return own
}

export function CurrentNotice() {
  const shown = notice.value
  const own = usePlaceAboveBar(shown)
  useEffect(() => {
    if (shown === undefined || shown.isFault) return undefined
    const timer = setTimeout(dismiss, shown.undo === undefined ? PLAIN : WITH_UNDO)
    return () => clearTimeout(timer)
  }, [shown])
  const undo = shown?.undo
  return (
    <div ref={own} class={shown?.isFault ? 'notice fault' : 'notice'} data-shown={shown !== undefined}>
      <p role="status">
        {shown?.text} {shown?.page && <OuterLink href={shown.page} label={t('view')} />}
      </p>
      {undo && <Button onClick={undoLastAct} label={t('undo')} />}
      {shown && <Button class="quiet" onClick={dismiss} label={t('dismiss')} />}
    </div>
  )
}
