/** Parameters of operations: the declared args, and the shared parameters (contract §8). */
import type { Arg } from '../arg.ts'
import { isUpdateAction, type Operation, readsArgsFromBody, takesDryRun } from '../operations.ts'
import {
  componentReference,
  type DocumentContext,
  type JsonObject,
  type SharedParameter,
  sharedParameterNames,
} from './document.ts'
import { exampleOfArgNamed } from './examples.ts'
import { sendsLastModified } from './headers.ts'
import type { HttpVerb } from './problems-of.ts'
import { parameterTexts } from './texts/parts.ts'

interface Parameter {
  readonly in: 'query' | 'header'
  readonly schema: JsonObject
  readonly example: unknown
}

const text = { type: 'string' }
const table: Readonly<Record<SharedParameter, Parameter>> = {
  _fields: { in: 'query', schema: text, example: 'id,title' },
  _envelope: { in: 'query', schema: { type: 'boolean', default: false }, example: false },
  context: {
    in: 'query',
    schema: { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view' },
    example: 'view',
  },
  dry_run: { in: 'query', schema: { type: 'boolean', default: false }, example: false },
  _method: { in: 'query', schema: { type: 'string', enum: ['PUT', 'PATCH', 'DELETE'] }, example: 'PATCH' },
  'X-HTTP-Method-Override': {
    in: 'header',
    schema: { type: 'string', enum: ['PUT', 'PATCH', 'DELETE'] },
    example: 'PATCH',
  },
  'If-None-Match': { in: 'header', schema: text, example: '"v3-Zk1tq0yOeUXk2W5h"' },
  'If-Modified-Since': { in: 'header', schema: text, example: 'Tue, 04 May 2027 16:00:00 GMT' },
  'If-Match': { in: 'header', schema: text, example: '"v3-Zk1tq0yOeUXk2W5h"' },
  'If-Unmodified-Since': { in: 'header', schema: text, example: 'Tue, 04 May 2027 16:00:00 GMT' },
  'Idempotency-Key': {
    in: 'header',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    example: '0b6c2f6e-5f5b-4a57-9b1c-3a8b0c6f1a77',
  },
  'X-Event-Password': {
    in: 'header',
    schema: { type: 'string', maxLength: 255, format: 'password' },
    example: 'sesame',
  },
}

function sharedText(name: SharedParameter, word: DocumentContext['word']): string {
  return name === '_fields' || name === 'dry_run' ? word(`parameter.${name}`) : parameterTexts[name]
}

/** Returns the shared parameter components, by name. */
export function parameterComponents({ word }: DocumentContext): JsonObject {
  const entries = sharedParameterNames.map((name) => [
    name,
    { name, description: sharedText(name, word), required: false, ...table[name] },
  ])
  return Object.fromEntries(entries)
}

const ofVerb: Readonly<Record<HttpVerb, readonly SharedParameter[]>> = {
  get: ['_fields', '_envelope', 'context', 'If-None-Match'],
  options: ['_fields'],
  post: ['_fields', '_envelope', '_method', 'X-HTTP-Method-Override'],
  put: ['_fields', '_envelope'],
  patch: ['_fields', '_envelope'],
  delete: ['_fields', '_envelope'],
}

/** Returns the names of an operation's shared parameters. */
function sharedOf(operation: Operation, verb: HttpVerb): readonly SharedParameter[] {
  const { action, resource, args, by, facts } = operation
  if (verb === 'options') return ofVerb.options
  const changes = facts.isConditional
  const isRepeatable = facts.answer.isRepeatable
  const isFeed = action === 'feed'
  const opens =
    resource === 'event' && (action === 'list' || action === 'read' || (isFeed && by !== undefined))
  const all: readonly SharedParameter[] = [
    ...(isFeed ? (['If-None-Match'] as const) : ofVerb[verb]),
    ...(action === 'read' && sendsLastModified(operation) ? (['If-Modified-Since'] as const) : []),
    ...(changes ? (['If-Match', 'If-Unmodified-Since'] as const) : []),
    ...(isRepeatable ? (['Idempotency-Key'] as const) : []),
    ...(takesDryRun(operation) ? (['dry_run'] as const) : []),
    ...(opens ? (['X-Event-Password'] as const) : []),
  ]
  return all.filter((name) => !(name in args))
}

/** Returns the schema of an arg with its effective default. A default that depends on the clock is in the description instead. */
export function sentArgSchema(arg: Arg, action: Operation['action']): JsonObject {
  const { shownDefault: listed } = arg
  const isFixed = listed !== undefined && listed !== null && typeof listed !== 'function'
  return { ...arg.kind.schema, ...(isFixed && !isUpdateAction(action) && { default: listed }) }
}

/** Returns the marker for args that extend the specification. */
export const extensionMarker = (arg: Arg) => (arg.extension ? { 'x-extension': true } : {})

/** Returns the parameters of an operation. */
export function parametersOf(
  operation: Operation,
  verb: HttpVerb,
  context: DocumentContext,
): readonly JsonObject[] {
  const { address, args, action } = operation
  const isInBody = verb === 'options' || readsArgsFromBody(operation)
  const declared = Object.entries(isInBody ? address : { ...address, ...args }).map(([name, arg]) => ({
    name,
    in: name in address ? 'path' : 'query',
    description: context.describe(operation, name),
    required: arg.presence === 'required',
    ...(arg.kind.schema.type === 'array' && { style: 'form', explode: false }),
    schema: sentArgSchema(arg, action),
    example: exampleOfArgNamed(name, action),
    ...extensionMarker(arg),
  }))
  return [...declared, ...sharedOf(operation, verb).map((name) => componentReference(name, 'parameters'))]
}
