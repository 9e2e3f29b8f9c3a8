/** The properties of a VEVENT that an import reads. The others are noted. */
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
  'X-APPLE-STRUCTURED-LOCATION',
  'X-MICROSOFT-CDO-ALLDAYEVENT',
  'X-ALT-DESC',
  ...meetingUrlProperties,
  ...fastiPropertyNames,
]
