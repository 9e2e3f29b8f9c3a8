/** Shapes of represented values: the JSON schema of the documentation and the TypeScript type, declared together. */
import { recordFromNames } from './table-of.ts'

/** The shape of a value of type `T`. */
export interface Shape<T = unknown> {
  /** JSON Schema (2020-12). */
  readonly schema: Readonly<Record<string, unknown>>
  /** Declared for its type only: never present. */
  readonly type?: T
  /** Whether only some representations have the value. */
  readonly isOptional?: boolean
}

export interface OptionalShape<T> extends Shape<T> {
  readonly isOptional: true
}

/** Shapes by the names of their fields, in the order of the documentation. */
export type Shapes = Readonly<Record<string, Shape>>

type TypeOf<S> = S extends Shape<infer T> ? T : never
type OptionalIn<S extends Shapes> = {
  [K in keyof S]: S[K] extends OptionalShape<unknown> ? K : never
}[keyof S]

/** The type of an object with fields of these shapes. */
export type ObjectOf<S extends Shapes> = {
  readonly [K in Exclude<keyof S, OptionalIn<S>>]: TypeOf<S[K]>
} & { readonly [K in OptionalIn<S>]?: TypeOf<S[K]> }

export const textShape: Shape<string> = { schema: { type: 'string' } }
export const booleanShape: Shape<boolean> = { schema: { type: 'boolean' } }
export const integerShape: Shape<number> = { schema: { type: 'integer' } }
export const countShape: Shape<number> = { schema: { type: 'integer', minimum: 0 } }
/** `YYYY-MM-DD HH:MM:SS`. The name of the field says in which zone. */
export const timestampShape: Shape<string> = {
  schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' },
}
/** A timestamp, or "" if there is none. */
export const timestampOrEmptyShape: Shape<string> = {
  schema: { anyOf: [timestampShape.schema, { const: '' }] },
}
export const webAddressShape: Shape<string> = { schema: { type: 'string', format: 'uri' } }
export const anyObjectShape: Shape<Readonly<Record<string, unknown>>> = {
  schema: { type: 'object', additionalProperties: true },
}
export const integerOrNullShape: Shape<number | null> = { schema: { type: ['integer', 'null'] } }
export const numberOrNullShape: Shape<number | null> = { schema: { type: ['number', 'null'] } }

export function constantShape<const T extends string | boolean | null>(value: T): Shape<T> {
  return { schema: value === null ? { type: 'null' } : { const: value } }
}

export function choiceShape<T extends string>(choices: readonly T[]): Shape<T> {
  return { schema: { type: 'string', enum: choices } }
}

export function listShape<T>({ schema }: Shape<T>): Shape<readonly T[]> {
  return { schema: { type: 'array', items: schema } }
}

/** Returns the shape of either value. */
export function eitherShape<A, B>(one: Shape<A>, other: Shape<B>): Shape<A | B> {
  return { schema: { oneOf: [one.schema, other.schema] } }
}

/** Returns the shape of a value, or of null where there is none. */
export function orNullShape<T>({ schema }: Shape<T>): Shape<T | null> {
  return { schema: { anyOf: [schema, { type: 'null' }] } }
}

/** Returns the shape of an object that maps any name to a value. */
export function mapShape<T>({ schema }: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return { schema: { type: 'object', additionalProperties: schema } }
}

/** Returns a reference to the schema of that name in the document. */
export function schemaReferenceShape<T>(name: string): Shape<T> {
  return { schema: { $ref: `#/components/schemas/${name}` } }
}

/** Returns the shape of a field that only some representations have. */
export function optionalShape<T>(shape: Shape<T>): OptionalShape<T> {
  return { ...shape, isOptional: true }
}

/** Returns the JSON schema of an object with these fields, with the required ones listed. */
export function objectSchema(shapes: Shapes) {
  const names = Object.keys(shapes)
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(shapes).map(([name, { schema }]) => [name, schema])),
    required: names.filter((name) => shapes[name]?.isOptional !== true),
  }
}

/** Returns the shape of an object with these fields. */
export function objectShape<S extends Shapes>(shapes: S): Shape<ObjectOf<S>> {
  return { schema: objectSchema(shapes) }
}

export function sameShapeByName<T, N extends string>(
  shape: Shape<T>,
  ...names: readonly N[]
): { readonly [K in N]: Shape<T> } {
  return recordFromNames(names, () => shape)
}
