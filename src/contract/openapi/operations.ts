/** What the document says of one operation. */

import { type ProblemCode, problems } from '../../problem.ts'
import type { Arg } from '../arg.ts'
import { feedMediaTypes } from '../operations/feeds.ts'
import { isOnSubmissions } from '../operations/submissions.ts'
import {
  isUpdateAction,
  isWriteOperation,
  type MediaTypes,
  type Method,
  mayRespondWithCalendar,
  type Operation,
  type OwnFacts,
  type RouteWithOperations,
} from '../operations.ts'
import { resourceNamed } from '../resources/index.ts'
import { namesOf, recordFromNames } from '../table-of.ts'
import {
  componentReference,
  countSchema,
  type DocumentContext,
  type JsonObject,
  type SharedParameter,
  sharedParameterNames,
  textSchema,
} from './document.ts'
import { exampleOfArgNamed } from './examples.ts'
import {
  documentTexts,
  headerTexts,
  parameterTexts,
  responseTexts,
  type SharedHeaderName,
  securityTexts,
  statusTexts,
} from './texts.ts'

// The ids of operations: in the OpenAPI document, as names of tools, and as methods of the Python client.

/** Actions that people say in other words. */
const said: Readonly<Record<string, string | undefined>> = {
  feed: 'read',
  history: 'read-history',
  bulk: 'change-many',
  audit: 'read-audit',
  import: 'import-file',
  'list-asked-events': 'list-questioned-events',
  'submission-challenge': 'read-submission-challenge',
  'submission-image': 'read-submission-image',
}

const spokenFormat = (format: string) => (format === 'feed.json' ? 'json-feed' : format)

/** The verb and its object: the resource, or what the verb is about, of the resource. */
function phraseOf({ action, resource, by, format }: Operation): string {
  const verb = said[action] ?? action
  if (resource === undefined) return verb
  const isMany = action === 'list' || action === 'bulk' || (action === 'feed' && by === undefined)
  const noun = isMany ? resourceNamed(resource).collection : resource
  if (verb.endsWith(`-${noun}`)) return verb
  const hasObject = verb.includes('-') && action !== 'bulk' && format === undefined
  return hasObject ? `${verb}-of-${noun}` : `${verb}-${noun}`
}

/**
 * Returns ids such as `list-events`, `keep-draft-of-event` and `read-events-of-venue-as-ics`. If several methods do the same, PATCH gets the
 * name without a suffix.
 */
export function operationId(operation: Operation, verb: HttpVerb): string {
  const { by, methods, scope, format, isSecret } = operation
  const behind = isSecret === true ? ['at-secret-address'] : scope === undefined ? [] : ['of', scope]
  const written = format === undefined ? [] : ['as', spokenFormat(format)]
  const address = by === undefined || by === 'id' ? [] : [`by-${by}`]
  const plain = [phraseOf(operation), ...address, ...behind, ...written].join('-')
  if (verb === 'options') return `options-of-${plain}`
  return methods.length === 1 || verb === 'patch' ? plain : `${plain}-with-${verb}`
}

// The problems that each operation can respond with (contract §5, §6).

type ProblemCodeList = readonly ProblemCode[]

/** The HTTP methods of the document: those of operations, plus OPTIONS. */
export type HttpVerb = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options'

const everywhere: ProblemCodeList = [
  'rest_invalid_credentials',
  'rest_local_mode',
  'rest_uri_too_long',
  'rest_too_many_requests',
  'internal_server_error',
  'rest_unavailable',
]

function codesOf(operation: Operation, verb: HttpVerb): ProblemCodeList {
  // A path with malformed percent-encoding or a very long part matches no route, nor does an id with other signs than digits.
  const address = Object.keys(operation.address).length > 0 ? (['rest_no_route'] as const) : []
  const closed = isOnSubmissions(operation) ? (['rest_no_route'] as const) : []
  if (verb === 'options')
    return [...new Set([...everywhere, ...address, ...closed, 'rest_body_too_large' as const])]
  const override = verb === 'post' ? (['rest_method_not_allowed'] as const) : []
  const scope: ProblemCodeList = operation.facts.scope === undefined ? [] : ['rest_forbidden']
  return [
    ...new Set([
      ...everywhere,
      'rest_not_acceptable' as const,
      ...address,
      ...override,
      ...scope,
      // Strict handling refuses names that are not known.
      'rest_invalid_param' as const,
      ...operation.facts.problems,
    ]),
  ]
}

/** Returns whether a code has status 401 without credentials and 403 otherwise. */
const isPersonal = (code: ProblemCode) =>
  code.endsWith('-not-accessible') || code === 'event-password-protected' || code === 'rest_forbidden_status'

