/** The published document in two forms: for complete responses, and for responses with `_fields`. */

import { openApiDocument, openApiWordFunctionsOf } from '../../src/contract/openapi.ts'
import { routesOfOperations } from '../../src/contract/operations.ts'
import { operationsUnderNamespace } from '../../src/operations.ts'

export interface Operation {
  readonly operationId: string
  readonly parameters?: readonly { readonly $ref?: string }[]
  readonly responses: Readonly<Record<string, Response>>
}

interface Response {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, { readonly schema?: object }>>
}

export interface Published {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly parameters: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, Response>>
    readonly headers: Readonly<Record<string, { readonly required?: boolean }>>
    readonly schemas: Readonly<Record<string, object>>
  }
}

export const namespace = 'cal/events/v1'

/** Returns the response of `GET /doc` in English. */
export function published(): Published {
  const context = {
    namespace,
    root: 'http://127.0.0.1:3000',
    ...openApiWordFunctionsOf('en'),
  }
  return JSON.parse(
    JSON.stringify(openApiDocument(routesOfOperations(operationsUnderNamespace(namespace)), context)),
  )
}

type Node = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the document with every schema changed by `change`. */
function withSchemas(value: unknown, change: (schema: Node) => Node): unknown {
  if (Array.isArray(value)) return value.map((one) => withSchemas(one, change))
  if (!isObject(value)) return value
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withSchemas(one, change)]))
  return change(inner)
}

/** Allows only documented keys, so that an undocumented key is a fault. */
export function closed(document: Published): object {
  const close = (schema: Node): Node =>
    schema.type === 'object' && isObject(schema.properties) && schema.additionalProperties === undefined
      ? { ...schema, additionalProperties: false }
      : schema
  return { $id: 'closed', ...(withSchemas(document, close) as Node) }
}

/** As `closed`, but every key is optional. */
export function partial(document: Published): object {
  const loosen = ({ required, oneOf, ...schema }: Node): Node => ({
    ...schema,
    // `required` may also be the name of a property.
    ...(required !== undefined && !Array.isArray(required) && { required }),
    ...(oneOf !== undefined && { anyOf: oneOf }),
  })
  return { ...(withSchemas(closed(document), loosen) as Node), $id: 'partial' }
}
