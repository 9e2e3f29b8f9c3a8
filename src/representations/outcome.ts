/** The words for the `event_status` of an event (contract §11). */
import type { EventStatus } from '../contract/resources/fields/event-fields.ts'
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

/** Returns the title after the label of its status, for places that show only text. */
export function labelledTitle(title: string, status: EventStatus, word: FindPageText): string {
  const label = eventStatusLabel(status, word)
  return label === undefined ? title : `${label} – ${title}`
}
