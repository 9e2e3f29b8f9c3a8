/** Dragging with a mouse, a pen or a finger. A finger scrolls, unless it first rests on the event for a moment. */
import { daysBetween } from './days.ts'
import type { TimeShift } from './move.ts'

/** The part of an event that a drag changes: the whole, or its end. */
type Grip = 'move' | 'stretch'

const DAY = 1440
/** The distance in pixels after which a press becomes a drag. */
const THRESHOLD = 5
/** Milliseconds that a finger rests on an event before it drags it. */
const HOLD = 400
/** The distance in pixels that a resting finger may move. */
const REST = 10
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
function changeBetween(from: Place, to: Place, grip: Grip): TimeShift {
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

/** Marks the event that a finger has taken, and keeps the page from scrolling or opening a menu meanwhile. */
function held(grabbed: HTMLElement, signal: AbortSignal): { readonly isHeld: () => boolean } {
  let isHeld = false
  const timer = setTimeout(() => {
    isHeld = true
    grabbed.classList.add('held')
  }, HOLD)
  const stay = (event: Event) => {
    if (isHeld) event.preventDefault()
  }
  grabbed.addEventListener('touchmove', stay, { signal, passive: false })
  addEventListener('contextmenu', (event) => event.preventDefault(), { signal, capture: true })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    grabbed.classList.remove('held')
  })
  return { isHeld: () => isHeld }
}

/** Tracks a pointer from press to release. `drop` is called with the change, unless the pointer did not move. */
export function trackDrag(event: PointerEvent, grip: Grip, drop: (change: TimeShift) => void): void {
  const { clientX, clientY, currentTarget: grabbed, pointerId, pointerType } = event
  const from = placeAt(clientX, clientY)
  if (event.button !== 0 || from === undefined || !(grabbed instanceof HTMLElement)) return
  event.stopPropagation()
  let isDragging = false
  const end = new AbortController()
  const { signal } = end
  const finger = pointerType === 'touch' ? held(grabbed, signal) : undefined
  const stop = () => {
    mark(undefined)
    end.abort()
  }
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    const way = Math.hypot(x - clientX, y - clientY)
    if (finger?.isHeld() === false) return way > REST ? stop() : undefined
    if (!isDragging && way < THRESHOLD) return
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
