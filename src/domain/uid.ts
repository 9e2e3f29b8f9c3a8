/** iCalendar UIDs of events, and of occurrences outside of their series. */
import { sha256Base64Url } from './import-source.ts'

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
