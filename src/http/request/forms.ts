/** Parses query strings and forms into values by name: strings, and the lists and objects that brackets declare (contract §2.1). */
import qs from 'qs'
import type { RawArgs } from './raw-args.ts'

const options = { depth: 4, parameterLimit: 2000, arrayLimit: 1000, plainObjects: true } as const

/**
 * Copies parsed values into ordinary objects. The parser's objects have no prototype, so converting them to a string throws.
 * The recursion is bounded by the parser's `depth` option.
 */
function ordinary(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordinary)
  return typeof value === 'object' && value !== null ? ordinaryObject(value) : value
}

function ordinaryObject(value: object): RawArgs {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, ordinary(member)]))
}

/** Parses a query string, or a form in application/x-www-form-urlencoded. */
export const formValues = (text: string): RawArgs => ordinaryObject(qs.parse(text, options))
