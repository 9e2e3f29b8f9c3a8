/** Importing a file through the interface: looking at it, and hearing what becomes of each line. */
import type { components } from '../../../../clients/typescript/src/schema.ts'
import { addressOf, headersOf, heed } from '../api/ask.ts'
import { Fault } from '../api/faults.ts'
import type { ProblemBody } from '../api/types.ts'
import { t } from '../words/index.ts'

export type Preview = components['schemas']['ImportPreview']
export type Report = components['schemas']['ImportReport']
export const outcomes = ['created', 'updated', 'unchanged', 'refused'] as const
export type Outcome = (typeof outcomes)[number]

/** One line of the file, and what became of it. */
export interface Line {
  readonly line: number
  readonly outcome: Outcome
  readonly title: string
  readonly start_date: string
  readonly id: number
  readonly changed: readonly string[]
  readonly reason: string
}

/** How the file is imported. */
export interface Options {
  /** Our columns in the order of the file; undefined where the file is no table. */
  readonly columns: readonly string[] | undefined
  readonly dates: string
  readonly status: string
  readonly prune: boolean
}

/** How far an import has come. `sent` is the share of the file, from 0 to 1; `total` is 0 while it is not known. */
export interface Progress {
  readonly sent: number
  readonly lines: number
  readonly total: number
}

/** The end of an import. */
export interface Finished {
  readonly report: Report
  /** The first lines of each outcome. */
  readonly shown: readonly Line[]
  /** The whole report, as JSON lines. */
  readonly text: string
}

/** Lines of each outcome that are shown; all are in the report. */
const MAX_SHOWN = 100
/** The part of a file that a preview is made from. */
const BEGINNING = 512 * 1024
const LINE_FEED = 10

/** The beginning of a file up to the end of a line, so that no letter is cut. */
async function beginningOf(file: File): Promise<Blob> {
  if (file.size <= BEGINNING) return file
  const bytes = new Uint8Array(await file.slice(0, BEGINNING).arrayBuffer())
  return file.slice(0, bytes.lastIndexOf(LINE_FEED) + 1 || BEGINNING)
}

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Asks what a file seems to be. Throws a Fault. */
export async function previewOf(file: File): Promise<Preview> {
  const form = new FormData()
  form.append('file', await beginningOf(file), file.name)
  const asked = fetch(addressOf('/import/preview'), {
    method: 'POST',
    headers: headersOf('POST'),
    body: form,
  })
  const response = await asked.catch(() => undefined)
  const body = parsed((await response?.text()) ?? '')
  if (response?.ok === true) return body as Preview
  heed(response?.status ?? 0)
  throw new Fault(response?.status ?? 0, body)
}

function formOf(file: File, { columns, dates, status, prune }: Options, isDry: boolean): FormData {
  const form = new FormData()
  form.append('file', file, file.name)
  form.append('report', 'lines')
  form.append('dry_run', String(isDry))
  form.append('prune', String(prune))
  if (columns !== undefined) form.append('columns', JSON.stringify(columns))
  if (dates !== '') form.append('dates', dates)
  if (status !== '') form.append('status', status)
  return form
}

type Said = Partial<Line> & { total?: number; report?: Report; error?: Partial<ProblemBody> }

/** Gathers the lines of a report as they come. */
function gathering(hear: (lines: number, total: number) => void) {
  const counts: Record<string, number> = {}
  const shown: Line[] = []
  let [lines, total, read] = [0, 0, 0]
  let report: Report | undefined
  let fault: Partial<ProblemBody> | undefined
  const take = (said: Said) => {
    if (said.total !== undefined) total = said.total
    report = said.report ?? report
    fault = said.error ?? fault
    if (said.outcome === undefined) return
    lines += 1
    const count = (counts[said.outcome] ?? 0) + 1
    counts[said.outcome] = count
    if (count <= MAX_SHOWN) shown.push(said as Line)
  }
  return {
    /** Reads what has come since the last time. */
    read(text: string) {
      const end = text.lastIndexOf('\n') + 1
      for (const line of text.slice(read, end).split('\n')) if (line !== '') take(parsed(line))
      read = Math.max(read, end)
      hear(lines, total)
    },
    /** The end. Throws a Fault where the import failed on its way, or the connection broke. */
    finished(text: string): Finished {
      if (report !== undefined) return { report, shown, text }
      throw new Fault(0, fault ?? { message: t('import.broken') })
    },
  }
}

/** Imports a file, or with `isDry` shows what an import would do. Throws a Fault. */
export function runImport(
  file: File,
  options: Options,
  isDry: boolean,
  progress: (now: Progress) => void,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const lines = gathering((count, total) => progress({ sent: 1, lines: count, total }))
    request.open('POST', addressOf('/import'))
    for (const [name, value] of Object.entries(headersOf('POST'))) request.setRequestHeader(name, value)
    request.setRequestHeader('Accept', 'application/x-ndjson, application/json')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      progress({ sent: total > 0 ? loaded / total : 0, lines: 0, total: 0 }),
    )
    request.addEventListener('progress', () => {
      if (request.status === 200) lines.read(request.responseText)
    })
    request.addEventListener('loadend', () => {
      if (request.status !== 200) {
        heed(request.status)
        return reject(new Fault(request.status, parsed(request.responseText)))
      }
      try {
        lines.read(request.responseText)
        return resolve(lines.finished(request.responseText))
      } catch (error) {
        return reject(error)
      }
    })
    request.send(formOf(file, options, isDry))
  })
}

const columns = ['line', 'outcome', 'title', 'start_date', 'id', 'changed', 'reason'] as const

/** A cell that no spreadsheet takes for a formula. */
function cellOf(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
  const harmless = /^'*[=+\-@\t\r]/.test(text) && !/^-?\d+$/.test(text) ? `'${text}` : text
  return /[",;\r\n\t]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** The lines of a report as a table. */
export function tableOf(text: string): string {
  const rows = text.split('\n').flatMap((line) => {
    const said: Readonly<Record<string, unknown>> = { ...parsed(line || '{}') }
    return said.outcome === undefined ? [] : [columns.map((name) => cellOf(said[name])).join(',')]
  })
  return `\ufeff${[columns.join(','), ...rows].join('\r\n')}\r\n`
}

/** The lines of a report as JSON lines, without what is said of the whole. */
export const linesOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.includes('"outcome"'))
    .map((line) => `${line}\n`)
    .join('')
