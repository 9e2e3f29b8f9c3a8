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

/** The beginning of the keys of everything imported from calendars. */
const FROM_CALENDAR = 'ics-from:'

/** The beginning of the keys of everything imported from the file or address of that name. */
export const importKeyPrefix = (name: string): string => `${FROM_CALENDAR}${sha256Base64Url(name)}:`

/** The beginning of the key with the status that an import gave an event or a series; the status follows. */
export const givenStatusPrefix = (resource: 'event' | 'series', id: number): string =>
  `given-status:${resource}:${id}:`
