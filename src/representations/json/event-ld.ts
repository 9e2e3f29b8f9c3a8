/** The fields that linked data is built from. */
import {
  type EventFieldName,
  type EventFlagName,
  eventFieldsByPart,
} from '../../contract/resources/fields/event-fields.ts'
import { valuesShownWhileHidden } from '../../contract/resources/fields/values.ts'
import type { Representation } from '../../contract/resources/index.ts'
import type { costDetailShapes } from '../../contract/resources/represented-event.ts'
import type { ObjectOf } from '../../contract/shape.ts'

type Event = Representation<'event'>

/** The fields that an event's linked data is built from. Unlike a representation, it always has the details of the cost. */
export interface EventLdFields
  extends Pick<
    Event,
    | Exclude<EventFieldName, EventFlagName>
    | ('url' | 'title' | 'image' | 'all_day' | 'no_end_time' | 'timezone' | 'tickets')
    | ('start_date' | 'end_date' | 'utc_start_date' | 'utc_end_date')
  > {
  readonly cost_details: Pick<ObjectOf<typeof costDetailShapes>, 'currency_code' | 'values'>
}

const { event_status, attendance_mode, ...unlistedOutcome } = valuesShownWhileHidden(
  eventFieldsByPart.outcome,
)

/** The plain fields that lists on pages do not show, as empty. */
export const emptyValuesOfUnlistedFields = {
  ...valuesShownWhileHidden(eventFieldsByPart.text),
  ...valuesShownWhileHidden(eventFieldsByPart.main),
  ...unlistedOutcome,
}
