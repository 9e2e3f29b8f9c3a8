/** What is done with a file of events: it is imported, or looked at before. */
import { resolveGroupTarget } from '../../actions/groups/of-event.ts'
import { type Answer, answer, named } from '../../api/answer.ts'
import type { Context } from '../../api/context.ts'
import { type SentRequest, serviceOperation } from '../../api/operation.ts'
import type { Outside } from '../../api/outside.ts'
import { rightsByRole } from '../../api/policy.ts'
import {
  type ArgsWithDefaults,
  defaulted,
  markedAsExtension,
  optional,
  required,
} from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { importExample } from '../../contract/openapi/body-examples.ts'
import { slashDateOrders } from '../../contract/operations/calendars/imports.ts'
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
import {
  charsetOfMediaType,
  decodedTextOfBytes,
  fileCharsets,
  isSpreadsheetFile,
} from '../../domain/text/decoded-text.ts'
import { isMonthFirstInRegion } from '../../domain/time/date-order.ts'
import { regionOfLocale } from '../../domain/time/locale.ts'
import { localeOnSite } from '../../domain/time/site-locale.ts'
import { parseColumnMap } from '../../formats/csv/column-map.ts'
import { importFormatAndColumnsProposal } from '../../formats/csv/preview.ts'
import type { SlashDateOrder } from '../../formats/csv/row-dates.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import { globalId, type Root } from '../../representations/urls.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import type { ImportSetup } from './importing.ts'
import { newLineReport } from './line-report.ts'
import { type ImportReport, importTextOfDetectedFormat } from './text.ts'

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

const lineFault = named('LineFault', {
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

/** Returns a note without what is for programs. */
const plainNote = ({ what, count }: ImportReport['notes'][number]) => ({ what, count })

/** The most names of a report. */
const MAX_MADE = 500

type Listener = Pick<ImportSetup, 'onTotal' | 'onResult' | 'settled'>

/** What an import is given besides its args. */
type Given = Context &
  Pick<Outside, 'momentNow' | 'isUnavailability'> & { readonly root: Root; readonly request: SentRequest }

const sourceNeeded = () => invalidParam('source', because('source_missing', { path: '/import' }))

/** Imports the file of a request. Throws 400 or 503. */
async function imported(
  { store, request, root, momentNow, isUnavailability, ...by }: Given,
  sent: ImportArgs,
  listener: Listener = {},
): Promise<UndoableImportReport> {
  const { file, source = file.name, prune: prunes, dry_run: isDry, columns = '', dates, status } = sent
  if (prunes && source === '') throw sourceNeeded()
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
  const notes = request.prefersReasons ? report.notes : report.notes.map(plainNote)
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

/** The last line of a report whose import failed on its way. */
const lastLine = ({ code, message, status, data }: Problem): object => ({
  error: { code, message, data: { status, ...data } },
})

export const importFile = serviceOperation({
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
      (error: unknown) => lines.end(lastLine(problemOf(error))),
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

export const previewImport = serviceOperation({
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
