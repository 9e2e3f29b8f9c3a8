/** A text of any format that is read → the calendar, and a report of it: what `POST /import` does (contract §0, ext.). */
import { setImmediate as breath } from 'node:timers/promises'
import type { ColumnMap } from '../csv/import.ts'
import { importTable } from '../csv/import.ts'
import { importCalendar } from '../icalendar/import.ts'
import { pruneCalendar, vanishedFrom } from '../icalendar/prune.ts'
import { importLines } from '../jsonl/import.ts'
import type { Importing, Refusal, Tally } from './batches.ts'

/** What is to be imported, and how. */
export interface AskedImport {
  readonly text: string
  /** What it is known by when it is imported again. */
  readonly source: string
  /** Whether events of that source that it no longer has go to the trash. */
  readonly prunes: boolean
  readonly columns: ColumnMap
}

/** What has become of it. */
export interface ImportReport {
  readonly dry_run: boolean
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  /** Moved to the trash. */
  readonly removed: number
  readonly refused: number
  /** The first of those refused. */
  readonly refusals: readonly Refusal[]
  /** What was not understood, and how often. */
  readonly notes: readonly { readonly what: string; readonly count: number }[]
}

const MAX_NOTES = 100

function reportOf(
  tally: Tally,
  notes: ReadonlyMap<string, number>,
  removed: number,
  dry: boolean,
): ImportReport {
  const { created, updated, unchanged, refused, refusals } = tally
  const inOrder = [...notes].sort(([a], [b]) => (a < b ? -1 : 1)).slice(0, MAX_NOTES)
  const listed = inOrder.map(([what, count]) => ({ what, count }))
  return { dry_run: dry, created, updated, unchanged, removed, refused, refusals, notes: listed }
}

async function calendarImported(
  asked: AskedImport,
  importing: Importing,
  isDry: boolean,
): Promise<ImportReport> {
  const source = { name: asked.source, isConfined: false }
  const tally = await importCalendar(asked.text, source, importing)
  const context = { ...importing.caller, store: importing.store, moment: importing.now() }
  const vanished = asked.prunes && isDry ? await vanishedFrom(source, tally, context) : []
  const removed = asked.prunes && !isDry ? await pruneCalendar(source, tally, context) : vanished.length
  const { doubt } = tally.inventory
  const withheld =
    asked.prunes && doubt !== undefined ? [[`nothing moved to the trash: ${doubt}`, 1] as const] : []
  return reportOf(tally, new Map([...tally.notes, ...withheld]), removed, isDry)
}

const PIECE = 65_536

/** The bytes of a text in pieces, between which others run. */
async function* bytesOf(text: string): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield bytes.subarray(at, at + PIECE)
    await breath()
  }
}

/** Imports iCalendar, JSON lines, or else a table, as the text begins. Throws 400 where it is none of them. */
export async function importText(asked: AskedImport, importing: Importing): Promise<ImportReport> {
  const { isDry = false } = importing
  if (/^\ufeff?\s*BEGIN:/i.test(asked.text)) return calendarImported(asked, importing, isDry)
  if (/^\ufeff?\s*\{/.test(asked.text)) {
    return reportOf(await importLines(bytesOf(asked.text), importing), new Map(), 0, isDry)
  }
  const tally = await importTable(asked.text, asked.columns, importing)
  const notes = tally.unknown.map((name) => [`column ${name}`, 1] as const)
  return reportOf(tally, new Map(notes), 0, isDry)
}
