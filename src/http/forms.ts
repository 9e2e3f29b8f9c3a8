/** Query strings and forms taken apart into values by name: texts, and the lists and objects that brackets make (contract §2.1). */
import qs from 'qs'
import type { Sent } from './sent.ts'

const options = { depth: 4, parameterLimit: 2000, arrayLimit: 1000, plainObjects: true } as const

/**
 * The same values in ordinary objects. The parser makes objects without a prototype, which throw where they are turned into
 * text. It nests them no deeper than its options say.
 */
function ordinary(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordinary)
  return typeof value === 'object' && value !== null ? ordinaryObject(value) : value
}

function ordinaryObject(value: object): Sent {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, ordinary(member)]))
}

/** The values of a query string, or of a form written as one. */
export const formValues = (text: string): Sent => ordinaryObject(qs.parse(text, options))
