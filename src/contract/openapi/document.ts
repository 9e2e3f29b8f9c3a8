/** Types, names and references that all parts of the OpenAPI document share. */

import type { AddressedBy } from '../operations.ts'
import type { ResourceName } from '../resources/index.ts'
import type { IndexContext } from '../route-index.ts'
import * as shape from '../shape.ts'

export interface JsonObject {
  readonly [key: string]: unknown
}

export const sharedParameterNames = [
  '_fields',
  '_envelope',
  'context',
  'dry_run',
  '_method',
  'X-HTTP-Method-Override',
  'If-None-Match',
  'If-Modified-Since',
  'If-Match',
  'If-Unmodified-Since',
  'Idempotency-Key',
  'X-Event-Password',
] as const
export type SharedParameter = (typeof sharedParameterNames)[number]

/** The shared parameters that tools for assistants describe too, and which therefore have words in every language. */
export type TranslatedParameterName = Extract<SharedParameter, '_fields' | 'dry_run'>

/** Keys of the document's words in every language, besides those of operations and args. `texts/` has the English rest. */
export type DocumentWordKey =
  | 'document.options'
  | `document.by.${AddressedBy}`
  | `document.group.${ResourceName | 'service'}`
  | `parameter.${TranslatedParameterName}`

export interface DocumentContext extends Omit<IndexContext, 'moment'> {
  readonly word: (place: DocumentWordKey) => string
}

type Part = 'schemas' | 'parameters' | 'headers' | 'responses'

/** Returns a `$ref` to a component of the document. */
export const componentReference = (name: string, part: Part = 'schemas') => ({
  $ref: `#/components/${part}/${name}`,
})

// Basic schemas that other schemas are built from.

export const textSchema = shape.textShape.schema
export const integerSchema = shape.integerShape.schema
export const countSchema = { type: 'integer', minimum: 0 }
export const timestampSchema = shape.timestampShape.schema
export const timestampOrEmptySchema = shape.timestampOrEmptyShape.schema
export const webAddressSchema = shape.webAddressShape.schema
/** An object with any properties. */
export const anyObjectSchema = shape.anyObjectShape.schema

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
