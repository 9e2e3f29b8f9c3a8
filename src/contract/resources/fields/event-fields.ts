/** The plain fields of events, in their order in representations. */
import { namesOf } from '../../table-of.ts'
import { type FieldRows, inPart, type Writable, writableNames } from './row.ts'

/** The outcomes of an event (contract §11). */
export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** How an event is attended. */
export const attendanceModes = ['offline', 'online', 'mixed'] as const
export type AttendanceMode = (typeof attendanceModes)[number]

export const eventFields = {
  description: {
    type: 'html',
    most: 262_144,
    isTranslated: true,
    searched: 'always',
    standard: 'DESCRIPTION',
    isStandard: true,
  },
  excerpt: { type: 'html', most: 10_000, isTranslated: true, searched: 'always' },
  website: { type: 'web', index: { type: 'none', isNull: true }, standard: 'URL' },
  event_status: {
    type: 'choice',
    choices: eventStatuses,
    part: 'outcome',
    isExtension: true,
    isOpen: true,
    filter: { isExtension: true },
  },
  /** The oldest start of a rescheduled event, in the event's zone. */
  previous_start_date: { type: 'clock', part: 'outcome', isReadOnly: true, isOpen: true },
  attendance_mode: {
    type: 'choice',
    choices: attendanceModes,
    part: 'outcome',
    isExtension: true,
    isOpen: true,
    filter: { isExtension: true },
  },
  online_url: {
    type: 'web',
    part: 'outcome',
    isExtension: true,
    standard: 'CONFERENCE',
    isStandard: true,
  },
  show_map: { type: 'flag', byDefault: true },
  show_map_link: { type: 'flag', byDefault: true },
  hide_from_listings: { type: 'flag', byDefault: false },
  sticky: { type: 'flag', byDefault: false, filter: { isExtension: true } },
  featured: { type: 'flag', byDefault: false, filter: {} },
} as const satisfies FieldRows

export type EventField = keyof typeof eventFields

/** The fields by the part of a form or an export that has them. */
export const eventParts = {
  text: inPart(eventFields, 'text'),
  main: inPart(eventFields, 'main'),
  outcome: inPart(eventFields, 'outcome'),
  flag: inPart(eventFields, 'flag'),
}

export type EventFlag = keyof (typeof eventParts)['flag']
/** The names of the flags, in their order. */
export const eventFlagNames: readonly EventFlag[] = namesOf(eventParts.flag)

/** The fields that args set. */
export type WritableEventField = keyof Writable<typeof eventFields>
/** Their names, in their order. */
export const writableEventFields: readonly WritableEventField[] = writableNames(eventFields)
