/** Imports a table with one event in each row. */
import { createEvent } from '../../actions/create.ts'
import { knownIdByNameAndTown } from '../../actions/linking/link.ts'
import { recurrenceIdAfterPendingMove } from '../../actions/series/pattern.ts'
import { contentChoiceIn, viewerOfAll } from '../../api/context.ts'
import { parseArgs } from '../../contract/arg.ts'
import { series } from '../../contract/resources/event.ts'
import { parseCreateArgs } from '../../contract/resources/index.ts'
import { LONGEST_UID } from '../../domain/import-source.ts'
import { httpAddress } from '../../domain/text/links.ts'
import { today } from '../../domain/time/window.ts'
import { type CsvRow, csvRowsBetweenTasks } from '../../formats/csv/cells.ts'
import {
  type CellsByColumn,
  eventCells,
  isImportedColumn,
  updateArgsOfChangedColumns,
} from '../../formats/csv/columns.ts'
import { itemsOfOccurrenceRows, tableRowOfException, tableRowOfSeries } from '../../formats/csv/export.ts'
import {
  type ColumnMap,
  headerAndFirstRows,
  isColumnLeftOut,
  MOST_FIRST_ROWS,
  mapColumnsRequiringTitle,
  plainColumnName,
} from '../../formats/csv/mapping.ts'
import { cellsInFormsOfCreate, type RowRead, type SlashDateOrder } from '../../formats/csv/rows.ts'
import { newImportNotes } from '../../formats/format.ts'
import { customFieldsReplacingAllStored } from '../../formats/icalendar/event-args.ts'
import { contentKeyOf, type SentObject } from '../../formats/jsonl/lines.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { EventRecord, SeriesRecord } from '../../store/store.ts'
import {
  argsSettingBackPrunedStatus,
  type Pictured,
  tableRowKeyOfUid,
  unfetchableImageDropper,
} from './calendar-event.ts'
import {
  changeEvent,
  expectedOfEvent,
  type ImportSetup,
  type ImportTransaction,
  importLots,
  isChangedBy,
  type LineOutcome,
  labelOfEvent,
  lotsOfLines,
  type NumberedLine,
  weightOfRecurrence,
} from './importer.ts'
import { importCreatingLine } from './json-lines.ts'

// Imports rows of series (contract §10.4): the one with the rule, and those of its exceptions.

/** Returns the cells that a row changes. */
function changedArgs(cells: CellsByColumn, now: CellsByColumn) {
  const changed = Object.keys(cells).filter((column) => cells[column] !== (now[column] ?? ''))
  return updateArgsOfChangedColumns(changed, { ...now, ...cells })
}

async function importException(
  batch: ImportTransaction,
  record: SeriesRecord,
  cells: CellsByColumn,
): Promise<boolean> {
  const { store, context } = batch
  const { recurrence_id: place = '' } = cells
  const found = (await store.occurrences(record.id)).find(
    ({ recurrence_id }) => recurrenceIdAfterPendingMove(record, recurrence_id) === place,
  )
  const event = found && (await store.find('event', { id: found.id }, context.moment))
  if (event === undefined) throw invalidParam('recurrence_id', because('no_such_occurrence'))
  const [item] = await itemsOfOccurrenceRows(store, [event], viewerOfAll(context.moment))
  const now = item === undefined ? {} : tableRowOfException(record, item)
  return changeEvent(batch, event, changedArgs(cells, now))
}

/** Imports the row of an existing series, or of one of its exceptions. Returns whether that changed anything; undefined for any other row. */
async function importExistingSeriesRow(
  batch: ImportTransaction,
  cells: CellsByColumn,
): Promise<boolean | undefined> {
  const { uid = '', recurrence = '', recurrence_id = '' } = cells
  if (uid === '' || (recurrence === '' && recurrence_id === '')) return undefined
  const { store, context } = batch
  const record = await store.seriesWithUid(uid)
  if (record === undefined && recurrence_id === '') return undefined
  if (record === undefined) throw invalidParam('recurrence_id', because('no_series_of_uid'))
  if (recurrence_id !== '') return importException(batch, record, cells)
  const all = await store.occurrences(record.id)
  const now = (await tableRowOfSeries(store, record, all, viewerOfAll(context.moment))) ?? {}
  const args = parseArgs(series.fields, changedArgs(cells, now), 'update')
  return isChangedBy(batch, { name: 'series', kept: record }, args)
}

