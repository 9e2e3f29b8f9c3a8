/** Status, place and online address of an event in words. */
import type { EventStatus } from '../contract/resources/fields/event-fields.ts'
import type { Representation } from '../contract/resources/index.ts'
import { stateProvince } from '../domain/places.ts'
import { isSoldOut } from '../domain/tickets.ts'
import type { RecordAndItsImage, VenueRecord } from '../store/store.ts'
import type { FindPageText } from '../words/index.ts'

// The words for the `event_status` of an event (contract §11).

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

// The location of an event in one line.

function placeOf({ record }: RecordAndItsImage<VenueRecord>): string {
  const { name, address, city, zip, country } = record
  const region = record.stateprovince ?? stateProvince(record)
  return [name, address, [zip, city].filter((part) => part !== '').join(' '), region, country]
    .filter((part) => part !== '')
    .join(', ')
}

/** Returns the venues with their addresses, or "" if there are none. */
export function locationTextOfVenues(venues: readonly RecordAndItsImage<VenueRecord>[]): string {
  return venues.map(placeOf).join('; ')
}

// The address at which an event takes place online.

type Event = Representation<'event'>

/** The part of an event that says whether, and where, it takes place online. */
export type OnlineEvent = Pick<Event, 'online_url' | 'attendance_mode'>

/** Returns the address if a browser opens it; undefined for none, or one such as `tel:`. */
export const onlineWebAddress = ({ online_url }: Pick<Event, 'online_url'>): string | undefined =>
  /^https?:/i.test(online_url) ? online_url : undefined

/** Returns the address of an event that is not on site alone; "" for none. */
export const addressOfAttendedOnline = ({ online_url, attendance_mode }: OnlineEvent): string =>
  attendance_mode === 'offline' ? '' : online_url

/** Returns the website of an event; "" where it is the address at which the event takes place online. */
export const websiteBesidesOnlineUrl = ({ website, online_url }: Event): string =>
  website === online_url ? '' : website
