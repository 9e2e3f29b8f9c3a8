/** The plain fields of events, in their order in representations. */
import { namesOf } from '../../table-of.ts'
import { type FieldRows, rowsOfPart, type WritableRows, writableFieldNames } from './row.ts'

/** The rows of plain fields that several resources have. */

export const descriptionRow = {
  words: 'The description, as HTML.',
  example: '<p>Fruit, bread and flowers.</p>',
  isCommon: true,
  type: 'html',
  most: 262_144,
  isTranslated: true,
} as const

export const websiteRow = {
  words: 'The full URL of the website, beginning with http://, https://, mailto: or tel:.',
  example: 'https://market.example.org/',
  isCommon: true,
  type: 'web',
} as const

export const showMapRow = {
  words: 'Whether to show a map.',
  example: true,
  isCommon: true,
  type: 'flag',
  byDefault: true,
} as const

export const showMapLinkRow = { ...showMapRow, words: 'Whether to show a link to a map.' } as const

/** Whether an item has an actor of its own on the social web. */
export const followableFlagRow = {
  words:
    'Whether people can follow it on the social web, where the calendar federates. Editors of the site set it.',
  example: true,
  isCommon: true,
  type: 'flag',
  byDefault: false,
  isExtension: true,
} as const

/** The outcomes of an event (contract §11). */
export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** How an event is attended. */
const attendanceModes = ['offline', 'online', 'mixed'] as const
export type AttendanceMode = (typeof attendanceModes)[number]

export const eventFields = {
  description: { ...descriptionRow, searched: 'always', standard: 'DESCRIPTION', isStandard: true },
  excerpt: {
    words: 'A short summary, as HTML.',
    example: 'Every first Tuesday.',
    type: 'html',
    most: 10_000,
    isTranslated: true,
    searched: 'always',
  },
  website: { ...websiteRow, index: { type: 'none', isNull: true }, standard: 'URL' },
  event_status: {
    words:
      'Whether the event takes place as planned: `scheduled`, `cancelled`, `postponed`, `rescheduled` or `moved_online`. The title does not change.',
    example: 'scheduled',
    type: 'choice',
    choices: eventStatuses,
    part: 'outcome',
    isExtension: true,
    isOpen: true,
    filter: {
      words:
        'Only events with one of these: `scheduled`, `cancelled`, `postponed`, `rescheduled`, `moved_online`. By default all.',
      example: ['scheduled', 'rescheduled'],
      isExtension: true,
    },
  },
  previous_start_date: {
    words: 'The oldest start of a rescheduled event, in its time zone; empty if there is none.',
    type: 'clock',
    part: 'outcome',
    isReadOnly: true,
    isOpen: true,
  },
  attendance_mode: {
    words: 'How the event is attended: `offline`, `online` or `mixed`.',
    example: 'mixed',
    type: 'choice',
    choices: attendanceModes,
    part: 'outcome',
    isExtension: true,
    isOpen: true,
    filter: {
      words: 'Only events attended in one of these ways: `offline`, `online`, `mixed`.',
      example: ['offline', 'mixed'],
      isExtension: true,
    },
  },
  online_url: {
    words: 'The address at which the event takes place online; empty removes it.',
    example: 'https://market.example.org/live',
    type: 'web',
    part: 'outcome',
    isExtension: true,
    standard: 'CONFERENCE',
    isStandard: true,
  },
  status_reason: {
    words:
      'Why the event does not take place as planned, such as a storm: a text that is shown beside its state; empty removes it.',
    example: 'Storm',
    type: 'plain',
    part: 'outcome',
    isExtension: true,
    isOpen: true,
  },
  show_map: showMapRow,
  show_map_link: showMapLinkRow,
  hide_from_listings: {
    words: 'Whether to leave the event out of lists.',
    example: false,
    type: 'flag',
    byDefault: false,
  },
  sticky: {
    words: 'Whether to pin the event to the top of its day in calendar views.',
    example: false,
    type: 'flag',
    byDefault: false,
    filter: {
      words: 'Only events that are pinned (true), or that are not (false).',
      example: false,
      isExtension: true,
    },
  },
  featured: {
    words: 'Whether to highlight the event.',
    example: true,
    type: 'flag',
    byDefault: false,
    filter: { words: 'Only events that are featured (true), or that are not (false).', example: true },
  },
} as const satisfies FieldRows

/** The name of a plain field of events. */
export type EventFieldName = keyof typeof eventFields

/** The fields by the part of a form or an export that has them. */
export const eventFieldsByPart = {
  text: rowsOfPart(eventFields, 'text'),
  main: rowsOfPart(eventFields, 'main'),
  outcome: rowsOfPart(eventFields, 'outcome'),
  flag: rowsOfPart(eventFields, 'flag'),
}

/** The name of a field of events that is true or false. */
export type EventFlagName = keyof (typeof eventFieldsByPart)['flag']
/** The names of the flags, in their order. */
export const eventFlagNames: readonly EventFlagName[] = namesOf(eventFieldsByPart.flag)

/** The fields that args set. */
export type WritableEventFieldName = keyof WritableRows<typeof eventFields>
/** The names of the fields of events that args set, in their order. */
export const writableEventFieldNames: readonly WritableEventFieldName[] = writableFieldNames(eventFields)