interface Line extends NumberedLine {
  readonly keys: readonly string[]
  readonly cells: CellsByColumn
  /** Its start as it is written. */
  readonly start: string
  /** The headings of the table by our columns. */
  readonly headings: ReadonlyMap<string, string>
  /** What the row says; nothing where it can't be read. */
  readonly sent: SentObject
  readonly fault?: Problem
}

/** Changes an event as its row says. Returns whether anything changed. */
async function change(batch: ImportTransaction, event: EventRecord, cells: CellsByColumn): Promise<boolean> {
  const { store, context } = batch
  const [item] = await store.items('event', [event], viewerOfAll(context.moment))
  const sent = {
    ...argsSettingBackPrunedStatus(event),
    ...changedArgs(cells, item === undefined ? {} : eventCells(item)),
  }
  const whole =
    'custom_fields' in sent
      ? { ...sent, custom_fields: customFieldsReplacingAllStored(sent.custom_fields, event.custom_fields) }
      : sent
  return changeEvent(batch, event, whole)
}

/** Returns the args of a row's create. Throws 400 for a password, which would be shown, for a UID that is too long, and for a `misfit`. */
function sentByRow({ password = '', ...cells }: CellsByColumn, misfit: RowRead['misfit']): SentObject {
  if (misfit !== undefined) throw invalidParam(misfit.column, because(misfit.fault))
  if (password !== '')
    throw invalidParam('password', because('password_on_create', { route: 'PATCH /events/{id}' }))
  if ((cells.uid ?? '').length > LONGEST_UID)
    throw invalidParam('uid', because('too_long', { most: LONGEST_UID }))
  const filled = Object.keys(cells).filter((column) => cells[column] !== '')
  return updateArgsOfChangedColumns(filled, cells)
}

/** Returns what a row says, and the key that recognises it; or its fault. */
function sentAndKeyOf(
  cells: CellsByColumn,
  misfit: RowRead['misfit'],
): Pick<Line, 'sent' | 'keys' | 'fault'> {
  const { uid = '' } = cells
  try {
    const sent = sentByRow(cells, misfit)
    return { sent, keys: [uid === '' ? contentKeyOf(sent) : tableRowKeyOfUid(uid)] }
  } catch (fault) {
    if (fault instanceof Problem) return { sent: {}, keys: [], fault }
    throw fault
  }
}

/** Returns the name of our column that a fault is about: `venue[0].website` → `venue_website`. */
const columnOfFault = (field: string) => field.replace(/\[\d+\]\.?/, '_').replace(/_$/, '')

/** Runs the import of a row. A refusal names the columns as the table does. */
async function namingHeadings<T>({ headings }: Line, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof Problem) || !error.message.startsWith('Not valid: ')) throw error
    const named = Object.keys(Object(error.data.params)).reduce((message, field) => {
      const heading = headings.get(columnOfFault(field)) ?? field
      return plainColumnName(heading) === field
        ? message
        : message.replace(`${field} (`, () => `“${heading}” (`)
    }, error.message)
    throw new Problem(error.code, { message: named, data: error.data, cause: error })
  }
}

async function importLine(
  batch: ImportTransaction,
  { cells: read, sent, keys: [key = ''], fault }: Line,
  pictured: Pictured,
): Promise<LineOutcome> {
  if (fault !== undefined) throw fault
  const { image = '' } = read
  const args = () => parseCreateArgs('event', image === '' ? sent : pictured(sent, batch.context))
  // Of an event that is here, the picture stays.
  const { password: _, image: _picture, uid = '', ...others } = read
  if (uid === '') return importCreatingLine(batch, { name: 'event', key, args })
  const cells = { uid, ...others }
  const ofSeries = await importExistingSeriesRow(batch, cells)
  const event = ofSeries === undefined ? await batch.store.eventWithUid(uid) : undefined
  const isChanged = event === undefined ? ofSeries : await change(batch, event, cells)
  if (isChanged !== undefined) return isChanged ? 'updated' : 'unchanged'
  const { id } = await createEvent(batch.store, args(), batch.context, { uid, origins: [] })
  await batch.store.rememberImport(key, 'event', id)
  return 'created'
}

/** MySQL writes its NULL so. */
const isNothing = (cell: string) => cell.trim() === '\\N'

/** Returns the names in a cell of organizers: one, if an organizer has that name, else those between its commas. */
type OrganizersInCell = (cell: string) => Promise<readonly string[]>