/** Returns the problem codes of an operation by status, in ascending order of status. */
function problemCodesByStatus(operation: Operation, verb: HttpVerb): ReadonlyMap<number, ProblemCodeList> {
  const pairs = codesOf(operation, verb).flatMap((code) => {
    const statuses = isPersonal(code) ? [401, 403] : [problems[code].status]
    return statuses.map((status) => ({ status, code }))
  })
  const statuses = [...new Set(pairs.map(({ status }) => status))].sort((a, b) => a - b)
  return new Map(
    statuses.map((status) => [
      status,
      pairs.filter((pair) => pair.status === status).map(({ code }) => code),
    ]),
  )
}

// Response headers (contract §7, §8), and which responses send them.

interface Header {
  readonly schema: JsonObject
  readonly example: unknown
  /** Set if every response that documents the header sends it. */
  readonly required?: true
}

const headers: Readonly<Record<SharedHeaderName, Header>> = {
  ETag: {
    schema: { type: 'string', pattern: '^"[^"]+"$' },
    example: '"v3-Zk1tq0yOeUXk2W5h"',
    required: true,
  },
  'Last-Modified': { schema: textSchema, example: 'Tue, 04 May 2027 16:00:00 GMT' },
  'Cache-Control': { schema: textSchema, example: 'public, no-cache', required: true },
  Vary: { schema: textSchema, example: 'Accept, Accept-Encoding, Authorization', required: true },
  Link: {
    schema: textSchema,
    example: '<https://calendar.example.org/>; rel="https://api.w.org/"',
    required: true,
  },
  Location: {
    schema: { type: 'string', format: 'uri' },
    example: 'https://calendar.example.org/cal/events/v1/events/1',
    required: true,
  },
  'X-Total-Count': { schema: countSchema, example: 25, required: true },
  'X-Total-Pages': { schema: countSchema, example: 3, required: true },
  'X-TEC-Total': { schema: countSchema, example: 25, required: true },
  'X-TEC-TotalPages': { schema: countSchema, example: 3, required: true },
  'X-Fasti-Revision': { schema: countSchema, example: 41 },
  'X-Fasti-Result': {
    schema: { type: 'string', enum: ['created', 'updated', 'unchanged'] },
    example: 'unchanged',
  },
  'Idempotency-Replayed': { schema: { const: 'true' }, example: 'true' },
  'Retry-After': { schema: countSchema, example: 30 },
  'WWW-Authenticate': { schema: textSchema, example: 'Basic realm="Fasti", charset="UTF-8"', required: true },
  Allow: { schema: textSchema, example: 'GET, POST, HEAD, OPTIONS', required: true },
  'Set-Cookie': {
    schema: textSchema,
    example: 'fasti_session=…; Path=/; HttpOnly; SameSite=Lax',
    required: true,
  },
  'Content-Disposition': { schema: textSchema, example: 'inline; filename="events.ics"' },
  'Content-Language': { schema: textSchema, example: 'fr' },
}

/** Returns the header components, by name. */
export function headerComponents(): JsonObject {
  return recordFromNames(namesOf(headers), (name) => ({ description: headerTexts[name], ...headers[name] }))
}

/** Headers with the totals of a list: Fasti's names, and the names that clients of The Events Calendar read. */
const totals = ['X-Total-Count', 'X-Total-Pages', 'X-TEC-Total', 'X-TEC-TotalPages'] as const

const sentEverywhere: readonly SharedHeaderName[] = ['Link', 'Vary', 'Cache-Control', 'Content-Language']

const named = (names: readonly SharedHeaderName[]) =>
  Object.fromEntries([...sentEverywhere, ...names].map((name) => [name, componentReference(name, 'headers')]))

/** Returns whether responses of the operation send Last-Modified: items that embed other items do not. */
const sendsLastModified = ({ resource }: Operation) =>
  resource !== undefined && ['venue', 'organizer', 'media', 'page'].includes(resource)

/** Lists of events say to known callers as of which revision they were read. */
const asOf = ({ action, resource }: Operation) =>
  action === 'list' && resource === 'event' ? (['X-Fasti-Revision'] as const) : []

