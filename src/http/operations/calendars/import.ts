/** Import over HTTP (contract §0, ext.): takes a file, returns a report. */
import { resolveGroupTarget } from '../../../actions/groups/of-event.ts'
import { refusalProblem, rightsByRole } from '../../../api/policy.ts'
import { parseColumnMap } from '../../../calendars/csv/column-map.ts'
import { importFormatAndColumnsProposal } from '../../../calendars/csv/preview.ts'
import type { SlashDateOrder } from '../../../calendars/csv/row-dates.ts'
import type { ImportSetup } from '../../../calendars/import/importing.ts'
import { type ImportReport, importTextOfDetectedFormat } from '../../../calendars/import/text.ts'
import {
  type ImportArgs,
  type ImportOperationName,
  importArgs,
  LINE_REPORT_TYPE,
  previewArgs,
} from '../../../contract/operations/calendars/imports.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import {
  charsetOfMediaType,
  decodedTextOfBytes,
  isSpreadsheetFile,
} from '../../../domain/text/decoded-text.ts'
import { isMonthFirstInRegion } from '../../../domain/time/date-order.ts'
import { regionOfLocale } from '../../../domain/time/locale.ts'
import { localeOnSite } from '../../../domain/time/site-locale.ts'
import { because, invalidParam, Problem } from '../../../problem.ts'
import { globalId } from '../../../representations/urls.ts'
import { oneTaskAtATimeRunner } from '../../../support/one-at-a-time.ts'
import type { AppOptions } from '../../options.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import { prefersReasons } from '../../protocol/preferences.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import { problemOfError } from '../../response/problems.ts'
import type { OperationHandler, OperationHandlers } from '../handler.ts'
import { newLineReport } from './line-report.ts'

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
  { body, headers }: ApiRequest,
) {
  const type = headers['content-type']
  if (isSpreadsheetFile(bytes)) throw invalidParam('file', because('spreadsheet_file'))
  const named = charset ?? charsetOfMediaType(typeof type === 'string' ? type : undefined)
  const decoded = decodedTextOfBytes(bytes, named)
  release(body, bytes)
  if (decoded === undefined) throw invalidParam('file', because('not_text'))
  return decoded
}

/** The report of an import with what it made besides events, and with its writes, oldest first, each of which can be undone. */
interface UndoableImportReport extends Omit<ImportReport, 'notes'> {
  readonly notes: readonly (Pick<ImportReport['notes'][number], 'what' | 'count'> & object)[]
  readonly made: readonly { readonly resource: string; readonly name: string }[]
  readonly revisions: readonly number[]
}

/** Returns a note without what is for programs. */
const plainNote = ({ what, count }: ImportReport['notes'][number]) => ({ what, count })

/** The most names of a report. */
const MAX_MADE = 500

type Listener = Pick<ImportSetup, 'onTotal' | 'onResult' | 'settled'>

/** A request to import, with its parsed args. */
interface ImportRequest {
  readonly request: ApiRequest
  readonly sent: ImportArgs
  /** Whether the client has closed the connection. */
  readonly isGone: () => boolean
}

const sourceNeeded = (path: string) => invalidParam('source', because('source_missing', { path }))

