/** What became of an event, and how it is attended (contract §11). */
import { extension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'

/** The values of `event_status`. The first is the default. */
export const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'rescheduled', 'moved_online'] as const
export type EventStatus = (typeof eventStatuses)[number]

/** The values of `attendance_mode`. The first is the default. */
export const attendanceModes = ['offline', 'online', 'mixed'] as const
export type AttendanceMode = (typeof attendanceModes)[number]

/** The args of create and update. */
export const outcomeArgs = {
  event_status: extension(optional(kind.choice(eventStatuses))),
  attendance_mode: extension(optional(kind.choice(attendanceModes))),
  online_url: extension(optional(kind.web)),
}

/** The args of lists. */
export const outcomeFilterArgs = {
  event_status: extension(optional(kind.choicesOf(eventStatuses))),
  attendance_mode: extension(optional(kind.choicesOf(attendanceModes))),
}
