/** Imports a file through the API: previews it, and reads the outcome of each line. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { byteOrderMark, rowText } from '../../../domain/text/csv.ts'
import { faultOfResponse, loadRefusalWordsOnce } from '../api/faults.ts'
import { parsedJson, postForm } from '../api/files.ts'
import type { ProblemBody } from '../api/types.ts'
import { t } from '../words/index.ts'

export type FileColumnsPreview = components['schemas']['ImportPreview']
type Report = components['schemas']['ImportReport']
type LineFault = components['schemas']['LineFault']
/** In the order in which they matter: what is refused needs somebody. */
export const lineOutcomes = ['refused', 'created', 'updated', 'unchanged'] as const
export type LineOutcome = (typeof lineOutcomes)[number]

/** A line of the file, and its outcome. */
export interface ReportLine {
  readonly line: number
  readonly outcome: LineOutcome
  readonly title: string
  readonly start_date: string
  /** The start on the clock of its zone; "" if the line was not imported. */
  readonly starts: string
  readonly venue: string
  readonly cost: string
  readonly id: number
  readonly changed: readonly string[]
  readonly reason: string
  readonly faults: readonly LineFault[]
}

export interface ImportOptions {
  /** Our fields in the order of the file's columns; undefined if the file is not a table. */
  readonly columns: readonly string[] | undefined
  readonly dates: string
  /** The encoding that the user chose; "" for the recognised one. */
  readonly charset: string
  readonly status: string
  readonly prune: boolean
}

/** The progress of an import. `sent` is the share of the file, from 0 to 1; `total` is 0 until it is known. */
export interface ImportProgress {
  readonly sent: number
  readonly lines: number
  readonly total: number
}

export interface ImportResult {
  readonly report: Report
  /** The first lines of each outcome. */
  readonly shown: readonly ReportLine[]
  /** How many of the new events have no time. */
  readonly timeless: number
  /** The full report, as JSON lines. */
  readonly text: string
}

/** Whether the event of a line has a day alone: a start at midnight is shown so, too. */
export const hasNoTime = ({ starts }: Pick<ReportLine, 'starts'>): boolean => starts.endsWith('00:00:00')

/** Lines of each outcome that are shown. The report has all of them. */
const MAX_SHOWN = 100
/** Bytes of the file that a preview reads. */
const BEGINNING = 512 * 1024
const LINE_FEED = 10

/** The beginning of a file up to the end of a line, so that no character is cut. */
async function beginningOf(file: File): Promise<Blob> {
  if (file.size <= BEGINNING) return file
  const bytes = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer())
  return file.slice(0, bytes.lastIndexOf(LINE_FEED) + 1 || BEGINNING)
}

/** Asks the service for the format and columns of a file, read with an encoding or, for "", the recognised one. Throws a Fault. */
export async function requestFileColumnsPreview(file: File, charset: string): Promise<FileColumnsPreview> {
  const form = new FormData()
  form.append('file', await beginningOf(file), file.name)
  if (charset !== '') form.append('charset', charset)
  return parsedJson(await postForm('/import/preview', form)) as FileColumnsPreview
}

function formOf(
  file: File,
  { columns, dates, charset, status, prune }: ImportOptions,
  isDry: boolean,
): FormData {
  const form = new FormData()
  form.append('file', file, file.name)
  form.append('report', 'lines')
  form.append('dry_run', String(isDry))
  form.append('prune', String(prune))
  if (columns !== undefined) form.append('columns', JSON.stringify(columns))
  if (dates !== '') form.append('dates', dates)
  if (charset !== '') form.append('charset', charset)
  if (status !== '') form.append('status', status)
  return form
}

type Said = Partial<ReportLine> & { total?: number; report?: Report; error?: Partial<ProblemBody> }

/** Collects the lines of a report as they arrive. */
function gathering(onProgress: (lines: number, total: number) => void) {
  const counts: Record<string, number> = {}
  const shown: ReportLine[] = []
  let [lines, total, read, timeless] = [0, 0, 0, 0]
  let report: Report | undefined
  let fault: Partial<ProblemBody> | undefined
  const take = (said: Said) => {
    if (said.total !== undefined) total = said.total
    report = said.report ?? report
    fault = said.error ?? fault
    if (said.outcome === undefined) return
    lines += 1
    if (said.outcome === 'created' && hasNoTime({ starts: said.starts ?? '' })) timeless += 1
    const count = (counts[said.outcome] ?? 0) + 1
    counts[said.outcome] = count
    if (count <= MAX_SHOWN) shown.push(said as ReportLine)
  }
  return {
    /** Reads the text that has arrived since the last call. */
    read(text: string) {
      const end = text.lastIndexOf('\n') + 1
      for (const line of text.slice(read, end).split('\n')) if (line !== '') take(parsedJson(line))
      read = Math.max(read, end)
      onProgress(lines, total)
    },
    /** Returns the result. Throws a Fault if the import failed midway or the connection broke. */
    async finished(text: string): Promise<ImportResult> {
      if (report?.refused || report?.notes.length) await loadRefusalWordsOnce()
      if (report !== undefined) return { report, shown, timeless, text }
      throw await faultOfResponse(0, fault ?? { message: t('import.broken') })
    },
  }
}

type TellProgress = (now: ImportProgress) => void

/** Imports a file, or only checks it if `isDry`. Throws a Fault. */
export async function runImport(
  file: File,
  options: ImportOptions,
  isDry: boolean,
  progress: TellProgress,
): Promise<ImportResult> {
  const lines = gathering((count, total) => progress({ sent: 1, lines: count, total }))
  const text = await postForm('/import', formOf(file, options, isDry), {
    type: 'application/x-ndjson',
    sent: (share) => progress({ sent: share, lines: 0, total: 0 }),
    received: lines.read,
  })
  lines.read(text)
  return lines.finished(text)
}

const columns = [
  ...(['line', 'outcome', 'title', 'start_date', 'starts', 'venue', 'cost'] as const),
  ...(['id', 'changed', 'reason'] as const),
]

/** The lines of a report as CSV. */
export function reportCsv(text: string): string {
  const rows = text.split('\n').flatMap((line) => {
    const said: Readonly<Record<string, unknown>> = { ...parsedJson(line || '{}') }
    return said.outcome === undefined ? [] : [said]
  })
  const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))
  const lines = rows.map((row) => rowText(columns.map((name) => textOf(row[name]))))
  return [byteOrderMark, rowText(columns), ...lines].join('')
}

/** The lines of a report as JSON lines, without the summary. */
export const reportJsonLinesWithoutSummary = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.includes('"outcome"'))
    .map((line) => `${line}\n`)
    .join('')
