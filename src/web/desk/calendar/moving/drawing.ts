/** New events at the place of a click, or of a drag over hours or days. */
import { newEventDraft } from '../../events/draft.ts'
import { setDraftOfNextEvent } from '../../events/first-draft.ts'
import { navigateTo } from '../../route.ts'
import { plusMinutes } from '../../time/wall.ts'
import { DAY_MINUTES } from '../days.ts'
import { type DragPlace, dragPlaceAt, SNAP_MINUTES, trackDrag } from './dragging.ts'
import { type LiveTimes, liveTimesSignal } from './live.ts'

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

/** Opens the form of a new event with its times. */
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