/** Returns the headers of an operation's success response. */
function successHeaders(operation: Operation): JsonObject {
  const { facts } = operation
  const moment: readonly SharedHeaderName[] = sendsLastModified(operation) ? ['Last-Modified'] : []
  const { sends, isNewItem: isNew, isPage, isRepeatable } = facts.answer
  if (sends !== undefined) return named([...sends, ...(isPage ? totals : [])])
  return named([
    'ETag',
    ...(isPage ? totals : []),
    ...(mayRespondWithCalendar(operation) ? (['Content-Disposition'] as const) : []),
    ...asOf(operation),
    ...(isNew ? (['Location'] as const) : []),
    ...(isWriteOperation(operation) ? (['X-Fasti-Revision', 'X-Fasti-Result'] as const) : []),
    ...(isRepeatable ? (['Idempotency-Replayed'] as const) : []),
    ...(isPage ? [] : moment),
  ])
}

/** Headers of OPTIONS responses. */
const optionsHeaders: JsonObject = named(['ETag', 'Allow'])

/** Returns the headers of a 304 response. */
function notModifiedHeaders(operation: Operation): JsonObject {
  return named([
    'ETag',
    ...(operation.facts.answer.isPage ? totals : []),
    ...asOf(operation),
    ...(sendsLastModified(operation) && operation.action === 'read' ? (['Last-Modified'] as const) : []),
  ])
}

