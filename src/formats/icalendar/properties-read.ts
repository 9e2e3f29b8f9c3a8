/** The properties of a VEVENT that an import reads. The others are noted. */
import { because, type RefusalReason } from '../../problem.ts'
import { fastiPropertyNames } from './extras.ts'

/** Properties with the address of an online event. */
export const meetingUrlProperties = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL']

/** The names of the properties that an import reads. */
export const propertiesRead = [
  'UID',
  'DTSTAMP',
  'CREATED',
  'LAST-MODIFIED',
  'SEQUENCE',
  'RECURRENCE-ID',
  'RRULE',
  'RDATE',
  'EXDATE',
  'DTSTART',
  'DTEND',
  'DURATION',
  'SUMMARY',
  'DESCRIPTION',
  'LOCATION',
  'GEO',
  'ORGANIZER',
  'CATEGORIES',
  'URL',
  'STATUS',
  'CLASS',
  'X-FASTI-TIMEZONE',
  'X-FASTI-LINES',
  'X-APPLE-STRUCTURED-LOCATION',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'X-ALT-DESC',
  ...meetingUrlProperties,
  ...fastiPropertyNames,
]

/** Parts of calendars that people know by other names than those in the file. */
const knownParts = new Map([
  ['VALARM', because('reminders_left_out')],
  ['ATTENDEE', because('attendees_left_out')],
  ['ATTACH', because('attachments_left_out')],
  ['VTODO', because('tasks_left_out')],
  ['VJOURNAL', because('journal_left_out')],
  ['VFREEBUSY', because('busy_times_left_out')],
])

/** Returns the note on a part of a calendar that is not read, such as `VALARM`. */
export const calendarPartLeftOutReason = (part: string): RefusalReason =>
  knownParts.get(part) ?? because('part_left_out', { part })
