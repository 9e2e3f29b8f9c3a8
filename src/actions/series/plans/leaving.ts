/** Occurrences that leave their series: as single events, or to the trash (contract §10.3). Pure. */
import type { ItemStatus } from '../../../domain/publication/status.ts'
import { standaloneOccurrenceUid } from '../../../domain/series/occurrence-uid.ts'
import type { Series } from '../../../domain/series/series.ts'
import type { OccurrenceRecord } from '../../../store/store.ts'
import { type EventsChange, sameChangeForEvents, type UniformChange } from './series-plan.ts'

/** The columns of an event that belongs to no series. */
export const singleEventColumns = { series: null, recurrence_id: '', own_fields: '[]', trash_act: 0 } as const

/** Returns the changes that move events to the trash, each with whether it was public. */
export function trashChanges(
  events: readonly OccurrenceRecord[],
  columns: Partial<Pick<OccurrenceRecord, 'series' | 'recurrence_id' | 'own_fields' | 'trash_act'>>,
): readonly UniformChange[] {
  return ([0, 1] as const).map((was_public) =>
    sameChangeForEvents(
      events.filter(({ status }) => (status === 'publish') === (was_public === 1)),
      { ...columns, status: 'trash', pruned_status: '', was_public },
    ),
  )
}

/** The occurrences that go to the trash when they leave: those that have not begun at `now`, in seconds since 1970 UTC. */
const goingAmong = (left: readonly OccurrenceRecord[], now: number) =>
  left.filter(({ status, start_utc }) => status !== 'trash' && start_utc > now)

/**
 * Returns the changes that take occurrences out of their series at `now`, in seconds since 1970 UTC: those that have not begun
 * go to the trash, the others stay as single events.
 */
export function changesOfLeavingOccurrences(
  left: readonly OccurrenceRecord[],
  now: number,
): readonly EventsChange[] {
  const going = new Set(goingAmong(left, now))
  return [
    ...trashChanges([...going], singleEventColumns),
    sameChangeForEvents(
      left.filter((one) => !going.has(one)),
      singleEventColumns,
    ),
  ]
}

/** The series that occurrences are withdrawn from. */
interface WithdrawnFrom {
  readonly uid: string
  readonly rule: Pick<Series, 'zone' | 'allDay'>
  /** The status of the occurrences that went to the trash with the series. */
  readonly status: ItemStatus
  /** Returns where the rule of the series would put an occurrence. */
  placeOf(recurrenceId: string): string
}

/**
 * Returns the changes that take the occurrences out of a series that its source removed. They keep their status and get the UID
 * of their place, by which they come back.
 */
export function changesOfOccurrencesRemovedBySource(
  { uid, rule, status, placeOf }: WithdrawnFrom,
  left: readonly OccurrenceRecord[],
  now: number,
): readonly EventsChange[] {
  const pruned = goingAmong(left, now).map(({ id, status: pruned_status }) => ({ id, pruned_status }))
  const along = left.filter((one) => one.status === 'trash' && one.trash_act > 0 && status !== 'trash')
  return [
    ...changesOfLeavingOccurrences(left, now),
    { rows: [...pruned, ...along.map(({ id }) => ({ id, pruned_status: status }))] },
    {
      rows: left.map(({ id, recurrence_id }) => ({
        id,
        uid: standaloneOccurrenceUid(uid, placeOf(recurrence_id), rule),
      })),
    },
  ]
}

/** Returns the changes that end a series of which the event with the id `kept` stays as a single one. */
export function changesDissolvingSeriesIntoOneEvent(
  all: readonly OccurrenceRecord[],
  kept: number,
  now: number,
): readonly EventsChange[] {
  return [
    ...changesOfLeavingOccurrences(
      all.filter(({ id }) => id !== kept),
      now,
    ),
    sameChangeForEvents(
      all.filter(({ id }) => id === kept),
      singleEventColumns,
    ),
  ]
}