const ofStatus: Readonly<Record<number, readonly SharedHeaderName[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  409: ['Retry-After'],
  415: ['Idempotency-Replayed'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** Returns the headers of a problem response. The problem of a create may be replayed under its idempotency key. */
function problemHeaders(status: number, codes: readonly ProblemCode[]): JsonObject {
  const isReplayed = codes.includes('rest_missing_callback_param')
  return named([...(ofStatus[status] ?? []), ...(isReplayed ? (['Idempotency-Replayed'] as const) : [])])
}

// Parameters of operations: the declared args, and the shared parameters (contract §8).

interface Parameter {
  readonly in: 'query' | 'header'
  readonly schema: JsonObject
  readonly example: unknown
}

const table: Readonly<Record<SharedParameter, Parameter>> = {
  _fields: { in: 'query', schema: textSchema, example: 'id,title' },
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
  'If-None-Match': { in: 'header', schema: textSchema, example: '"v3-Zk1tq0yOeUXk2W5h"' },
  'If-Modified-Since': { in: 'header', schema: textSchema, example: 'Tue, 04 May 2027 16:00:00 GMT' },
  'If-Match': { in: 'header', schema: textSchema, example: '"v3-Zk1tq0yOeUXk2W5h"' },
  'If-Unmodified-Since': { in: 'header', schema: textSchema, example: 'Tue, 04 May 2027 16:00:00 GMT' },
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

/** Returns the shared parameter components, by name. */
export function parameterComponents({ word }: DocumentContext): JsonObject {
  return recordFromNames(sharedParameterNames, (name) => ({
    name,
    description: name === '_fields' || name === 'dry_run' ? word(`parameter.${name}`) : parameterTexts[name],
    required: false,
    ...table[name],
  }))
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
    ...(changes ? (['If-Match'] as const) : []),
    // What is no item has no date of its last change.
    ...(changes && resource !== undefined ? (['If-Unmodified-Since'] as const) : []),
    ...(isRepeatable ? (['Idempotency-Key'] as const) : []),
    ...(operation.facts.isRehearsable ? (['dry_run'] as const) : []),
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
const extensionMarker = (arg: Arg) => (arg.extension ? { 'x-extension': true } : {})

export function parametersOf(
  operation: Operation,
  verb: HttpVerb,
  context: DocumentContext,
): readonly JsonObject[] {
  const { address, args, action } = operation
  const isInBody = verb === 'options' || operation.facts.body !== undefined
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

// Request bodies: one schema per operation, in every accepted media type (contract §2.1).

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

// The content of successful responses: media types and schemas.

/** Returns the media types of an operation's successful response, each with its schema. */
export function successContent(operation: Operation): JsonObject {
  const { answer } = operation.facts
  if (answer.types !== undefined) return contentOf(answer, answer.types)
  return {
    'application/json': { schema: schemaOfAnswer(answer.schema) },
    ...(mayRespondWithCalendar(operation) && { [feedMediaTypes.ics]: { schema: { type: 'string' } } }),
  }
}

/** The content of an answer of these media types. */
const contentOf = ({ schema }: OwnFacts['answer'], types: MediaTypes): JsonObject =>
  Object.fromEntries(
    Object.entries(types).map(([type, own]) => [
      type,
      { schema: own === 'itself' ? schemaOfAnswer(schema) : own },
    ]),
  )

const schemaOfAnswer = (schema: string | readonly string[]): JsonObject =>
  typeof schema === 'string'
    ? componentReference(schema)
    : { anyOf: schema.map((one) => componentReference(one)) }

// Responses of operations: success, 304, and problems by status and code.

const json = (schema: JsonObject) => ({ 'application/json': { schema } })

function success(operation: Operation, verb: HttpVerb): JsonObject {
  if (verb === 'options')
    return {
      description: responseTexts.options,
      headers: optionsHeaders,
      content: json(componentReference('Route')),
    }
  return {
    description: operation.facts.answer.text,
    headers: successHeaders(operation),
    content: successContent(operation),
  }
}

const accepted = (operation: Operation, description: string): JsonObject => ({
  description,
  headers: successHeaders(operation),
  content: { 'application/json': {} },
})

const newlyPut = (operation: Operation): JsonObject => ({
  description: responseTexts['put.new'],
  headers: { ...successHeaders(operation), Location: componentReference('Location', 'headers') },
  content: successContent(operation),
})

/** Returns the responses of an operation, by status. */
export function responsesOf(operation: Operation, verb: HttpVerb): Readonly<Record<string, JsonObject>> {
  const isRead = verb === 'get'
  const acceptedText = operation.facts.answer.accepted
  const notModified = {
    description: responseTexts.not_modified,
    headers: notModifiedHeaders(operation),
  }
  const failures = [...problemCodesByStatus(operation, verb)].map(([status, codes]) => [
    status,
    problemResponse(status, codes),
  ])
  return {
    [verb === 'options' ? 200 : operation.facts.answer.status]: success(operation, verb),
    ...(acceptedText !== undefined && verb !== 'options' && { 202: accepted(operation, acceptedText) }),
    ...(operation.action === 'put' && verb !== 'options' && { 201: newlyPut(operation) }),
    ...(isRead && operation.facts.answer.leadsOn && { 301: componentReference('moved', 'responses') }),
    ...(isRead && !operation.facts.answer.isNew && { 304: notModified }),
    ...Object.fromEntries(failures),
    default: componentReference('default', 'responses'),
  }
}

function problemResponse(status: number, codes: readonly ProblemCode[]): JsonObject {
  const one = codes.length === 1 ? { const: codes[0] } : { enum: codes }
  const narrowed = { properties: { code: one, data: { properties: { status: { const: status } } } } }
  return {
    description: `${statusTexts[status] ?? ''}\n\n${codes.map((code) => `- \`${code}\`: ${problems[code].message}`).join('\n')}`,
    headers: problemHeaders(status, codes),
    content: json({ allOf: [componentReference('Problem'), narrowed] }),
  }
}

const verbs: { readonly [M in Method]: HttpVerb } = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** Returns each HTTP method of a route with its operation, and OPTIONS. HEAD is answered like GET, so the document leaves it out. */
export function httpVerbOperationPairs({
  operations,
}: RouteWithOperations): readonly (readonly [HttpVerb, Operation])[] {
  const own = operations.flatMap((operation) =>
    operation.methods.map((method) => [verbs[method], operation] as const),
  )
  const [first] = operations
  return [...own, ...(first === undefined ? [] : [['options', first] as const])]
}

/** Returns the responses that operations refer to by name. */
export const responseComponents = (): JsonObject => ({
  moved: {
    description: responseTexts.moved,
    headers: { ...problemHeaders(301, []), Location: componentReference('Location', 'headers') },
    content: json(componentReference('Problem')),
  },
  default: { description: responseTexts.default, content: json(componentReference('Problem')) },
})

// Authentication schemes (contract §5).

const schemes: Readonly<Record<keyof typeof securityTexts, JsonObject>> = {
  basic: { type: 'http', scheme: 'basic' },
  bearer: { type: 'http', scheme: 'bearer' },
  session: { type: 'apiKey', in: 'cookie', name: 'fasti_session' },
  csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
}

/** Returns the security scheme components, by name. */
export function securitySchemes(): JsonObject {
  return recordFromNames(namesOf(schemes), (name) => ({ ...schemes[name], description: securityTexts[name] }))
}

const tokens = [{ basic: [] }, { bearer: [] }]
const guarded = { session: [], csrf: [] }

/** The default security of reads: credentials are optional, because public items need none. */
export const defaultReadSecurity = [{}, ...tokens, { session: [] }]

/** Returns the security of an operation if it differs from the default. */
export function securityUnlessDefault(operation: Operation, verb: HttpVerb): JsonObject {
  if (['get', 'options'].includes(verb)) return {}
  if (operation.facts.ignoresSession) return { security: [{}] }
  return { security: operation.facts.needsSession ? [guarded] : [...tokens, guarded, {}] }
}
