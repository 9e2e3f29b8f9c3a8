/** JSON values of other APIs, and changes of them. */

export type Json = Readonly<Record<string, unknown>>
export type Change = (json: Json) => Json

/** Whether a value is a JSON object. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object; empty for any other value. */
export const jsonOf = (value: unknown): Json => (isJson(value) ? value : {})

/** Applies a change to an object, or to each object of a list; returns other values unchanged. */
export const within = (change: Change, value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => within(change, one)) : isJson(value) ? change(value) : value

/** One change after the other. */
export const allOf =
  (...changes: readonly Change[]): Change =>
  (json) =>
    changes.reduce((changed, change) => change(changed), json)

/** An object without some of its members. */
export const without = (json: Json, ...names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)))
