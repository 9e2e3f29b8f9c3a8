/** Imports a text of any supported format and returns a report: the action behind `POST /import` (contract §0, ext.). */
import { setImmediate as breath } from 'node:timers/promises'
import { requireScope } from '../../api/policy.ts'
import { writeScopeByResource } from '../../contract/scopes.ts'
import { entriesOf } from '../../contract/table-of.ts'
import type { ColumnMap } from '../../formats/csv/mapped-columns.ts'
import type { SlashDateOrder } from '../../formats/csv/row-dates.ts'
import { type ImportFormat, importFormatOfText, importFormatWordings } from '../../formats/format.ts'
import { jsonLinesOfText } from '../../formats/jsonl/lines.ts'
import { type ImportNotes, newImportNotes } from '../../formats/notes.ts'
import { because, invalidParam, type RefusalReason } from '../../problem.ts'
import { importCalendar } from './calendar.ts'
import type { ImportSetup } from './importing.ts'
import { importJsonLinesFile } from './json-lines.ts'
import { incompleteReadReason, trashEventsGoneFromSource, vanishedEventIds } from './prune.ts'
import { importTable } from './table.ts'
import type { ImportTally, RefusedLine } from './tally.ts'

/** The text and options of an import. */
interface ImportRequest {
  readonly text: string
  /** The name by which a later import recognises the source. */
  readonly source: string
  /** Whether events that disappeared from the source are moved to the trash. */
  readonly prunes: boolean
  readonly columns: ColumnMap
  readonly dates?: SlashDateOrder | undefined
}

/** A note for people, the same for programs, and how often it was made. */
interface ReportedNote extends Pick<RefusalReason, 'reason' | 'values'> {
  readonly what: string
  readonly count: number
}

/** The report of an import. */
export interface ImportReport {
  readonly dry_run: boolean
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** Moved to the trash. */
  readonly removed: number
  readonly refused: number
  /** The first refused lines. */
  readonly refusals: readonly RefusedLine[]
  /** The unknown parts, and how often they occurred. */
  readonly notes: readonly ReportedNote[]
}

const MAX_NOTES = 100

/** The options that only one format has. All others hold in every format. */
const only = {
  prune: { format: 'calendar', isSent: ({ prunes }: ImportRequest) => prunes },
  columns: { format: 'table', isSent: ({ columns }: ImportRequest) => [...columns].length > 0 },
} as const

/** Throws 400 if an option is sent that the format of the text does not have. */
function allowOptions(request: ImportRequest, format: ImportFormat): void {
  for (const [name, option] of entriesOf(only))
    if (option.isSent(request) && option.format !== format)
      throw invalidParam(
        name,
        because('wrong_format', {
          wanted: importFormatWordings[option.format],
          format: importFormatWordings[format],
        }),
      )
}

function reportOf(tally: ImportTally, notes: ImportNotes, removed: number, dry: boolean): ImportReport {
  const { created, updated, unchanged, refused, refusals } = tally
  const inOrder = [...notes].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_NOTES)
  const listed = inOrder.map(([what, { note, count }]) => {
    const { reason, values } = note
    return { what, count, reason, values }
  })
  return { dry_run: dry, created, updated, unchanged, removed, refused, refusals, notes: listed }
}

async function calendarImported(
  request: ImportRequest,
  importing: ImportSetup,
  isDry: boolean,
): Promise<ImportReport> {
  const source = { name: request.source, isConfined: false }
  const tally = await importCalendar(request.text, source, importing)
  const context = { ...importing.caller, store: importing.store, moment: importing.now() }
  const vanished = request.prunes && isDry ? await vanishedEventIds(source, tally, context) : []
  const removed =
    request.prunes && !isDry
      ? await trashEventsGoneFromSource(source, tally, context, importing.onWrite)
      : vanished.length
  const doubt = incompleteReadReason(tally)
  const withheld = request.prunes && doubt !== undefined ? [because('nothing_trashed', { why: doubt })] : []
  const notes = [...tally.notes, ...withheld.map((note) => [note.message, { note, count: 1 }] as const)]
  return reportOf(tally, new Map(notes), removed, isDry)
}

/** How many lines a text has. */
function linesIn(text: string): number {
  let count = 0
  for (let at = 0; at >= 0 && at < text.length; at = text.indexOf('\n', at) + 1 || text.length) count += 1
  return count
}

const PIECE = 65_536

/** Yields the bytes of a text in chunks, which are never in memory together. Other tasks run between them. */
async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  for (let at = 0; at < text.length; ) {
    // Both halves of a character are encoded together.
    const isWithinCharacter = (text.codePointAt(at + PIECE - 1) ?? 0) > 0xffff
    const to = at + PIECE + (isWithinCharacter ? 1 : 0)
    yield Buffer.from(text.slice(at, to))
    at = to
    await breath()
  }
}

/**
 * Detects iCalendar, JSON lines or a table from the beginning of the text and imports it. Throws 400 for any other text, and for an option
 * that the format does not have; 403 if the token lacks the scope of events, which all lines but JSON lines are about.
 */
export async function importTextOfDetectedFormat(
  request: ImportRequest,
  importing: ImportSetup,
): Promise<ImportReport> {
  const { isDry = false } = importing
  const format = importFormatOfText(request.text)
  allowOptions(request, format)
  if (format !== 'lines') requireScope(importing.caller.actor, writeScopeByResource.event)
  if (format === 'calendar') return calendarImported(request, importing, isDry)
  if (format === 'lines') {
    const lines = jsonLinesOfText(request.text)
    importing.onTotal?.(linesIn(lines))
    return reportOf(await importJsonLinesFile(bytesOf(lines), importing), new Map(), 0, isDry)
  }
  const tally = await importTable(request.text, request.columns, importing, request.dates)
  const { notes: ofTable, note } = newImportNotes()
  for (const column of new Set(tally.unknown)) note(because('column_left_out', { column }))
  for (let at = 0; at < tally.yearless; at += 1) note(because('year_not_written'))
  return reportOf(tally, new Map([...tally.notes, ...ofTable]), 0, isDry)
}
