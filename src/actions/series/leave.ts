/** Occurrences that leave their series: as single events, or to the trash (contract §10.3). */
import type { ItemStatus } from '../../domain/publication/status.ts'
import { placeUid } from '../../domain/series/place-uid.ts'
import type { Series } from '../../domain/series/series.ts'
import { epochOf } from '../../domain/time/moment.ts'
import type { Occurrence, SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'

/** The columns of an event that belongs to no series. */
export const single = { series: null, recurrence_id: '', own_fields: '[]', trash_act: 0 } as const

/** Whether an event begins later than now. */
const isAhead = ({ start_utc }: Occurrence, { moment }: Context) => start_utc > epochOf(moment.now)

/** Moves these events to the trash, each with whether it was public. Does not update counts. */
export async function trashAll(
  store: Writing,
  events: readonly Occurrence[],
  columns: Partial<Pick<Occurrence, 'series' | 'recurrence_id' | 'own_fields' | 'trash_act'>>,
  { moment }: Context,
): Promise<void> {
  const trashed = {
    ...columns,
    status: 'trash',
    pruned_status: '',
    modified_utc: epochOf(moment.now),
  } as const
  for (const was_public of [0, 1] as const) {
    const some = events.filter(({ status }) => (status === 'publish') === (was_public === 1))
    await store.updateEvents(
      some.map(({ id }) => id),
      { ...trashed, was_public },
    )
  }
}

/** Takes occurrences out of their series: those that have not begun go to the trash, the others stay as single events. */
export async function leave(store: Writing, left: readonly Occurrence[], context: Context): Promise<void> {
  const going = left.filter((one) => one.status !== 'trash' && isAhead(one, context))
  const staying = left.filter((one) => !going.includes(one))
  await trashAll(store, going, single, context)
  await store.updateEvents(
    staying.map(({ id }) => id),
    { ...single, modified_utc: epochOf(context.moment.now) },
  )
}

/** The series that occurrences are withdrawn from; `status` is that of those that went to the trash with it. */
interface Withdrawn {
  readonly uid: string
  readonly rule: Pick<Series, 'zone' | 'allDay'>
  readonly status: ItemStatus
}

/**
 * Takes the occurrences out of a series that its source removed. They keep their status and get the UID of their place, by which
 * they come back. `placeOf` returns where the rule of the series would put an occurrence.
 */
export async function withdraw(
  store: Writing,
  { uid, rule, status }: Withdrawn,
  left: readonly Occurrence[],
  placeOf: (recurrenceId: string) => string,
  context: Context,
): Promise<void> {
  await leave(store, left, context)
  const going = left.filter((one) => one.status !== 'trash' && isAhead(one, context))
  const pruned = going.map(({ id, status: pruned_status }) => ({ id, pruned_status }))
  const along = left.filter((one) => one.status === 'trash' && one.trash_act > 0 && status !== 'trash')
  await store.updateEach([...pruned, ...along.map(({ id }) => ({ id, pruned_status: status }))])
  await store.updateEach(
    left.map(({ id, recurrence_id }) => ({ id, uid: placeUid(uid, placeOf(recurrence_id), rule) })),
  )
}

/** Ends a series of which one event stays as a single one; with id 0, its first occurrence. The series is deleted. */
export async function dissolve(
  store: Writing,
  series: SeriesRecord,
  kept: number,
  context: Context,
): Promise<void> {
  const all = await store.occurrences(series.id)
  const first = all.find(({ status }) => status !== 'trash')?.id
  const isKept = ({ id }: Occurrence) => id === (kept === 0 ? first : kept)
  await leave(
    store,
    all.filter((one) => !isKept(one)),
    context,
  )
  await store.updateEvents(
    all.filter(isKept).map(({ id }) => id),
    { ...single, modified_utc: epochOf(context.moment.now) },
  )
  await removeSeries(store, series, context)
}

/** Deletes a series that has no occurrences any more. Series that named it have a new version. */
export async function removeSeries(
  store: Writing,
  { id, continues, continued_by }: SeriesRecord,
  { moment }: Context,
): Promise<void> {
  const now = epochOf(moment.now)
  for (const [other, column] of [
    [continues, 'continued_by'],
    [continued_by, 'continues'],
  ] as const) {
    const record = other === null ? undefined : await store.find('series', { id: other }, moment)
    if (record !== undefined)
      await store.update('series', record.id, {
        [column]: null,
        version: record.version + 1,
        modified_utc: now,
      })
  }
  await store.remove('series', id, now)
}
