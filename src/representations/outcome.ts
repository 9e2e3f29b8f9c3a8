/** The words for the `event_status` of an event (contract §11). */
import type { EventStatus } from '../contract/resources/fields/event-fields.ts'
import type { Representation } from '../contract/resources/index.ts'
import type { FindPageText } from '../words/index.ts'

const labels = {
  cancelled: 'event_status.cancelled',
  postponed: 'event_status.postponed',
  rescheduled: 'event_status.rescheduled',
  moved_online: 'event_status.moved_online',
} as const

/** Returns the label of a status, such as "Cancelled"; undefined for a scheduled event. */
export function eventStatusLabel(status: EventStatus, word: FindPageText): string | undefined {
  return status === 'scheduled' ? undefined : word(labels[status])
}

/** What the labels of an event depend on. */
type LabelledEvent = Pick<Representation<'event'>, 'event_status' | 'tickets'>

/** Returns whether nobody can get in any more: all tickets are sold, and the event takes place. */
export const isSoldOut = ({ tickets, event_status }: LabelledEvent): boolean =>
  event_status !== 'cancelled' &&
  tickets.length > 0 &&
  tickets.every(({ availability }) => availability === 'sold_out')

/** Returns the labels that precede a title, such as “Cancelled” and “Sold out”. */
export function eventLabels(event: LabelledEvent, word: FindPageText): readonly string[] {
  const label = eventStatusLabel(event.event_status, word)
  return [...(label === undefined ? [] : [label]), ...(isSoldOut(event) ? [word('sold-out')] : [])]
}

/** Returns the title after the label of its status, for places that show only text. */
export function labelledTitle(title: string, status: EventStatus, word: FindPageText): string {
  const label = eventStatusLabel(status, word)
  return label === undefined ? title : `${label} – ${title}`
}
