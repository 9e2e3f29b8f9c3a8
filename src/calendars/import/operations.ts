/** What is done with a file of events: it is imported, or looked at before. */

import { Readable } from 'node:stream'
import { setImmediate as breath } from 'node:timers/promises'
import { resolveGroupTarget } from '../../actions/groups.ts'
import { type Answer, answer, named } from '../../api/answer.ts'
import type { Context } from '../../api/context.ts'
import { type SentRequest, serviceOperation } from '../../api/operation.ts'
import type { Outside } from '../../api/outside.ts'
import { requireScope, rightsByRole } from '../../api/policy.ts'
import type { Room } from '../../api/room.ts'
import {
  type ArgsWithDefaults,
  defaulted,
  markedAsExtension,
  optional,
  required,
} from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { importExample } from '../../contract/openapi/examples.ts'
import { slashDateOrders } from '../../contract/operations/other-programs.ts'
import { writeScopeByResource } from '../../contract/operations.ts'
import {
  anyObjectShape,
  booleanShape,
  choiceShape,
  countShape,
  listShape,
  type ObjectOf,
  objectShape,
  optionalShape,
  sameShapeByName,
  textShape,
} from '../../contract/shape.ts'
import { entriesOf } from '../../contract/table-of.ts'
import {
  charsetOfMediaType,
  decodedTextOfBytes,
  fileCharsets,
  isSpreadsheetFile,
} from '../../domain/text/decoded-text.ts'
import { regionOfLocale } from '../../domain/time/locale.ts'
import { isMonthFirstInRegion, localeOnSite } from '../../domain/time/site-locale.ts'
import { type ColumnMap, importFormatAndColumnsProposal, parseColumnMap } from '../../formats/csv/mapping.ts'
import type { SlashDateOrder } from '../../formats/csv/rows.ts'
import {
  type ImportFormat,
  type ImportNotes,
  importFormatOfText,
  importFormatWordings,
  newImportNotes,
} from '../../formats/format.ts'
import { jsonLinesOfText } from '../../formats/jsonl/lines.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import { globalId, type Root } from '../../representations/urls.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import {
  importCalendar,
  incompleteReadReason,
  trashEventsGoneFromSource,
  vanishedEventIds,
} from './calendar.ts'
import type { ImportSetup, ImportTally } from './importer.ts'
import { importJsonLinesFile } from './json-lines.ts'
import { importTable } from './table.ts'

// A report that is sent while the import runs: one JSON object a line, and the summary as the last one.

/** Milliseconds for which a client may leave unread what was sent. */
const PATIENCE = 30_000

const unread = new Problem('rest_unavailable', because('report_unread'))

/** Returns an empty report. Its `begun` resolves when the first line was written. */
function newLineReport() {
  let wake: (() => void) | undefined
  let begin = () => {}
  let isFull = false
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const stream = new Readable({
    read() {
      isFull = false
      wake?.()
    },
  })
  stream.on('close', () => wake?.())
  stream.on('error', () => {})
  const write = (line: object) => {
    if (stream.destroyed) return
    isFull = !stream.push(`${JSON.stringify(line)}\n`)
    begin()
  }
  return {
    stream,
    begun,
    write,
    /** Waits until the client has read what was written. Throws 503 if the client is gone, or does not read. */
    async settled() {
      if (isFull && !stream.destroyed) {
        const timer = setTimeout(() => stream.destroy(), PATIENCE)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        clearTimeout(timer)
      }
      if (stream.destroyed) throw unread
    },
    /** Writes the last line. */
    end(line: object) {
      write(line)
      if (!stream.destroyed) stream.push(null)
    },
  }
}

// Imports a text of any supported format and returns a report: the action behind `POST /import` (contract §0, ext.).

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

/** Returns the report of an import that moved so many events to the trash. */
function reportOf(tally: ImportTally, notes: ImportNotes, removed: number, dry: boolean) {
  const { created, updated, unchanged, refused, refusals } = tally
  const inOrder = [...notes].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_NOTES)
  const listed = inOrder.map(([what, { note, count }]) => {
    const { reason, values } = note
    return { what, count, reason, values }
  })
  return { dry_run: dry, created, updated, unchanged, removed, refused, refusals, notes: listed }
}

