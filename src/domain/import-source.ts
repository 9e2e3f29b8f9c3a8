/** The names by which imports from a file or an address are remembered. */
import { createHash } from 'node:crypto'

/** A text of fixed length that stands for another: its SHA-256, base64url. */
export const sha256Base64Url = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The key that an occurrence was deleted for good: of its series' UID, and where the rule put it. */
export const deletedOccurrenceKey = (uid: string, recurrenceId: string): string =>
  `deleted:${sha256Base64Url(uid)}:${recurrenceId}`

/** The key of a part of a series that was cut off: of the series' UID, and where the first of the part was before it moved. */
export const cutOffPartKey = (uid: string, recurrenceId: string): string =>
  `cut-off:${sha256Base64Url(uid)}:${recurrenceId}`

/** The key that all was deleted for good which people had cut off from a series: of its UID, and where the first of it was. */
export const deletedSeriesRestKey = (uid: string, recurrenceId: string): string =>
  `deleted-rest:${sha256Base64Url(uid)}:${recurrenceId}`

/** The key of an item of another calendar. */
export const importKeyOfGlobalId = (globalId: string): string => `item:${globalId}`

/** The beginning of the keys of everything imported from calendars. */
const FROM_CALENDAR = 'ics-from:'

/** The beginning of the keys of everything imported from the file or address of that name. */
export const importKeyPrefix = (name: string): string => `${FROM_CALENDAR}${sha256Base64Url(name)}:`

/** The beginning of the key with the status that an import gave an event or a series; the status follows. */
export const givenStatusPrefix = (resource: 'event' | 'series', id: number): string =>
  `given-status:${resource}:${id}:`

// iCalendar UIDs of events, and of occurrences outside of their series.

/** The maximum length of an iCalendar UID in characters (RFC 7986 §5.3 advises against longer ones). */
export const LONGEST_UID = 255

/** The stored form of a UID: a digest if it is too long. */
const kept = (uid: string) => (uid.length > LONGEST_UID ? sha256Base64Url(uid) : uid)

/** The stored UID of an occurrence; `recurrence` is "" for the first. */
export const uidOfOccurrence = (uid: string, recurrence: string) =>
  kept(recurrence === '' ? uid : `${recurrence}-${uid}`)

/** The stored UID of an event whose calendar has its UID several times, by its start, or whose UID is taken by one of another host. */
export const uidApart = (uid: string, startOrHost: string) => kept(`${uid}/${startOrHost}`)

/** The UID, as its calendar writes it, of an event that is stored by its start or host. */
export const uidTogether = (uid: string) => uid.replace(/\/[^/]*$/, '')
