/** The query string of a request, read as a string, as a list of strings, or as raw values of declared args (contract §2.1). */

import type { FastifyRequest } from 'fastify'
import qs from 'qs'
import type { ArgSpecs } from '../../contract/arg.ts'
import { restorePlusSigns } from '../../domain/time/date-text.ts'
import { Problem } from '../../problem.ts'

// Parses query strings and forms into values by name: strings, and the lists and objects that brackets declare (contract §2.1).

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

// The parameters in the path of a request.

/** Returns the values of the placeholders of the route, decoded. Fastify leaves their type unknown; they are always strings. */
export function pathParamsOfRequest({
  params,
}: Pick<FastifyRequest, 'params'>): Readonly<Record<string, string>> {
  return Object(params)
}

const LONGEST_QUERY = 8192

/** A parsed query string. Values are read as strings, or by the kinds of declared args. */
export interface Query {
  /** Whether the name was sent, whatever its value. */
  has(name: string): boolean
  /** The strings sent under a name, in order; none if it is absent or an object (`name[key]=…`). */
  texts(name: string): readonly string[]
  /** The last string sent under a name. */
  text(name: string): string | undefined
  /** Raw values for the kinds of these args. Empty values count as absent. In dates, a space is restored to the plus sign it was. */
  args(args: ArgSpecs): RawArgs
  /** The whole query as one string, equal for equal values in the same order. */
  readonly digestible: string
  /** The query as it was sent, with its question mark, but for a password, and as RFC 3986 §3.4 has it; "" for none. */
  readonly sent: string
}

const isPassword = (part: string) => new URLSearchParams(part).has('password')

/** Bytes that no query may have (RFC 3986 §3.4): clients send brackets and braces as they are. */
const notInQueries = /%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/?%-]/gi
const encodedByte = (byte: string) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`

function sentAgain(text: string): string {
  const kept = text.split('&').filter((part) => part !== '' && !isPassword(part))
  return kept.length === 0 ? '' : `?${kept.join('&')}`.replace(notInQueries, encodedByte)
}

/** The strings in a value, including those of nested lists. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.flatMap(textsOf) : []
}

/** Whether an arg is declared as a date. Properties inherited from Object are no args. */
function isDate(args: ArgSpecs, name: string): boolean {
  return Object.hasOwn(args, name) && args[name]?.kind.name === 'date'
}

/** Builds a query from parsed values. */
function queryIn(values: RawArgs, sent: string): Query {
  const texts = (name: string) => (Object.hasOwn(values, name) ? textsOf(values[name]) : [])
  return {
    has: (name) => Object.hasOwn(values, name),
    texts,
    text: (name) => texts(name).at(-1),
    args: (args) =>
      Object.fromEntries(
        Object.entries(values)
          .filter(([, value]) => value !== '')
          .map(([name, value]) => [
            name,
            isDate(args, name) && typeof value === 'string' ? restorePlusSigns(value) : value,
          ]),
      ),
    get digestible() {
      return JSON.stringify(values)
    },
    get sent() {
      return sentAgain(sent)
    },
  }
}

/** An empty query string. */
export const emptyQuery: Query = queryIn({}, '')

/** The last parsed URL: a request's query is read several times on its way. */
let last = { url: '', query: emptyQuery }

/** Parses the query string of a URL, of any length. */
export function queryOfUrlOfAnyLength(url: string): Query {
  const at = url.indexOf('?')
  if (at < 0) return emptyQuery
  const text = url.slice(at + 1)
  if (last.url !== url) last = { url, query: queryIn(parseFormValues(text), text) }
  return last.query
}

/** Parses the query string of a URL. Throws 414 past 8 KiB. */
export function queryOfUrl(url: string): Query {
  const at = url.indexOf('?')
  if (at >= 0 && url.length - at - 1 > LONGEST_QUERY) throw new Problem('rest_uri_too_long')
  return queryOfUrlOfAnyLength(url)
}
