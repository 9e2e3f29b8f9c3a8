/** Parses query strings and forms into values by name: strings, and the lists and objects that brackets declare (contract §2.1). */
import qs from 'qs'

/** Values by name, as sent. */
export type RawArgs = Readonly<Record<string, unknown>>

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

/**
 * The values of `name=value` pairs without brackets, escapes and repetitions; undefined if there is anything else in the
 * text.
 */
function plainPairs(text: string): RawArgs | undefined {
  if (/[%[]/.test(text)) return undefined
  const values = new Map<string, string>()
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=')
    if (at < 1) return undefined
    const name = pair.slice(0, at)
    if (values.has(name)) return undefined
    values.set(name, pair.slice(at + 1))
  }
  return text.includes('+')
    ? Object.fromEntries([...values].map((pair) => pair.map((part) => part.replaceAll('+', ' '))))
    : Object.fromEntries(values)
}

/** Parses a query string, or a form in application/x-www-form-urlencoded. */
export const parseFormValues = (text: string): RawArgs =>
  plainPairs(text) ?? ordinaryObject(qs.parse(text, options))
