/** The events of a programme by their days. */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { firstDayOfEvent } from '../dates.ts'
import { eventsSortedByHour } from '../site.ts'

/** The events from one day to another, and how many more there are. */
export interface Programme {
  readonly first: string
  readonly last: string
  readonly events: readonly ListedEvent[]
  readonly left: number
}

/** The events below a heading: those of a day, or those that began before the first day. */
interface ProgrammePart {
  /** Undefined for what began before. */
  readonly day?: string
  readonly events: readonly ListedEvent[]
}

/** Returns the events by the day on which they begin, and by their hours: paper shows no pins. What began before the first day comes last. */
export function programmeParts({ first, events }: Programme): readonly ProgrammePart[] {
  const running = events.filter((event) => firstDayOfEvent(event) < first)
  const days = [...new Set(events.map(firstDayOfEvent))].filter((day) => day >= first).sort()
  const ofDay = (day: string) =>
    eventsSortedByHour(
      day,
      events.filter((event) => firstDayOfEvent(event) === day),
    )
  return [
    ...days.map((day) => ({ day, events: ofDay(day) })),
    ...(running.length > 0 ? [{ events: running }] : []),
  ]
}
