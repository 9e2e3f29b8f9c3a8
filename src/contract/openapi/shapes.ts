/** The plain shapes that schemas are made of. */
import type { Json } from './document.ts'

export const text = { type: 'string' }
export const flag = { type: 'boolean' }
export const whole = { type: 'integer' }
export const timestamp = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }
/** A time, or nothing where there was none. */
export const timestampOrNone = { anyOf: [timestamp, { const: '' }] }
export const webAddress = { type: 'string', format: 'uri' }
/** An object of any content. */
export const open = { type: 'object', additionalProperties: true }

export const listOf = (items: Json) => ({ type: 'array', items })

export interface ObjectSchema extends Json {
  readonly properties: Readonly<Record<string, Json>>
}

/** Whether a schema is that of an object of known properties. */
export function isObjectSchema(schema: Json): schema is ObjectSchema {
  return schema.type === 'object' && 'properties' in schema
}

/** An object whose every property is always present, but for the optional ones. */
export function object(
  properties: Readonly<Record<string, Json>>,
  optional: readonly string[] = [],
): ObjectSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  }
}

/** The same schema under each of these names. */
export function each(schema: Json, ...names: readonly string[]): Readonly<Record<string, Json>> {
  return Object.fromEntries(names.map((name) => [name, schema]))
}
