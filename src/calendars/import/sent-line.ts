/** What a line says: a JSON object, its key for recognising it again, and its args. */
import { createHash } from 'node:crypto'
import { Problem } from '../../problem.ts'
import type { Line } from '../jsonl/lines.ts'

export type Sent = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Sent =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const refused = (message: string) => new Problem('rest_invalid_json', { message })

/** The object on a line. Throws a problem that says why there is none. */
export function sentOn({ text, fault, isCut }: Line): Sent {
  if (fault !== undefined) throw refused(`The line ${fault}.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refused(isCut ? 'The line is not whole JSON: the file seems cut off.' : 'The line is not JSON.')
  }
  if (!isObject(value)) throw refused('The line is not a JSON object.')
  return value
}

const sorted = (_key: string, value: unknown) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : Number(a > b))))
    : value

/** Equal for lines of equal content, however their members are ordered and spaced. */
export function keyOf(sent: Sent): string {
  try {
    return `line:${createHash('sha256').update(JSON.stringify(sent, sorted)).digest('hex')}`
  } catch {
    throw refused('The line is nested too deeply.')
  }
}
