/** Events as boxes in the hours of a day, side by side where they overlap. */
import { minutesBetween } from '../time/wall.ts'
import { overlapsDays } from './bars.ts'
import { DAY_MINUTES } from './days.ts'
import type { ShownEvent } from './shown.ts'

/** The minutes that the box of an event covers at least. */
const SHORTEST = 30

/** An event in the hours of a day. */
interface EventBox {
  readonly shown: ShownEvent
  /** Minutes from midnight on the wall clock. */
  readonly top: number
  readonly height: number
  /** The lane from the side, of the `lanes` that those have which overlap, and how many lanes it may take. */
  readonly lane: number
  readonly width: number
  readonly lanes: number
}

/** Whether an event is shown above the hours: all-day, or longer than a day. */
export const isShownAboveHours = ({ event, start, end }: ShownEvent): boolean =>
  event.all_day || (minutesBetween(start, end) ?? 0) > DAY_MINUTES

/** Minutes that an event lasts. Where the clock goes back meanwhile, the wall clock tells too few, or less than none. */
function minutesOf({ event, start, end }: ShownEvent): number {
  const onClock = minutesBetween(start, end) ?? 0
  return onClock > 0 ? onClock : (minutesBetween(event.utc_start_date, event.utc_end_date) ?? 0)
}

/** The minutes from midnight at which the box of an event begins on a day, and those that it covers: what is left of a night before. */
export function boxTopAndHeightInMinutes(
  shown: ShownEvent,
  day: string,
): readonly [top: number, height: number] {
  const begins = minutesBetween(`${day} 00:00:00`, shown.start) ?? 0
  const top = Math.max(begins, 0)
  const left = begins + minutesOf(shown) - top
  // A box at the end of a day reaches up, so that it can be seen.
  const height = Math.min(Math.max(left, SHORTEST), DAY_MINUTES - top)
  return height < SHORTEST ? [DAY_MINUTES - SHORTEST, SHORTEST] : [top, height]
}

type Placed = Omit<EventBox, 'width' | 'lanes'>

/** Gives the boxes that overlap, directly or by others, their lanes: each as wide as no other takes the place. */
function widened(group: readonly Placed[]): readonly EventBox[] {
  const lanes = Math.max(...group.map(({ lane }) => lane)) + 1
  const meets = (one: Placed, other: Placed) =>
    one.top < other.top + other.height && other.top < one.top + one.height
  return group.map((box) => {
    const beside = group.filter((other) => other.lane > box.lane && meets(box, other))
    return { ...box, lanes, width: Math.min(lanes, ...beside.map(({ lane }) => lane)) - box.lane }
  })
}

/** Returns the boxes of the events in the hours of a day. */
export function eventBoxes(events: readonly ShownEvent[], day: string): readonly EventBox[] {
  const own = events
    .filter((shown) => !isShownAboveHours(shown) && overlapsDays(shown, day, day))
    .map((shown) => {
      const [top, height] = boxTopAndHeightInMinutes(shown, day)
      return { shown, top, height }
    })
    .toSorted((one, other) => one.top - other.top || other.height - one.height)
  const groups: Placed[][] = []
  let ends: number[] = []
  for (const box of own) {
    if (ends.every((end) => end <= box.top)) {
      groups.push([])
      ends = []
    }
    const free = ends.findIndex((end) => end <= box.top)
    const lane = free === -1 ? ends.length : free
    ends[lane] = box.top + box.height
    groups.at(-1)?.push({ ...box, lane })
  }
  return groups.flatMap(widened)
}
