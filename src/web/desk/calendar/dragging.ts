import { newEventDraft, setDraftOfNextEvent } from '../events/draft.ts'
import { navigateTo } from '../route.ts'
import { plusMinutes } from '../time/wall.ts'
import { DAY_MINUTES, daysBetween } from './days.ts'
import { type LiveTimes, liveTimesSignal, type TimeShift } from './moving.ts'

// Dragging with a mouse, a pen or a finger. A finger scrolls, unless it first rests on the event for a moment.

/** The distance in pixels after which a press becomes a drag. */
const THRESHOLD = 5
/** Milliseconds that a finger rests on an event before it drags it. */
const HOLD = 400
/** The distance in pixels that a resting finger may move. */
const REST = 10
/** Minutes that a drag in the hour grid snaps to. */
const SNAP_MINUTES = 15

/** A place of the calendar: a day, and minutes from midnight in the hour grid. */
interface DragPlace {
  readonly day: string
  readonly minute: number | undefined
}

/** Returns the place at a point of the window; undefined outside the days. */
function dragPlaceAt(x: number, y: number): DragPlace | undefined {
  const cell = document
    .elementsFromPoint(x, y)
    .find((one) => one instanceof HTMLElement && one.dataset.day !== undefined)
  if (!(cell instanceof HTMLElement)) return undefined
  const { top, height } = cell.getBoundingClientRect()
  const minute = Math.round((((y - top) / height) * DAY_MINUTES) / SNAP_MINUTES) * SNAP_MINUTES
  return { day: cell.dataset.day ?? '', minute: cell.dataset.hours === undefined ? undefined : minute }
}

type Grip = 'move' | 'stretch'

/** Returns the change of an event that is dragged from one place to another. */
export function timeShiftBetween(from: DragPlace, to: DragPlace, grip: Grip): TimeShift {
  const minutes = from.minute === undefined || to.minute === undefined ? 0 : to.minute - from.minute
  const by = daysBetween(from.day, to.day) * DAY_MINUTES + minutes
  return { start: grip === 'move' ? by : 0, end: by }
}

/** Highlights the day below the pointer; none without a position. */
function mark(place: DragPlace | undefined): void {
  for (const one of document.querySelectorAll('[data-target]')) one.removeAttribute('data-target')
  if (place !== undefined)
    for (const one of document.querySelectorAll(`[data-day="${place.day}"]`))
      one.setAttribute('data-target', '')
}

/** Marks what a finger has taken, and keeps the page from scrolling or opening a menu meanwhile. */
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

/** The steps of a drag: `over` for each place that the pointer passes, `drop` at its end. */
interface DragSteps {
  readonly over: (from: DragPlace, to: DragPlace, point: { readonly x: number; readonly y: number }) => void
  readonly drop: (from: DragPlace, to: DragPlace) => void
}

/** Tracks a pointer from press to release. Neither step is called unless the pointer moves; Escape ends the drag without a drop. */
export function trackDrag(event: PointerEvent, { over, drop }: DragSteps): void {
  const { clientX, clientY, currentTarget: grabbed, pointerId, pointerType } = event
  const from = dragPlaceAt(clientX, clientY)
  if (event.button !== 0 || from === undefined || !(grabbed instanceof HTMLElement)) return
  event.stopPropagation()
  let isDragging = false
  const end = new AbortController()
  const { signal } = end
  const finger = pointerType === 'touch' ? held(grabbed, signal) : undefined
  const stop = () => {
    mark(undefined)
    liveTimesSignal.value = undefined
    end.abort()
  }
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    const way = Math.hypot(x - clientX, y - clientY)
    if (finger?.isHeld() === false) return way > REST ? stop() : undefined
    if (!isDragging && way < THRESHOLD) return
    if (!isDragging) grabbed.setPointerCapture(pointerId)
    isDragging = true
    const to = dragPlaceAt(x, y)
    mark(to)
    if (to !== undefined) over(from, to, { x, y })
  }
  const lift = ({ clientX: x, clientY: y }: PointerEvent) => {
    stop()
    const to = dragPlaceAt(x, y)
    if (!isDragging) return
    // The click after the drag would open the event.
    addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', swallow, { capture: true }))
    if (to !== undefined) drop(from, to)
  }
  addEventListener('pointermove', move, { signal })
  addEventListener('pointerup', lift, { signal })
  addEventListener('pointercancel', stop, { signal })
  addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), { signal })
}

function swallow(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

// New events at the place of a click, or of a drag over hours or days.

/** Minutes that a click in the hours begins at multiples of, and that the new event lasts. */
const CLICK = 30
const LENGTH = 60

type NewTimes = Omit<LiveTimes, 'x' | 'y'>

const wallAt = (day: string, minute: number) => plusMinutes(`${day} 00:00:00`, minute)

/** The times of a new event that is drawn between two places: hours where both are in the hour grid, else whole days. */
function drawnTimes(from: DragPlace, to: DragPlace): NewTimes {
  if (from.minute === undefined || to.minute === undefined) {
    const [first = from.day, last = first] = [from.day, to.day].toSorted()
    return { start: wallAt(first, 0), end: wallAt(last, 0), isAllDay: true }
  }
  const [start = '', end = ''] = [wallAt(from.day, from.minute), wallAt(to.day, to.minute)].toSorted()
  return { start, end: end === start ? plusMinutes(start, SNAP_MINUTES) : end, isAllDay: false }
}

function createEventAt({ start, end, isAllDay }: NewTimes): void {
  setDraftOfNextEvent({
    ...newEventDraft(),
    start_date: start,
    end_date: end,
    all_day: isAllDay,
  })
  void navigateTo('/events/new')
}

/** Opens the form of a new event on a day, at the time of day that new events have. */
export function openNewEventOnDay(day: string): void {
  const start = `${day}${newEventDraft().start_date.slice(10)}`
  createEventAt({ start, end: plusMinutes(start, 2 * LENGTH), isAllDay: false })
}

/** Opens the form of a new event where a day or an hour was clicked. A click on an event in it is not meant. */
export function openNewEventByClick(clicked: MouseEvent): void {
  if (clicked.target !== clicked.currentTarget) return
  const place = dragPlaceAt(clicked.clientX, clicked.clientY)
  if (place === undefined) return
  if (place.minute === undefined) {
    openNewEventOnDay(place.day)
    return
  }
  const minute = Math.min(Math.floor(place.minute / CLICK) * CLICK, DAY_MINUTES - LENGTH)
  createEventAt({
    start: wallAt(place.day, minute),
    end: wallAt(place.day, minute + LENGTH),
    isAllDay: false,
  })
}

/** Draws a new event from a press to a release with a mouse or a pen; a finger scrolls. */
export function drawNewEventByDrag(pressed: PointerEvent): void {
  if (pressed.target !== pressed.currentTarget || pressed.pointerType === 'touch') return
  trackDrag(pressed, {
    over: (from, to, point) => {
      liveTimesSignal.value = { ...drawnTimes(from, to), ...point }
    },
    drop: (from, to) => createEventAt(drawnTimes(from, to)),
  })
}