async function calendarImported(request: ImportRequest, importing: ImportSetup, isDry: boolean) {
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
export async function importTextOfDetectedFormat(request: ImportRequest, importing: ImportSetup) {
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

declare module '../../api/outside.ts' {
  interface Outside {
    /** The problem that any error is. */
    problemOf(error: unknown): Problem
    /** Whether an error means that the database or the images can't be reached. */
    isUnavailability(error: unknown): boolean
    /** Runs one import at a time, since each holds its whole text and all parsed items in memory. Throws 503 during another one. */
    importAlone<T>(act: () => Promise<T>): Promise<T>
  }
}

const right = { scope: 'import', allows: ({ role }: Context['actor']) => rightsByRole[role].imports } as const
const mediaTypes = ['text/calendar', 'text/csv', 'application/x-ndjson', 'text/html']
const MIB = 1024 * 1024
/** The encoding of the text of a file, where it is not recognised. */
const charset = markedAsExtension(optional(kind.choice(fileCharsets)))

export const importArgs = {
  file: markedAsExtension(required(kind.upload({ mediaTypes, mostBytes: 50 * MIB }))),
  source: markedAsExtension(optional(kind.text(500))),
  prune: markedAsExtension(defaulted(kind.boolean, false)),
  dry_run: markedAsExtension(defaulted(kind.boolean, false)),
  columns: markedAsExtension(optional(kind.text(20_000))),
  dates: markedAsExtension(defaulted(kind.choice(slashDateOrders), 'month_first')),
  charset,
  status: markedAsExtension(optional(kind.choice(['publish', 'draft', 'pending', 'private']))),
  group: markedAsExtension(optional(kind.groupTarget)),
  report: markedAsExtension(defaulted(kind.choice(['summary', 'lines']), 'summary')),
}
type ImportArgs = ArgsWithDefaults<typeof importArgs>

/** Args of a look at a file before it is imported: its beginning is enough. */
const previewArgs = {
  file: markedAsExtension(required(kind.upload({ mediaTypes, mostBytes: MIB }))),
  charset,
}

/** Events per transaction: few, so that other writers do not wait noticeably. */
const SLICE = 10

/** Ends an import whose client has closed the connection. */
const gone = new Problem('rest_unavailable', because('connection_closed'))

/** The bytes from which on a buffer has memory of its own, and is worth being given back. */
const LARGE = 1_048_576

/** Gives back the memory of large bodies that nobody reads any more. They are empty then: the request refers to them until it ends. */
function release(...bodies: readonly unknown[]): void {
  const all = bodies.flatMap((one) => (Buffer.isBuffer(one) && one.length >= LARGE ? [one.buffer] : []))
  const buffers = [...new Set(all)].filter((one) => one instanceof ArrayBuffer)
  structuredClone(buffers, { transfer: buffers })
}

/** Returns the text of a file, whose bytes can't be read again, and its encoding. Throws 400 if it is none. */
function textOf(
  { file: { bytes }, charset }: Pick<ImportArgs, 'file' | 'charset'>,
  { body, headers }: SentRequest,
) {
  if (isSpreadsheetFile(bytes)) throw invalidParam('file', because('spreadsheet_file'))
  const named = charset ?? charsetOfMediaType(headers['content-type'])
  const decoded = decodedTextOfBytes(bytes, named)
  release(body, bytes)
  if (decoded === undefined) throw invalidParam('file', because('not_text'))
  return decoded
}

export const lineFault = named('LineFault', {
  ...sameShapeByName(textShape, 'field', 'reason'),
  values: anyObjectShape,
})
const refusal = named(
  'Refusal',
  { line: countShape, reason: textShape, faults: listShape(lineFault) },
  lineFault,
)
// The reason and its values are for clients that prefer them, like those of faults.
const note = named('ImportNote', {
  what: textShape,
  count: countShape,
  reason: optionalShape(textShape),
  values: optionalShape(anyObjectShape),
})
const madeItem = named('MadeItem', sameShapeByName(textShape, 'resource', 'name'))
const reportShapes = {
  dry_run: booleanShape,
  ...sameShapeByName(countShape, 'created', 'updated', 'unchanged', 'removed', 'refused'),
  refusals: listShape(refusal),
  notes: listShape(note),
  made: listShape(madeItem),
  revisions: listShape(countShape),
}
const importReport = named('ImportReport', reportShapes, refusal, note, madeItem)
/** With what it made besides events, and with its writes, oldest first, each of which can be undone. */
type UndoableImportReport = ObjectOf<typeof reportShapes>

/** The most names of a report. */
const MAX_MADE = 500

type Listener = Pick<ImportSetup, 'onTotal' | 'onResult' | 'settled'>

/** What an import is given besides its args. */
type Given = Context &
  Pick<Outside, 'momentNow' | 'isUnavailability'> & { readonly root: Root; readonly request: SentRequest }

/** Imports the file of a request. Throws 400 or 503. */
async function imported(
  { store, request, root, momentNow, isUnavailability, ...by }: Given,
  sent: ImportArgs,
  listener: Listener = {},
): Promise<UndoableImportReport> {
  const { file, source = file.name, prune: prunes, dry_run: isDry, columns = '', dates, status } = sent
  if (prunes && source === '') throw invalidParam('source', because('source_missing', { path: '/import' }))
  const group = sent.group ? await resolveGroupTarget(store, sent.group, by) : undefined
  const caller = { ...by, newStatus: status, newGroup: group?.id }
  const made = new Map<string, UndoableImportReport['made'][number]>()
  const revisions: number[] = []
  const report = await importTextOfDetectedFormat(
    { text: textOf(sent, request).text, source, prunes, columns: parseColumnMap(columns), dates },
    {
      store,
      caller,
      isDry,
      ...listener,
      now: momentNow,
      globalId: (name, id) => globalId(root, name, id),
      isFatal: isUnavailability,
      isStrict: false,
      slice: SLICE,
      onWrite: (revision) => revisions.push(revision),
      onMade: (resource, name) => {
        if (made.size < MAX_MADE) made.set(`${resource} ${name}`, { resource, name })
      },
      onProgress: () => {
        if (request.isGone()) throw gone
      },
    },
  )
  const notes = request.prefersReasons
    ? report.notes
    : report.notes.map(({ what, count }) => ({ what, count }))
  return { ...report, notes, made: [...made.values()], revisions }
}

/** The media type of a report of each line. */
const LINE_REPORT_TYPE = 'application/x-ndjson'

/** What an import answers with: its report and the newest revision, or what becomes of each line on its way. */
type Imported =
  | { readonly report: UndoableImportReport; readonly revision: number }
  | { readonly lines: ReturnType<typeof newLineReport> }

const importAnswer: Answer<Imported> = {
  status: 200,
  schema: importReport.name,
  schemas: importReport.schemas,
  text: 'A report of the import.',
  types: { 'application/json': 'itself', [LINE_REPORT_TYPE]: { type: 'string' } },
  sends: ['ETag', 'X-Fasti-Revision'],
  items: () => [],
  shown: (imported) => ('report' in imported ? imported.report : {}),
  headersOf: (imported) =>
    'report' in imported
      ? { 'X-Fasti-Revision': String(imported.revision) }
      : { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
  stream: (imported) =>
    'report' in imported ? undefined : { type: LINE_REPORT_TYPE, open: () => imported.lines.stream },
}

const importFile = serviceOperation({
  route: 'POST /import',
  name: 'import',
  summary: 'Import iCalendar, CSV or JSON lines',
  args: importArgs,
  body: { schema: 'NewImport', example: importExample },
  answer: importAnswer,
  right,
  isSlow: true,
  async run(given, sent) {
    const { store, importAlone, problemOf } = given
    const run = (listener?: Listener) => importAlone(() => imported(given, sent, listener))
    if (sent.report !== 'lines') return { report: await run(), revision: await store.revision() }
    const lines = newLineReport()
    const running = run({
      onTotal: (total) => lines.write({ total }),
      onResult: (result) => lines.write(result),
      settled: lines.settled,
    })
    running.then(
      (report) => lines.end({ report }),
      (error: unknown) => {
        const { code, message, status, data } = problemOf(error)
        lines.end({ error: { code, message, data: { status, ...data } } })
      },
    )
    // What fails before the first line is the answer.
    await Promise.race([lines.begun, running])
    return { lines }
  },
})

/** Who looks at a file: what tells in which order dates are written there. */
interface Reader extends Pick<Outside, 'region'>, Pick<Context, 'moment'> {
  readonly language: InterfaceLanguageCode
  readonly request: SentRequest
}

/** Returns the order of dates with slashes in the region that is set, else in that of the reader, as the browser names it, or of the zone. */
function usualDateOrder({ language, request: { headers }, moment, region }: Reader): SlashDateOrder {
  const [, own = language, country] =
    /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?![\w-])/i.exec(String(headers['accept-language'])) ?? []
  const known = region ?? country?.toUpperCase()
  const locale = localeOnSite(own.toLowerCase(), { zone: moment.zone, region: known })
  return isMonthFirstInRegion(own.toLowerCase(), regionOfLocale(locale)) ? 'month_first' : 'day_first'
}

const preview = named('ImportPreview', {
  format: choiceShape(['calendar', 'lines', 'table']),
  columns: listShape(
    objectShape({ ...sameShapeByName(textShape, 'name', 'column'), samples: listShape(textShape) }),
  ),
  choices: listShape(textShape),
  dates: choiceShape(['', ...slashDateOrders]),
  charset: textShape,
})

const previewImport = serviceOperation({
  route: 'POST /import/preview',
  name: 'preview-import',
  summary: 'Preview a file before an import: its format and columns',
  args: previewArgs,
  body: { schema: 'NewImportPreview', example: { file: importExample.file } },
  answer: answer(
    preview,
    'The format of the file, and for a table its columns with a proposed meaning of each.',
  ),
  right,
  // It writes nothing.
  rehearsal: 'none',
  async run(given, sent) {
    const { text, charset } = textOf(sent, given.request)
    return { ...importFormatAndColumnsProposal(text, usualDateOrder(given)), charset }
  },
})

// Imports of files. The door of their room.

export const importRoom: Room = { name: 'import', operations: [importFile, previewImport] }
