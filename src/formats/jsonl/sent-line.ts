/** The content of a line: a JSON object, and a key that recognises it in a later import. */
import { hash } from 'node:crypto'
import { because, Problem, type RefusalReason } from '../../problem.ts'
import { type FileLine, linesOfFile } from './lines.ts'

/** A JSON object as it was sent: its members are not checked yet. */
export type SentObject = Readonly<Record<string, unknown>>

/** Returns whether a JSON value is an object, and no list. */
export const isSentObject = (value: unknown): value is SentObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  if (!isSentObject(value)) throw refused(because('line_not_an_object'))
  return value
}

/** A line of a file, read. */
export interface SentLine {
  readonly number: number
  /** The characters of the line. */
  readonly size: number
  readonly sent: SentObject
  /** The key by which its content is recognised; undefined of a line of an export, which has `resource` and `global_id`. */
  readonly key?: string | undefined
  /** Why there is no object on the line. */
  readonly fault?: Problem
}

/** Yields the objects on the lines of a file that are not empty. */
export async function* sentLinesOfFile(chunks: AsyncIterable<Uint8Array>): AsyncIterable<SentLine> {
  for await (const line of linesOfFile(chunks)) {
    const { number, text } = line
    const about = { number, size: text.length }
    try {
      const sent = objectOnLine(line)
      const isOfExport = 'resource' in sent && 'global_id' in sent
      yield { ...about, sent, key: isOfExport ? undefined : contentKeyOf(sent) }
    } catch (fault) {
      if (!(fault instanceof Problem)) throw fault
      yield { ...about, sent: {}, fault }
    }
  }
}

const sorted = (_key: string, value: unknown) =>
  isSentObject(value)
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
