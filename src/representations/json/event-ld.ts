/** The fields that linked data is built from: types only. */
import type { Ticket } from '../../contract/extras.ts'
import type { AttendanceMode, EventStatus } from '../../contract/resources/event-outcome.ts'
import type { Image } from './image.ts'

export interface Named {
  readonly url: string
  readonly description: string
  readonly image: Image | false
  readonly website: string
}

/** The fields that an event's linked data is built from. */
export interface EventLd extends Named {
  readonly title: string
  readonly excerpt: string
  readonly all_day: boolean
  readonly start_date: string
  readonly end_date: string
  readonly utc_start_date: string
  readonly utc_end_date: string
  readonly timezone: string
  readonly cost_details: { readonly currency_code: string; readonly values: readonly string[] }
  readonly tickets: readonly Ticket[]
  readonly event_status: EventStatus
  readonly previous_start_date: string
  readonly attendance_mode: AttendanceMode
  readonly online_url: string
}
