/** Single events that become occurrences of a series, ids and slugs kept (contract §10.4). Pure. */
import type { Occurrence as Place, Series } from '../../../domain/series/series.ts'
import type { EventRecord } from '../../../store/store.ts'
import { patternAsEventAt } from '../own-fields.ts'
import {
  type EventWithLinks,
  isFieldDifferentBetweenEvents,
  type PatternWithExistingReferences,
} from '../pattern.ts'
import { type EventsChange, sameChangeForEvents, type UniformChange } from './series-plan.ts'
import { patternFieldsSharedWithEvents } from './translated-fields.ts'

/** A slug that an event gets, as its own was taken while it was in the trash. */
export interface NewSlugOfReturningEvent {
  readonly id: number
  readonly slug: string
}

/** The events that left a series, by the `recurrence_id` that they had, and the slugs that those in the trash need. */
export interface ReturningEvents {
  readonly found: ReadonlyMap<string, EventWithLinks>
  readonly slugs: readonly NewSlugOfReturningEvent[]
}

export const noReturningEvents: ReturningEvents = { found: new Map(), slugs: [] }

/** Whether an import moved an event to the trash. */
export const isTrashedByImport = ({ status, pruned_status }: EventRecord): boolean =>
  status === 'trash' && pruned_status !== ''

/**
 * Returns the changes by which events become occurrences, where the series has none yet. `places` maps `recurrence_id` to event.
 * What differs from the pattern becomes their own. The series is the parent no more.
 */
export function changesTurningEventsIntoOccurrences(
  pattern: PatternWithExistingReferences,
  rule: Series,
  places: ReadonlyMap<string, EventWithLinks>,
): readonly UniformChange[] {
  return [...places].map(([recurrence_id, { event, links }]) => {
    const place = patternAsEventAt(pattern, rule, recurrence_id)
    const own = { event: { ...event, post_parent: null }, links }
    const fields = patternFieldsSharedWithEvents([event, place.event]).filter(
      (field) => field !== 'status' && isFieldDifferentBetweenEvents(field, own, place),
    )
    return sameChangeForEvents([event], {
      recurrence_id,
      own_fields: JSON.stringify(fields),
      post_parent: null,
    })
  })
}

/** Returns the changes that take returning events out of the trash, with the status that they had before an import moved them there. */
export function returningEventsChanges({ found, slugs }: ReturningEvents): readonly EventsChange[] {
  const restored = [...found.values()].flatMap(({ event }) => {
    const { pruned_status } = event
    const isBack = isTrashedByImport(event) && pruned_status !== ''
    return isBack
      ? [sameChangeForEvents([event], { status: pruned_status, pruned_status: '', was_public: 0 })]
      : []
  })
  return [{ rows: slugs }, ...restored]
}

/** Returns those places to which no event comes back. */
export const placesNoEventReturnsTo = (
  places: readonly Place[],
  { found }: ReturningEvents,
): readonly Place[] => places.filter(({ recurrenceId }) => !found.has(recurrenceId))
