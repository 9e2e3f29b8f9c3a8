/** Imports a table with one event in each row. */
import { contentChoiceIn } from '../../actions/compose/shown-texts.ts'
import { createEvent } from '../../actions/create.ts'
import { textsSafeToLookUp } from '../../actions/linking/foreseen.ts'
import { updateInTransaction } from '../../actions/update.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { event as declaration } from '../../contract/resources/event.ts'
import { today } from '../../domain/time/window.ts'
import { LONGEST_UID } from '../../domain/uid.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { EventRecord, Store } from '../../store/store.ts'
import { tableRowKeyOfUid } from '../icalendar/calendar-sources.ts'
import { customFieldsReplacingAllStored } from '../icalendar/extras.ts'
import { type ImportSetup, importInBatches, MAX_BATCH_LINES, type NumberedLine } from '../import/batches.ts'
import type { ImportTransaction, LineOutcome } from '../import/import-batch.ts'
import {
  type CreatingLine,
  creatingLineFromArgs,
  foreseenBatchLookUps,
  foreseenLookUpsOfLines,
  importCreatingLine,
  once,
} from '../import/planning/create-line.ts'
import type { BatchLookUps } from '../import/planning/known-answers.ts'
import type { ImportTally } from '../import/tally.ts'
import { type CsvRow, csvRowsBetweenTasks } from './cells.ts'
import { type CellsByColumn, eventCells, updateArgsOfChangedColumns } from './columns.ts'
import {
  type ColumnMap,
  headerRowOf,
  isColumnLeftOut,
  MOST_ROWS_ABOVE,
  mapColumnsRequiringTitle,
} from './mapped-columns.ts'
import { cellsInFormsOfCreate, type RowRead, type SlashDateOrder } from './row-dates.ts'
import { importExistingSeriesRow } from './series-rows.ts'
import { isImportedColumn } from './translation-columns.ts'

/** The result of the import of a table. */
interface TableTally extends ImportTally {
  /** The unknown columns. */
  readonly unknown: readonly string[]
  /** How many dates had no year. */
  readonly yearless: number
}

interface Line extends NumberedLine {
  readonly cells: CellsByColumn
  /** The create of the row. Throws 400. */
  create(): CreatingLine<'event'>
}

const { fields, refuses } = declaration

async function change(
  { store, context }: ImportTransaction,
  event: EventRecord,
  cells: CellsByColumn,
): Promise<LineOutcome> {
  const viewer = { scope: { user: undefined, reads: 'all', edits: 'all' } as const, moment: context.moment }
  const [item] = await store.items('event', [event], viewer)
  const now = item === undefined ? {} : eventCells(item)
  const changed = Object.keys(cells).filter((column) => cells[column] !== (now[column] ?? ''))
  const sent = updateArgsOfChangedColumns(changed, { ...now, ...cells })
  const whole =
    'custom_fields' in sent
      ? { ...sent, custom_fields: customFieldsReplacingAllStored(sent.custom_fields, event.custom_fields) }
      : sent
  const args = parseArgs(fields, whole, 'update', refuses)
  if (Object.keys(args).length === 0) return 'unchanged'
  await updateInTransaction(store, { name: 'event', kept: event }, args, context)
  const kept = await store.find('event', { id: event.id }, context.moment)
  return kept?.version === event.version ? 'unchanged' : 'updated'
}

/** Returns the create of a row. Throws 400 for a password, which would be shown, for a UID that is too long, and for a `misfit`. */
function createOn(
  { password = '', ...cells }: CellsByColumn,
  misfit: RowRead['misfit'],
): CreatingLine<'event'> {
  if (misfit !== undefined) throw invalidParam(misfit.column, because(misfit.fault))
  if (password !== '')
    throw invalidParam('password', because('password_on_create', { route: 'PATCH /events/{id}' }))
  if ((cells.uid ?? '').length > LONGEST_UID)
    throw invalidParam('uid', because('too_long', { most: LONGEST_UID }))
  const filled = Object.keys(cells).filter((column) => cells[column] !== '')
  return creatingLineFromArgs('event', updateArgsOfChangedColumns(filled, cells))
}

