/** The query string of a request, read by type: as text, as a list of texts, or as the values of declared args (contract §2.1). */
import type { Args } from '../contract/arg.ts'
import { mendQueryDate } from '../domain/date-text.ts'
import { Problem } from '../problem.ts'
import { formValues } from './forms.ts'
import type { Sent } from './sent.ts'

const LONGEST_QUERY = 8192

/** What was sent in the query string. Values come out as text alone, or through the kinds of declared args. */
export interface Query {
  /** Whether the name was sent, whatever its value. */
  has(name: string): boolean
  /** The texts sent under a name, in order: none where it is absent, or sent as an object (`name[key]=…`). */
  texts(name: string): readonly string[]
  /** The last text sent under a name. */
  text(name: string): string | undefined
  /** Raw values for the kinds of these args: empty values are absent, and dates get back the plus that became a space. */
  args(args: Args): Sent
  /** The whole query in one text: the same for the same values in the same order. */
  readonly digestible: string
}

/** The texts of a value, those of the lists in it included. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.flatMap(textsOf) : []
}

/** Whether it is declared as a date; names of what every object has are none of the args. */
export function isDate(args: Args, name: string): boolean {
  return Object.hasOwn(args, name) && args[name]?.kind.name === 'date'
}

/** The query of these values. */
function queryIn(values: Sent): Query {
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
            isDate(args, name) && typeof value === 'string' ? mendQueryDate(value) : value,
          ]),
      ),
    get digestible() {
      return JSON.stringify(values)
    },
  }
}

/** A query string that was not sent. */
export const noQuery: Query = queryIn({})

/** The query string of a request's URL, however long it is. */
export function anyQueryOf(url: string): Query {
  const at = url.indexOf('?')
  return at < 0 ? noQuery : queryIn(formValues(url.slice(at + 1)))
}

/** The query string of a request's URL. Throws 414 past 8 KiB. */
export function queryOf(url: string): Query {
  const at = url.indexOf('?')
  if (at >= 0 && url.length - at - 1 > LONGEST_QUERY) throw new Problem('rest_uri_too_long')
  return anyQueryOf(url)
}
