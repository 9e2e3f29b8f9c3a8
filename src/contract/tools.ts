/** Tools for assistants (contract §13, ext.): the operations that an assistant may call, with the schemas of their args. */
import type { Arg } from './arg.ts'
import { operationId, sentArgSchema } from './openapi/operations.ts'
import { isUpdateAction, isWriteOperation, type NamedOperation, type Operation } from './operations.ts'
import { type ResourceName, resourceNamed } from './resources/index.ts'
import type { DescribeOperationOrArg } from './route-index.ts'

type Json = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly operation: Operation
}

/** Scopes whose operations are no tools: they are about credentials and other programs, or take files. */
const without: readonly unknown[] = ['users', 'import', 'webhooks', 'federation', 'no scopes']

function isTool(operation: Operation): boolean {
  const { action, args, by, facts } = operation
  if (action === 'batch' || action === 'undo') return true
  if (by === 'slug' || by === 'uid') return false
  if (facts.answer.types !== undefined) return false
  if (Object.values(args).some(({ kind }) => kind.upload !== undefined)) return false
  const scope = operation.facts.scope
  return scope !== undefined && !without.includes(scope)
}

/** Returns the tools among operations, by name. */
export function toolsOf(operations: readonly Operation[]): ReadonlyMap<string, Tool> {
  const tools = operations.filter(isTool).map((operation) => {
    const name = operationId(operation, 'patch').replaceAll('-', '_')
    return [name, { name, operation }] as const
  })
  return new Map(tools)
}

function propertyOf(
  name: string,
  arg: Arg,
  operation: NamedOperation,
  describe: DescribeOperationOrArg,
): Json {
  const schema = sentArgSchema(arg, operation.action)
  const described = { ...schema, description: describe(operation, name) }
  if (!isUpdateAction(operation.action) || !arg.clears) return described
  return { anyOf: [schema, { type: 'null' }], description: describe(operation, name) }
}

function objectOf(
  args: Operation['args'],
  operation: NamedOperation,
  describe: DescribeOperationOrArg,
): Json {
  const properties = Object.entries(args).map(([name, arg]) => [
    name,
    propertyOf(name, arg, operation, describe),
  ])
  const required = Object.entries(args).filter(([, { presence }]) => presence === 'required')
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(!isUpdateAction(operation.action) &&
      required.length > 0 && { required: required.map(([name]) => name) }),
  }
}

/** The schemas that those of args refer to. */
function referred(name: string, describe: DescribeOperationOrArg): Json {
  if (name === 'Linked') return { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }
  const inline: Readonly<Record<string, ResourceName>> = { NewVenue: 'venue', NewOrganizer: 'organizer' }
  const resource = inline[name]
  if (resource === undefined) return { type: 'object' }
  return objectOf(resourceNamed(resource).fields, { action: 'create', resource }, describe)
}

/** Returns the schema without references: each is replaced by what it refers to. */
function resolved(value: unknown, describe: DescribeOperationOrArg): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, describe))
  if (typeof value !== 'object' || value === null) return value
  const { $ref } = Object(value)
  if (typeof $ref === 'string') return resolved(referred($ref.split('/').at(-1) ?? '', describe), describe)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolved(one, describe)]))
}

/** The args that choose parts of a response, or rehearse a write. `fields` and `rehearsal` describe them. */
function extraOf(operation: Operation, words: { readonly fields: string; readonly rehearsal: string }): Json {
  const fields = { _fields: { type: 'string', description: words.fields } }
  if (!isWriteOperation(operation)) return fields
  if (!operation.facts.isRehearsable) return {}
  return { dry_run: { type: 'boolean', default: false, description: words.rehearsal } }
}

export function toolSchema(
  { operation }: Tool,
  describe: DescribeOperationOrArg,
  words: { readonly fields: string; readonly rehearsal: string },
): Json {
  const { address, args } = operation
  const own = objectOf({ ...args, ...address }, operation, describe)
  const required = [
    ...new Set([...Object.keys(address), ...(Array.isArray(own.required) ? own.required : [])]),
  ]
  const properties = { ...Object(own.properties), ...extraOf(operation, words) }
  const schema = { ...own, properties, ...(required.length > 0 && { required }), additionalProperties: false }
  return Object(resolved(schema, describe))
}
