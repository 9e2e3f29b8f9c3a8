/** The plans of acts on series, computed from what was read (contract §10.3). */
import { expect, it } from 'vitest'
import { moment } from '../support/importing.ts'
import { commandActor } from '../support/inside/people.ts'
import {
  changesDissolvingSeriesIntoOneEvent,
  changesOfOccurrencesRemovedBySource,
  occurrencesToTrash,
  planToDeleteSeries,
  planToExcludeDeletedDate,
  seriesCutPlan,
  seriesFromRecord,
  trashPlan,
} from '../support/inside/series.ts'
import type { OccurrenceRecord, SeriesRecord } from '../support/inside/store.ts'
import { romeService } from './support.ts'

interface StoredYoga {
  readonly series: SeriesRecord
  readonly all: readonly OccurrenceRecord[]
}

/** The weekly class as it is stored: ten Tuesdays from 2 March 2027. */
const storedYoga: StoredYoga = await (async () => {
  const service = await romeService('sqlite')
  const { series: id } = await service.create()
  const series = await service.store.find('series', { id }, moment)
  const all = await service.store.occurrences(id)
  await service.close()
  if (series === undefined) throw new Error('the series was not created')
  return { series, all }
})()
const { series, all } = storedYoga
const idsOf = (some: readonly { readonly id: number }[]) => some.map(({ id }) => id)
/** The third date, 16 March. */
const third = all[2]?.start_utc ?? 0
const context = { moment, actor: commandActor, currency: undefined } as const

it('§10.3 a series goes to the trash with the dates that have not begun, and its rule ends before them', () => {
  const going = occurrencesToTrash(all, third)
  expect(idsOf(going)).toEqual(idsOf(all.slice(3)))
  expect(idsOf(occurrencesToTrash(all, third - 1))).toEqual(idsOf(all.slice(2)))
  const plan = trashPlan(series, going, third)
  expect(plan.series).toMatchObject({
    act: 'change',
    columns: {
      status: 'trash',
      version: series.version + 1,
      trash_act: series.version + 1,
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3'],
      recurrence_before: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=10'],
    },
  })
  expect(plan.changes?.flatMap((change) => ('ids' in change ? change.ids : []))).toEqual(idsOf(going))
  expect(plan.removed).toBeUndefined()
})

it('§10.3 a series that is deleted takes all its dates with it, and its neighbours name it no more', () => {
  const later = { record: { ...series, id: 7, version: 4 }, names: 'continues' } as const
  const plan = planToDeleteSeries(series, all, [later], third)
  expect(plan).toMatchObject({ series: { act: 'remove' }, removed: idsOf(all) })
  expect(plan.neighbours).toEqual([{ id: 7, columns: { continues: null, version: 5, modified_utc: third } }])
})

it('§10.3 the date of a deleted occurrence is excluded, and a series without any date left is deleted', () => {
  const excluded = planToExcludeDeletedDate(
    { series, left: all.slice(1), neighbours: [] },
    '2027-03-02 18:00:00',
    third,
  )
  expect(excluded.series).toMatchObject({
    act: 'change',
    columns: { recurrence: [...series.recurrence, 'EXDATE:20270302T180000'], recurrence_before: [] },
  })
  const last = planToExcludeDeletedDate({ series, left: [], neighbours: [] }, '2027-03-02 18:00:00', third)
  expect(last.series.act).toBe('remove')
  // Its rule has dates after those that were made.
  const unmade = { ...series, made_until: '2027-03-20 00:00:00' }
  const more = planToExcludeDeletedDate(
    { series: unmade, left: [], neighbours: [] },
    '2027-03-02 18:00:00',
    third,
  )
  expect(more.series.act).toBe('change')
})

it('§10.3 a series is cut before any date but the first; the new one takes the later dates, and both name each other', () => {
  const cutAt = (at: number) => {
    const { recurrence_id = '' } = all[at] ?? {}
    return seriesCutPlan(
      { series, all, further: { ...series, id: 7, version: 4 } },
      { recurrence_id, uid: 'b' },
      context,
    )
  }
  expect(cutAt(0)).toBeUndefined()
  const cut = cutAt(2)
  expect(idsOf(cut?.taken ?? [])).toEqual(idsOf(all.slice(2)))
  expect(cut?.plan.series).toMatchObject({
    act: 'insert',
    values: {
      uid: 'b',
      continues: series.id,
      start_date: '2027-03-16 18:00:00',
      recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=8'],
    },
  })
  expect(cut?.plan.neighbours).toMatchObject([
    { id: series.id, names: 'continued_by', columns: { recurrence: ['RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=2'] } },
    { id: 7, names: 'continues', columns: { version: 5 } },
  ])
})

it('§10.3 of a series that ends, the event that it ends through stays single; later dates go, earlier ones stay', () => {
  const kept = all[4]?.id ?? 0
  const changes = changesDissolvingSeriesIntoOneEvent(all, kept, third)
  const fates = changes.flatMap((change) =>
    'ids' in change ? change.ids.map((id) => [id, change.columns.status ?? 'stays'] as const) : [],
  )
  const [later, earlier] = [all.slice(3).filter(({ id }) => id !== kept), all.slice(0, 3)]
  expect(new Map(fates)).toEqual(
    new Map([
      ...idsOf(later).map((id) => [id, 'trash'] as const),
      ...idsOf(earlier).map((id) => [id, 'stays'] as const),
      [kept, 'stays'],
    ]),
  )
})

it('§10.4 dates of a series that its source removed keep their status, and get the identity of their place', () => {
  const from = {
    uid: 'yoga',
    rule: seriesFromRecord(series),
    status: 'publish',
    placeOf: (recurrenceId: string) => recurrenceId,
  } as const
  const rows = changesOfOccurrencesRemovedBySource(from, all.slice(2, 4), third).flatMap((change) =>
    'rows' in change ? change.rows : [],
  )
  const [begun, waiting] = idsOf(all.slice(2, 4))
  expect(rows).toEqual([
    { id: waiting, pruned_status: 'publish' },
    { id: begun, uid: expect.stringContaining('yoga') },
    { id: waiting, uid: expect.stringContaining('yoga') },
  ])
})