async function importLine(batch: ImportTransaction, line: Line): Promise<LineOutcome> {
  const create = line.create()
  const { password: _, ...cells } = line.cells
  const uid = cells.uid ?? ''
  if (uid === '') return importCreatingLine(batch, create)
  const ofSeries = await importExistingSeriesRow(batch, cells)
  if (ofSeries !== undefined) return ofSeries
  const event = await batch.store.eventWithUid(uid)
  if (event !== undefined) return change(batch, event, cells)
  const id = await createEvent(batch.store, create.args(), batch.context, { uid, origins: [] })
  await batch.store.rememberImport(tableRowKeyOfUid(uid), 'event', id)
  return 'created'
}

/** Returns the look-ups of rows. Other tasks run meanwhile. */
async function foreseenRows(lines: readonly Line[], store: Store): Promise<BatchLookUps> {
  const uidOf = ({ cells }: Line) => cells.uid ?? ''
  const nameless = lines.filter((line) => uidOf(line) === '')
  const ofNameless = await foreseenBatchLookUps(nameless, (line) => line.create(), store)
  const uids = textsSafeToLookUp([...new Set(lines.map(uidOf))]).filter((uid) => uid !== '')
  const here = await store.eventsOfUids(uids)
  const absent = lines.filter((line) => uidOf(line) !== '' && !here.has(uidOf(line)))
  const creates = [...ofNameless.creates, ...(await foreseenLookUpsOfLines(absent, (line) => line.create()))]
  return { ...ofNameless, uids, creates }
}

async function* linesOf(
  text: string,
  header: CsvRow,
  places: readonly (string | undefined)[],
  meant: (cells: CellsByColumn) => RowRead,
): AsyncIterable<readonly Line[]> {
  let batch: Line[] = []
  for await (const { number, cells } of csvRowsBetweenTasks(text)) {
    if (number <= header.number) continue
    const entries = cells.flatMap((cell, at) => (places[at] === undefined ? [] : [[places[at], cell]]))
    const { cells: read, misfit } = meant(Object.fromEntries(entries))
    batch.push({ number, cells: read, create: once(() => createOn(read, misfit)) })
    if (batch.length < MAX_BATCH_LINES) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Returns the row that names the columns, and how many follow. Reads the whole table first, so that a malformed one is refused before anything is imported. */
async function headerOf(text: string): Promise<{ readonly header: CsvRow; readonly count: number }> {
  const first: CsvRow[] = []
  let count = 0
  for await (const row of csvRowsBetweenTasks(text)) {
    if (first.length < MOST_ROWS_ABOVE) first.push(row)
    count += 1
  }
  const header = headerRowOf(first)
  if (header === undefined) throw new Problem('rest_invalid_param', because('empty_table'))
  return { header, count: count - first.indexOf(header) - 1 }
}

const labelOf = ({ cells: { title = '', start_date = '' } }: Line) => ({ title, start_date })

/** Imports a table whose first row, but for titles above it, names the columns. A later import recognises rows by their `uid`, or else by their content. */
export async function importTable(
  text: string,
  map: ColumnMap,
  importing: ImportSetup,
  dates: SlashDateOrder = 'month_first',
): Promise<TableTally> {
  const { header, count } = await headerOf(text)
  const { languages } = contentChoiceIn({ ...importing.caller, moment: importing.now() })
  const places = mapColumnsRequiringTitle(header, map).map((column) =>
    column !== undefined && isImportedColumn(column, languages) ? column : undefined,
  )
  importing.onTotal?.(count)
  const day = today(importing.now())
  let yearless = 0
  const meant = (cells: CellsByColumn) => {
    const row = cellsInFormsOfCreate(cells, dates, day)
    yearless += row.taken
    return row
  }
  const tally = await importInBatches(
    linesOf(text, header, places, meant),
    (batch, line) => batch.store.attempt(() => importLine(batch, line)),
    importing,
    {
      labelOf,
      foresee: (lines, { store }) => foreseenRows(lines, store),
    },
  )
  const unknown = header.cells.filter(
    (name, at) => places[at] === undefined && !isColumnLeftOut(map, name, at),
  )
  return { ...tally, unknown, yearless }
}
