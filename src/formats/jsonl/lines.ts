/** Splits any bytes into numbered lines. Holds at most the longest allowed line in memory. */

import { hash } from 'node:crypto'
import { importKeyOfGlobalId } from '../../domain/import-source.ts'
import { because, invalidParam, Problem, type RefusalReason } from '../../problem.ts'
import { isJsonObject, type JsonObject } from '../../support/json.ts'

/** The longest line of an export: a description, custom fields and tickets of maximum length. */
export const LONGEST_EXPORT_LINE = 4 * 1024 * 1024

/** A line that is not empty. A line that is no text has a fault instead. */
interface FileLine {
  /** Counted from 1, including empty lines. */
  readonly number: number
  readonly text: string
  readonly fault?: RefusalReason
  /** The line ends at the end of the file, without a line break. */
  readonly isCut: boolean
}

/** Returns the objects of a JSON list, one on each line; any other text as it is. Throws 400 for what is no list. */
export function jsonLinesOfText(text: string): string {
  if (!/^\ufeff?\s*\[/.test(text)) return text
  try {
    const list: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (Array.isArray(list)) return list.map((one) => `${JSON.stringify(one)}\n`).join('')
  } catch {
    // What is wrong is told below.
  }
  throw invalidParam('file', because('not_a_json_list'))
}

const LINE_FEED = 10
const decoder = new TextDecoder('utf-8', { fatal: true })

interface Collected {
  add(piece: Uint8Array): void
  take(isCut: boolean): FileLine
}

/** Collects the chunks of one line after the other. Drops the chunks of a line that is too long. */
function collector(): Collected {
  let pieces: Uint8Array[] = []
  let size = 0
  let number = 0
  return {
    add(piece) {
      size += piece.length
      if (size > LONGEST_EXPORT_LINE) pieces = []
      else pieces.push(piece)
    },
    take(isCut) {
      number += 1
      const line = size > LONGEST_EXPORT_LINE ? { text: '', fault: tooLong } : decoded(Buffer.concat(pieces))
      pieces = []
      size = 0
      return { number, isCut, ...line }
    },
  }
}

const tooLong = because('long_line', { most: LONGEST_EXPORT_LINE / 1024 / 1024 })

function decoded(bytes: Uint8Array): Pick<FileLine, 'text' | 'fault'> {
  try {
    return { text: decoder.decode(bytes).trim() }
  } catch {
    return { text: '', fault: because('not_utf8') }
  }
}

const hasContent = ({ text, fault }: FileLine) => text !== '' || fault !== undefined

/** Yields the lines of a file that are not empty. Skips a byte order mark. */
export async function* linesOfFile(chunks: AsyncIterable<Uint8Array>): AsyncIterable<FileLine> {
  const collected = collector()
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      collected.add(chunk.subarray(from, to))
      from = to + 1
      const line = collected.take(false)
      if (hasContent(line)) yield line
    }
    collected.add(chunk.subarray(from))
  }
  const last = collected.take(true)
  if (hasContent(last)) yield last
}

// The content of a line: a JSON object, and a key that recognises it in a later import.

/** A JSON object as it was sent: its members are not checked yet. */
export type SentObject = JsonObject

/** The beginning of the keys of lines. */
export const LINE_KEY_PREFIX = 'line:'

const refused = (reason: RefusalReason) => new Problem('rest_invalid_json', reason)

/** Parses the object on a line. Throws a problem with the reason if there is none. */
export function objectOnLine({ text, fault, isCut }: FileLine): SentObject {
  if (fault !== undefined) throw refused(because('line_refused', { why: fault }))
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused(isCut ? because('line_cut_off') : because('line_not_json'))
  }
  if (!isJsonObject(value)) throw refused(because('line_not_an_object'))
  return value
}

/** A line of a file, read. */
export interface SentLine {
  readonly number: number
  /** The characters of the line. */
  readonly size: number
  readonly sent: SentObject
  /** Whether it is of an export, which has `resource` and `global_id`. */
  readonly isOfExport: boolean
  /** The key by which its content is recognised, and those of its global ids. */
  readonly keys: readonly string[]
  /** Why there is no object on the line. */
  readonly fault?: Problem
}

/** The most global ids of a line that are looked up with those of others. */
const MAX_KEYS = 5

/** Yields the objects on the lines of a file that are not empty. */
export async function* sentLinesOfFile(chunks: AsyncIterable<Uint8Array>): AsyncIterable<SentLine> {
  for await (const line of linesOfFile(chunks)) {
    const { number, text } = line
    const about = { number, size: text.length }
    try {
      const sent = objectOnLine(line)
      const isOfExport = 'resource' in sent && 'global_id' in sent
      const ids = isOfExport ? [sent.global_id, sent.origins].flat().slice(0, MAX_KEYS) : []
      const keys = [contentKeyOf(sent), ...ids.map((id) => importKeyOfGlobalId(String(id)))]
      yield { ...about, sent, isOfExport, keys }
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault
      yield { ...about, sent: {}, isOfExport: false, keys: [], fault }
    }
  }
}

const sorted = (_key: string, value: unknown) =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
    : value

/** Returns a key that is equal for lines of equal content, in any order of members and with any white space. */
export function contentKeyOf(sent: SentObject): string {
  try {
    return `${LINE_KEY_PREFIX}${hash('sha256', JSON.stringify(sent, sorted))}`
  } catch {
    throw refused(because('line_too_deep'))
  }
}
