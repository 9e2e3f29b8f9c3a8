/** Basic schemas that other schemas are built from. */
import * as shape from '../../shape.ts'
import type { JsonObject } from '../document.ts'

export const textSchema = shape.textShape.schema
export const integerSchema = shape.integerShape.schema
export const countSchema = { type: 'integer', minimum: 0 }
export const timestampSchema = shape.timestampShape.schema
export const timestampOrEmptySchema = shape.timestampOrEmptyShape.schema
export const webAddressSchema = shape.webAddressShape.schema
/** An object with any properties. */
export const anyObjectSchema = shape.anyObjectShape.schema

/** Returns the schema of a list of items. */
export const listSchema = (items: JsonObject) => ({ type: 'array', items })

export interface ObjectSchema extends JsonObject {
  readonly properties: Readonly<Record<string, JsonObject>>
}

/** Returns whether the schema describes an object with known properties. */
export function isObjectSchema(schema: JsonObject): schema is ObjectSchema {
  return schema.type === 'object' && 'properties' in schema
}

/** Returns the schema of an object whose properties are all required, except the optional ones. */
export function objectSchemaWithProperties(
  properties: Readonly<Record<string, JsonObject>>,
  optional: readonly string[] = [],
): ObjectSchema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
  }
}

/** Returns an object that maps each name to the same schema. */
export function sameSchemaByName(
  schema: JsonObject,
  ...names: readonly string[]
): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(names.map((name) => [name, schema]))
}
