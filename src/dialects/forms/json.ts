/** JSON values of other APIs, and changes of them. */

export type JsonObject = Readonly<Record<string, unknown>>
export type JsonTransformation = (json: JsonObject) => JsonObject

/** Whether a value is a JSON object. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The members of an object; empty for any other value. */
export const jsonObjectOrEmpty = (value: unknown): JsonObject => (isJsonObject(value) ? value : {})

/** Applies a change to an object, or to each object of a list; returns other values unchanged. */
export const transformObjectOrList = (change: JsonTransformation, value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one) => transformObjectOrList(change, one))
    : isJsonObject(value)
      ? change(value)
      : value

/** Returns the transformation that applies some others, one after the other. */
export const composeTransformations =
  (...changes: readonly JsonTransformation[]): JsonTransformation =>
  (json) =>
    changes.reduce((changed, change) => change(changed), json)

/** An object without some of its members. */
export const withoutMembers = (json: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)))