function organizersInCellOf({ store, now }: ImportSetup): OrganizersInCell {
  const known = new Map<string, readonly string[]>()
  return async (cell) => {
    const parts = cell.split(',').map((part) => part.trim())
    if (parts.length === 1 || parts.includes('')) return [cell]
    const before = known.get(cell)
    if (before !== undefined) return before
    const one = await knownIdByNameAndTown(store, 'organizer', { name: cell }, { moment: now() })
    const names = one === undefined ? parts : [cell]
    if (known.size < MAX_KNOWN) known.set(cell, names)
    return names
  }
}

/** The cells of organizers that are kept. */
const MAX_KNOWN = 10_000

/** Returns the cells of a row with several organizers in those of ours. A table of ours has a column for all but the first. */
async function withOrganizers(cells: CellsByColumn, namesIn: OrganizersInCell): Promise<CellsByColumn> {
  const { organizer = '', further_organizers } = cells
  if (further_organizers !== undefined || !organizer.includes(',')) return cells
  const [first = '', ...others] = await namesIn(organizer)
  if (others.length === 0) return cells
  const further = JSON.stringify(others.map((name) => ({ organizer: name })))
  return { ...cells, organizer: first, further_organizers: further }
}

async function* linesOf(
  text: string,
  header: CsvRow,
  places: readonly (string | undefined)[],
  meant: (cells: CellsByColumn) => Promise<RowRead>,
): AsyncIterable<Line> {
  const headings = new Map(
    places.flatMap((place, at) => (place ? [[place, header.cells[at] ?? ''] as const] : [])),
  )
  for await (const { number, cells } of csvRowsBetweenTasks(text)) {
    if (number <= header.number) continue
    const entries = cells.flatMap((cell, at) =>
      places[at] === undefined ? [] : [[places[at], isNothing(cell) ? '' : cell]],
    )
    const { cells: read, label, misfit } = await meant(Object.fromEntries(entries))
    yield { number, cells: read, start: label, headings, ...sentAndKeyOf(read, misfit) }
  }
}

/** Reads the whole table first, so that a malformed one is refused before anything is imported. */
async function beginningOf(text: string) {
  const first: CsvRow[] = []
  let count = 0
  for await (const row of csvRowsBetweenTasks(text)) {
    if (first.length < MOST_FIRST_ROWS) first.push(row)
    count += 1
  }
  if (first.length === 0) throw new Problem('rest_invalid_param', because('empty_table'))
  const { header, rows } = headerAndFirstRows(first)
  return { header, rows, count: count - first.indexOf(header) - 1 }
}

const labelOf = ({ cells: { title = '' }, sent, start }: Line) => ({
  ...labelOfEvent(sent),
  title,
  start_date: start,
})

/** Imports a table whose first row, but for titles above it, names the columns. A later import recognises rows by their `uid`, or else by their content. */
export async function importTable(
  text: string,
  map: ColumnMap,
  importing: ImportSetup,
  dates: SlashDateOrder = 'month_first',
) {
  const { header, rows, count } = await beginningOf(text)
  const { languages } = contentChoiceIn({ ...importing.caller, moment: importing.now() })
  const places = mapColumnsRequiringTitle(header, rows, map).map((column) =>
    column !== undefined && isImportedColumn(column, languages) ? column : undefined,
  )
  importing.onTotal?.(count)
  const day = today(importing.now())
  let yearless = 0
  const { notes, note } = newImportNotes()
  const pictured = unfetchableImageDropper(note)
  const namesIn = organizersInCellOf(importing)
  const meant = async (cells: CellsByColumn) => {
    const row = cellsInFormsOfCreate(await withOrganizers(cells, namesIn), dates, day)
    yearless += row.taken
    const { image = '' } = row.cells
    if (image === '' || httpAddress(image) !== undefined) return row
    // A path of another site’s folder leads nowhere.
    note(because('image_left_out', { why: because('not_an_image_target').message }))
    return { ...row, cells: { ...row.cells, image: '' } }
  }
  const lines = linesOf(text, header, places, meant)
  const lots = lotsOfLines(lines, ({ cells }) => weightOfRecurrence(cells.recurrence))
  const tally = await importLots(lots, importing, {
    apply: (batch, line) => namingHeadings(line, () => importLine(batch, line, pictured)),
    labelOf,
    expectedOf: ({ sent, cells: { uid = '' } }) => ({
      ...expectedOfEvent(sent),
      uids: uid === '' ? [] : [uid],
    }),
  })
  const unknown = header.cells.filter(
    (name, at) => places[at] === undefined && !isColumnLeftOut(map, name, at),
  )
  return { ...tally, unknown, yearless, notes }
}
