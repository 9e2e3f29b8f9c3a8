/** The fields that linked data is built from: types only. */
import type { Representation } from '../../contract/resources/index.ts'
import type { costDetails } from '../../contract/resources/represented-event.ts'
import type { ObjectOf } from '../../contract/shape.ts'

type Event = Representation<'event'>

/** The fields that an event's linked data is built from. Unlike a representation, it always has the details of the cost. */
export interface EventLd
  extends Pick<
    Event,
    | 'url'
    | 'title'
    | 'description'
    | 'excerpt'
    | 'image'
    | 'website'
    | 'all_day'
    | 'start_date'
    | 'end_date'
    | 'utc_start_date'
    | 'utc_end_date'
    | 'timezone'
    | 'tickets'
    | 'event_status'
    | 'previous_start_date'
    | 'attendance_mode'
    | 'online_url'
  > {
  readonly cost_details: Pick<ObjectOf<typeof costDetails>, 'currency_code' | 'values'>
}
