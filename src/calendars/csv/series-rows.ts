/** Series in tables (contract §10.4): one row with the rule, and one for each exception. */

import { recurrenceIdAfterPendingMove, seriesFromRecord } from '../../actions/series/times.ts'
import { updateInTransaction } from '../../actions/update.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { event as declaration } from '../../contract/resources/event.ts'
import { series as seriesDeclaration } from '../../contract/resources/series.ts'
import { withoutInternalFields } from '../../domain/publication/internal.ts'
import { recurrenceLineTexts } from '../../domain/series/recurrence-lines.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventItem, OccurrenceRecord, Reading, SeriesRecord, Viewer } from '../../store/store.ts'
import type { ImportTransaction, LineOutcome } from '../import/import-batch.ts'
import { type CellsByColumn, eventCells, updateArgsOfChangedColumns } from './columns.ts'

const isOwn = ({ record }: EventItem) => withoutInternalFields(record.own_fields) !== '[]'

/** The lines of a series; occurrences in the trash are excluded. */
function linesOf(record: SeriesRecord, trashed: readonly string[]): string {
  const { recurrence, allDay } = seriesFromRecord(record)
  const named = new Set(recurrence.exclusions.map(({ wall }) => wall))
  const more = trashed.filter((wall) => !named.has(wall)).map((wall) => ({ wall, isDay: allDay }))
  const exclusions = [...recurrence.exclusions, ...more].sort((a, b) => (a.wall < b.wall ? -1 : 1))
  return recurrenceLineTexts({ ...recurrence, exclusions }).join('\n')
}

/** The rows of a series with an occurrence outside the trash: the series, then its exceptions. */
export async function exportedTableRowsOfSeriesId(
  store: Reading,
  id: number,
  viewer: Viewer,
): Promise<readonly CellsByColumn[]> {
  const record = await store.find('series', { id }, viewer.moment)
  const all = await store.occurrences(id)
  const events = await store.eventRecords(all.filter(({ status }) => status !== 'trash').map((one) => one.id))
  const items = await store.items('event', [...events.values()], viewer)
  const typical = items.find((item) => !isOwn(item)) ?? items[0]
  if (record === undefined || typical === undefined) return []
  const placeOf = ({ recurrence_id }: Pick<OccurrenceRecord, 'recurrence_id'>) =>
    recurrenceIdAfterPendingMove(record, recurrence_id)
  const trashed = all.filter(({ status }) => status === 'trash').map(placeOf)
  const { start_date, end_date, uid, slug } = record
  const whole = {
    ...eventCells(typical),
    uid,
    slug,
    start_date,
    end_date,
    recurrence: linesOf(record, trashed),
  }
  const exceptions = items.filter(isOwn).map((item) => {
    return { ...eventCells(item), uid, recurrence_id: placeOf(item.record) }
  })
  return [whole, ...exceptions]
}

/** Returns the cells that a row changes. */
function changedArgs(cells: CellsByColumn, now: CellsByColumn) {
  const changed = Object.keys(cells).filter((column) => cells[column] !== (now[column] ?? ''))
  return updateArgsOfChangedColumns(changed, { ...now, ...cells })
}

async function importWhole(
  batch: ImportTransaction,
  record: SeriesRecord,
  cells: CellsByColumn,
  now: CellsByColumn,
): Promise<LineOutcome> {
  const { store, context } = batch
  const args = parseArgs(seriesDeclaration.fields, changedArgs(cells, now), 'update')
  if (Object.keys(args).length === 0) return 'unchanged'
  await updateInTransaction(store, { name: 'series', kept: record }, args, context)
  const kept = await store.find('series', { id: record.id }, context.moment)
  return kept?.version === record.version ? 'unchanged' : 'updated'
}

async function importException(
  batch: ImportTransaction,
  record: SeriesRecord,
  cells: CellsByColumn,
  viewer: Viewer,
) {
  const { store, context } = batch
  const { recurrence_id: place = '' } = cells
  const found = (await store.occurrences(record.id)).find(
    ({ recurrence_id }) => recurrenceIdAfterPendingMove(record, recurrence_id) === place,
  )
  const event = found && (await store.find('event', { id: found.id }, context.moment))
  if (event === undefined) throw invalidParam('recurrence_id', because('no_such_occurrence'))
  const [item] = await store.items('event', [event], viewer)
  const now = item === undefined ? {} : { ...eventCells(item), uid: record.uid, recurrence_id: place }
  const args = parseArgs(declaration.fields, changedArgs(cells, now), 'update', declaration.refuses)
  if (Object.keys(args).length === 0) return 'unchanged' as const
  await updateInTransaction(store, { name: 'event', kept: event }, args, context)
  const kept = await store.find('event', { id: event.id }, context.moment)
  return kept?.version === event.version ? ('unchanged' as const) : ('updated' as const)
}

/** Imports the row of an existing series, or of one of its exceptions. Returns undefined for any other row. */
export async function importExistingSeriesRow(
  batch: ImportTransaction,
  cells: CellsByColumn,
): Promise<LineOutcome | undefined> {
  const { uid = '', recurrence = '', recurrence_id = '' } = cells
  if (uid === '' || (recurrence === '' && recurrence_id === '')) return undefined
  const { store, context } = batch
  const record = await store.seriesWithUid(uid)
  if (record === undefined && recurrence_id === '') return undefined
  if (record === undefined) throw invalidParam('recurrence_id', because('no_series_of_uid'))
  const viewer: Viewer = {
    scope: { user: undefined, reads: 'all', edits: 'all' },
    moment: context.moment,
  }
  if (recurrence_id !== '') return importException(batch, record, cells, viewer)
  const [now = {}] = await exportedTableRowsOfSeriesId(store, record.id, viewer)
  return importWhole(batch, record, cells, now)
}
