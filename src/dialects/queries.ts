/** Changes of query strings. */
import type { Query } from '../http/request/query.ts'

/** A query with another value of a parameter. */
export const withParameter = (query: Query, name: string, value: string): Query => ({
  has: (other) => other === name || query.has(other),
  texts: (other) => (other === name ? [value] : query.texts(other)),
  text: (other) => (other === name ? value : query.text(other)),
  args: (args) => ({ ...query.args(args), [name]: value }),
  digestible: query.digestible,
  sent: query.sent,
})

/** A query without a parameter. */
export const withoutParameter = (query: Query, name: string): Query => ({
  has: (other) => other !== name && query.has(other),
  texts: (other) => (other === name ? [] : query.texts(other)),
  text: (other) => (other === name ? undefined : query.text(other)),
  args(args) {
    const { [name]: _, ...others } = query.args(args)
    return others
  },
  digestible: query.digestible,
  sent: query.sent,
})

/** Whether a parameter has a value. */
export const hasNonEmptyParameter = (query: Query, name: string): boolean => (query.text(name) ?? '') !== ''

/** A query with a default value for a parameter that is absent or empty. */
export const withDefault = (query: Query, name: string, value: string): Query =>
  hasNonEmptyParameter(query, name) ? query : withParameter(query, name, value)
