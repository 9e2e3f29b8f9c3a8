/** Request bodies: one schema per operation, in every accepted media type (contract §2.1). */
import type { Arg } from '../arg.ts'
import { isUpdateAction, type Operation } from '../operations.ts'
import { resourceNamed } from '../resources/index.ts'
import { componentReference, type DocumentContext, type JsonObject } from './document.ts'
import { exampleOfArgNamed } from './examples.ts'
import { extensionMarker, sentArgSchema } from './parameters.ts'
import { documentTexts } from './texts/parts.ts'

const mediaTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const

/** Returns the schema with null allowed, for fields that null clears. */
function orNull(schema: JsonObject): JsonObject {
  if (Array.isArray(schema.anyOf)) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  return { ...schema, type: [schema.type, 'null'].flat() }
}

function property(name: string, arg: Arg, operation: Operation, { describe }: DocumentContext): JsonObject {
  const schema = sentArgSchema(arg, operation.action)
  // A body field and a filter may share a name but need different examples: fields take theirs from `bodies`.
  const example = name in resourceFields(operation) ? exampleOfArgNamed(name, operation.action) : undefined
  const isLink = arg.kind.name === 'links'
  return {
    ...(arg.clears ? orNull(schema) : schema),
    description: describe(operation, name),
    ...(example !== undefined && !isLink && { examples: [example] }),
    ...extensionMarker(arg),
  }
}

function resourceFields({ resource }: Operation) {
  return resource === undefined ? {} : resourceNamed(resource).fields
}

function schemaOf(operation: Operation, context: DocumentContext): JsonObject {
  const fields = Object.entries(operation.args)
  const required = fields.filter(([, arg]) => arg.presence === 'required').map(([name]) => name)
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, arg]) => [name, property(name, arg, operation, context)]),
    ),
    ...(!isUpdateAction(operation.action) && { required }),
  }
}

/** Returns the schema of every body, by schema name. */
export function bodySchemas(operations: readonly Operation[], context: DocumentContext): JsonObject {
  const entries = operations.flatMap((operation) => {
    const { body } = operation.facts
    return body === undefined ? [] : [[body.schema, schemaOf(operation, context)]]
  })
  return Object.fromEntries(entries)
}

function bodyOf({ resource, args }: Operation): 'body' | 'import' | 'upload' {
  if (args.file?.kind.upload === undefined) return 'body'
  return resource === undefined ? 'import' : 'upload'
}

/** Returns the `requestBody` of an operation, or an empty object if it has no body. */
export function requestBody(operation: Operation): JsonObject {
  const { body } = operation.facts
  if (body === undefined) return {}
  const content = { schema: componentReference(body.schema), example: body.example }
  const { file } = operation.args
  const upload = file?.kind.upload
  return {
    requestBody: {
      description: documentTexts[bodyOf(operation)],
      required: !isUpdateAction(operation.action),
      content:
        upload === undefined
          ? Object.fromEntries(mediaTypes.map((type) => [type, content]))
          : {
              'multipart/form-data': content,
              ...Object.fromEntries(upload.mediaTypes.map((type) => [type, { schema: file?.kind.schema }])),
            },
    },
  }
}
