/** Dragging with a mouse or a pen. Touch scrolls; phones and keyboards have other ways to move events. */
import { daysBetween } from './days.ts'
import type { Change } from './move.ts'

/** What a drag changes: the whole event, or its end. */
export type Grip = 'move' | 'stretch'

const DAY = 1440
/** The distance in pixels after which a press becomes a drag. */
const THRESHOLD = 5
/** Minutes that a drag in the hour grid snaps to. */
const SNAP = 15

interface Place {
  readonly day: string
  /** Minutes from midnight, in the hour grid. */
  readonly minute: number | undefined
}

function placeAt(x: number, y: number): Place | undefined {
  const cell = document
    .elementsFromPoint(x, y)
    .find((one) => one instanceof HTMLElement && one.dataset.day !== undefined)
  if (!(cell instanceof HTMLElement)) return undefined
  const { top, height } = cell.getBoundingClientRect()
  const hours =
    cell.dataset.hours === undefined ? undefined : Math.round((((y - top) / height) * DAY) / SNAP) * SNAP
  return { day: cell.dataset.day ?? '', minute: hours }
}

/** The change between two positions. */
function changeBetween(from: Place, to: Place, grip: Grip): Change {
  const minutes = from.minute === undefined || to.minute === undefined ? 0 : to.minute - from.minute
  const by = daysBetween(from.day, to.day) * DAY + minutes
  return { start: grip === 'move' ? by : 0, end: by }
}

/** Highlights the day below the pointer; none without a position. */
function mark(place: Place | undefined): void {
  for (const one of document.querySelectorAll('[data-target]')) one.removeAttribute('data-target')
  if (place !== undefined)
    for (const one of document.querySelectorAll(`[data-day="${place.day}"]`))
      one.setAttribute('data-target', '')
}

/** Tracks a pointer from press to release. `drop` is called with the change, unless the pointer did not move. */
export function drag(event: PointerEvent, grip: Grip, drop: (change: Change) => void): void {
  const { clientX, clientY, currentTarget: grabbed, pointerId } = event
  const from = placeAt(clientX, clientY)
  if (event.button !== 0 || event.pointerType === 'touch' || from === undefined) return
  if (!(grabbed instanceof HTMLElement)) return
  event.stopPropagation()
  let isDragging = false
  const end = new AbortController()
  const { signal } = end
  const stop = () => {
    mark(undefined)
    end.abort()
  }
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    if (!isDragging && Math.hypot(x - clientX, y - clientY) < THRESHOLD) return
    if (!isDragging) grabbed.setPointerCapture(pointerId)
    isDragging = true
    mark(placeAt(x, y))
  }
  const lift = ({ clientX: x, clientY: y }: PointerEvent) => {
    stop()
    const to = placeAt(x, y)
    if (!isDragging) return
    // The click after the drag would open the event.
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    if (to !== undefined) drop(changeBetween(from, to, grip))
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', lift, { signal })
  addEventListener('pointercancel', stop, { signal })
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
