/** Occurrences with fields of their own, through a change of their series: the other fields follow the pattern. Pure. */

import type { PureContext } from '../../../api/context.ts'
import { linksThatDiffer } from '../../../contract/links.ts'
import type { EventRecord } from '../../../store/store.ts'
import { eventColumnsFromArgs, previousStartAfterChange } from '../../compose/event.ts'
import { changedValues } from '../../writing/save.ts'
import { ownFieldsOfOccurrence, patternAsEventAt, withInheritedFields } from '../own-fields.ts'
import { type EventWithLinks, isFieldDifferentBetweenEvents } from '../pattern.ts'
import type { occurrenceTimeColumns } from '../times.ts'
import type { SeriesPatternAndRuleChange } from './pattern-change.ts'
import type { UniformChange } from './series-plan.ts'
import { isTranslationOfOneOfFields, patternFieldsSharedWithEvents } from './translated-fields.ts'

/** Where and when an occurrence takes place. */
export type OccurrenceTimes = { readonly id: number } & ReturnType<typeof occurrenceTimeColumns> &
  Pick<EventRecord, 'recurrence_id' | 'previous_start_date'>

/** Returns the times of an event as the columns that are written last, when all places are known. */
function timesOfEvent(event: EventRecord): OccurrenceTimes {
  const { id, recurrence_id, start_date, end_date, start_utc, end_utc, previous_start_date } = event
  return { id, recurrence_id, start_date, end_date, start_utc, end_utc, previous_start_date }
}

/** A change of one occurrence, and its times after it. */
export interface OccurrenceChange {
  readonly change: UniformChange
  readonly times: OccurrenceTimes
}

/** The parts of a change of a pattern that decide what becomes of an exception. */
type PatternChangeForException = Pick<
  SeriesPatternAndRuleChange,
  'fields' | 'isMoved' | 'pattern' | 'rule' | 'newId'
>

const timesAlone = ['start_date', 'end_date'] as const

/** The fields of an exception that the pattern gives after a change. */
function followedFields({ fields, isMoved }: PatternChangeForException, { event }: EventWithLinks) {
  const own = ownFieldsOfOccurrence(event)
  const hasOwnTimes = timesAlone.some((field) => own.includes(field))
  const followed = fields.filter(
    (field) =>
      !own.includes(field) &&
      !isTranslationOfOneOfFields(field, own) &&
      field !== 'start_date' &&
      field !== 'end_date',
  )
  const names = isMoved && !hasOwnTimes ? [...followed, ...timesAlone] : followed
  return event.status === 'trash' ? names.filter((name) => name !== 'status') : names
}

/** Returns what becomes of an exception. `back` are the columns of one that comes back from the trash. */
export function exceptionalOccurrenceChange(
  change: PatternChangeForException,
  of: EventWithLinks,
  back: Partial<EventRecord>,
  context: PureContext,
): OccurrenceChange {
  const place = patternAsEventAt(change.pattern, change.rule, change.newId(of.event.recurrence_id))
  const base = withInheritedFields(of, followedFields(change, of), place)
  const { status, date_utc, date_set, ...derived } = eventColumnsFromArgs({}, base.event, context)
  const event: EventRecord = { ...base.event, ...derived, recurrence_id: place.event.recurrence_id }
  const after = { event, links: base.links }
  const left = ownFieldsOfOccurrence(of.event).filter((field) =>
    isFieldDifferentBetweenEvents(field, after, place),
  )
  const { recurrence_id, start_date, end_date, start_utc, end_utc, previous_start_date, ...columns } =
    changedValues({ ...event, own_fields: JSON.stringify(left) }, of.event)
  const previous = previousStartAfterChange(event.event_status, event.start_date, of.event)
  return {
    change: {
      ids: [event.id],
      columns: { ...columns, ...back },
      links: linksThatDiffer(of.links, base.links),
    },
    times: timesOfEvent({ ...event, previous_start_date: previous }),
  }
}

/** Returns what becomes of the occurrence that a series is changed through: what it was sent, at the place that the rule now gives. */
export function editedOccurrenceChange(
  change: SeriesPatternAndRuleChange,
  before: EventWithLinks,
  after: EventWithLinks,
): OccurrenceChange {
  const { event } = before
  const place = patternAsEventAt(change.pattern, change.rule, change.newId(event.recurrence_id))
  const own = ownFieldsOfOccurrence(event)
  const left = patternFieldsSharedWithEvents([before.event, after.event, place.event]).filter(
    (field) =>
      (own.includes(field) || isFieldDifferentBetweenEvents(field, before, after)) &&
      isFieldDifferentBetweenEvents(field, after, place),
  )
  const next: EventRecord = {
    ...after.event,
    own_fields: JSON.stringify(left),
    was_public: 0,
    ...(change.isRestored && event.status === 'trash' && { trash_act: 0 }),
  }
  const { recurrence_id: _, ...columns } = changedValues(next, event)
  return {
    change: { ids: [event.id], columns, links: linksThatDiffer(before.links, after.links) },
    times: timesOfEvent({ ...next, recurrence_id: place.event.recurrence_id }),
  }
}
