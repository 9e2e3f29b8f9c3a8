/** Imports rows of series (contract §10.4): the one with the rule, and those of its exceptions. */
import { recurrenceIdAfterPendingMove } from '../../actions/series/times.ts'
import { updateInTransaction } from '../../actions/update.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { event as declaration } from '../../contract/resources/event.ts'
import { series as seriesDeclaration } from '../../contract/resources/series.ts'
import { type CellsByColumn, eventCells, updateArgsOfChangedColumns } from '../../formats/csv/columns.ts'
import { exportedTableRowsOfSeriesId } from '../../formats/csv/series-rows.ts'
import { because, invalidParam } from '../../problem.ts'
import type { SeriesRecord, Viewer } from '../../store/store.ts'
import type { ImportTransaction, LineOutcome } from './import-batch.ts'

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