/** Imports the file of a request. Throws 400 or 503. */
async function imported(
  parts: AppOptions,
  { request, sent, isGone }: ImportRequest,
  listener: Listener = {},
): Promise<UndoableImportReport> {
  const { file, source = file.name, prune: prunes, dry_run: isDry, columns = '', dates, status } = sent
  const { operation, context } = request
  if (prunes && source === '') throw sourceNeeded(operation.path)
  const { store, ...rest } = context
  const group = sent.group ? await resolveGroupTarget(store, sent.group, context) : undefined
  const caller = { ...rest, newStatus: status, newGroup: group?.id }
  const made = new Map<string, UndoableImportReport['made'][number]>()
  const revisions: number[] = []
  const report = await importTextOfDetectedFormat(
    { text: textOf(sent, request).text, source, prunes, columns: parseColumnMap(columns), dates },
    {
      store,
      caller,
      isDry,
      ...listener,
      now: parts.now,
      globalId: (name, id) => globalId({ base: parts.baseUrl }, name, id),
      isFatal: (error) => parts.unavailability(error) !== undefined,
      isStrict: false,
      slice: SLICE,
      onWrite: (revision) => revisions.push(revision),
      onMade: (resource, name) => {
        if (made.size < MAX_MADE) made.set(`${resource} ${name}`, { resource, name })
      },
      onProgress: () => {
        if (isGone()) throw gone
      },
    },
  )
  const notes = prefersReasons(request.headers.prefer) ? report.notes : report.notes.map(plainNote)
  return { ...report, notes, made: [...made.values()], revisions }
}

/** The last line of a report whose import failed on its way. */
function lastLine(error: unknown, { unavailability }: AppOptions): object {
  const { code, message, status, data } = problemOfError(error, unavailability)
  return { error: { code, message, data: { status, ...data } } }
}

/** Imports, and sends what becomes of each line on its way. Throws what fails before the first line. */
async function reportedLines(
  parts: AppOptions,
  run: (listener: Listener) => Promise<UndoableImportReport>,
): Promise<ApiResponse> {
  const lines = newLineReport()
  const running = run({
    onTotal: (total) => lines.write({ total }),
    onResult: (result) => lines.write(result),
    settled: lines.settled,
  })
  running.then(
    (report) => lines.end({ report }),
    (error: unknown) => lines.end(lastLine(error, parts)),
  )
  await Promise.race([lines.begun, running])
  const headers = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }
  return { status: 200, headers, body: {}, stream: { type: LINE_REPORT_TYPE, open: () => lines.stream } }
}

function importHandler(parts: AppOptions): OperationHandler {
  const alone = oneTaskAtATimeRunner(because('import_running'))
  return async (request, { reply }) => {
    const { actor, store } = request.context
    if (!rightsByRole[actor.role].imports) throw refusalProblem(actor)
    const sent = parseArgs(importArgs, await sentArgs(request), 'create')
    const importing = { request, sent, isGone: () => reply.raw.destroyed }
    const run = (listener?: Listener) => alone(() => imported(parts, importing, listener))
    if (sent.report === 'lines') return reportedLines(parts, run)
    const body = await run()
    return { status: 200, body, headers: makeRevisionHeader(await store.revision()) }
  }
}

/** Returns the order of dates with slashes in the region that is set, else in that of the reader, as the browser names it, or of the zone. */
function usualDateOrder(
  { language, headers, context }: ApiRequest,
  region: string | undefined,
): SlashDateOrder {
  const [, own = language, country] =
    /^([a-z]{2,3})(?:-[a-z]{4})?(?:-([a-z]{2}))?(?![\w-])/i.exec(String(headers['accept-language'])) ?? []
  const known = region ?? country?.toUpperCase()
  const locale = localeOnSite(own.toLowerCase(), { zone: context.moment.zone, region: known })
  return isMonthFirstInRegion(own.toLowerCase(), regionOfLocale(locale)) ? 'month_first' : 'day_first'
}

function previewHandler({ region }: AppOptions): OperationHandler {
  return async (request) => {
    const { actor } = request.context
    if (!rightsByRole[actor.role].imports) throw refusalProblem(actor)
    const sent = parseArgs(previewArgs, await sentArgs(request), 'create')
    const { text, charset } = textOf(sent, request)
    const body = { ...importFormatAndColumnsProposal(text, usualDateOrder(request, region)), charset }
    return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body }
  }
}

/**
 * Builds the operations of imports. One import runs at a time, since each holds its whole text and all parsed items in memory.
 * They throw 400, 401, 403 or 503.
 */
export function importHandlers(parts: AppOptions): OperationHandlers<ImportOperationName> {
  return { import: importHandler(parts), 'preview-import': previewHandler(parts) }
}
