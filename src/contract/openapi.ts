/** The contract as an OpenAPI 3.1 document (contract §7), computed from the operations. */
import { problems } from '../problem.ts'
import { type Arg, listedDefault } from './arg.ts'
import { schemas } from './openapi/schemas.ts'
import type { Action, Operation, Route } from './operations.ts'
import { type ResourceName, resourceNamed } from './resources/index.ts'
import { type IndexContext, indexedArgs } from './route-index.ts'

type Json = Readonly<Record<string, unknown>>

const nouns: Readonly<Record<ResourceName, string>> = {
  event: 'Event',
  venue: 'Venue',
  organizer: 'Organizer',
  category: 'Category',
  tag: 'Tag',
}
const bodies = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function schemaOf(arg: Arg, context: IndexContext): Json {
  const fallback = listedDefault(arg, context.moment)
  return { ...arg.kind.schema, ...(fallback !== undefined && fallback !== null && { default: fallback }) }
}

const marked = (arg: Arg) => (arg.extension ? { 'x-extension': true } : {})

const sendsBody = (action: Action) => ['create', 'update', 'sign-in'].includes(action)

function parameters(operation: Operation, context: IndexContext): readonly Json[] {
  const { address, args, action } = operation
  const entries = sendsBody(action)
    ? Object.entries(address)
    : [...Object.entries(address), ...Object.entries(args)]
  return entries.map(([name, arg]) => ({
    name,
    in: name in address ? 'path' : 'query',
    description: context.describe(operation, name),
    required: arg.presence === 'required',
    schema: schemaOf(arg, context),
    ...marked(arg),
  }))
}

function requestBody(operation: Operation, context: IndexContext): Json {
  if (!sendsBody(operation.action)) return {}
  const fields = Object.entries(operation.args)
  const shown = indexedArgs(operation)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, arg]) => [
        name,
        { ...schemaOf(arg, context), description: context.describe(operation, name), ...marked(arg) },
      ]),
    ),
    ...(operation.action !== 'update' && {
      required: fields.map(([name]) => name).filter((name) => shown[name]?.presence === 'required'),
    }),
  }
  return { requestBody: { content: Object.fromEntries(bodies.map((type) => [type, { schema }])) } }
}

const successes: Readonly<Record<Action, readonly [status: string, description: string]>> = {
  index: ['200', 'The routes of this namespace.'],
  doc: ['200', 'This document.'],
  'who-am-i': ['200', 'Who asks; with a session, its csrf_token.'],
  'sign-in': ['201', 'Who is signed in; the cookie of the session comes with it.'],
  'sign-out': ['200', 'The session has ended.'],
  list: ['200', 'A page of the list.'],
  create: ['201', 'The new item.'],
  read: ['200', 'The item.'],
  update: ['200', 'The item as it then stands.'],
  remove: ['200', 'The item as it then stands, or as it stood.'],
}

const errors: Readonly<Record<Action, readonly number[]>> = {
  index: [404],
  doc: [],
  'who-am-i': [401],
  'sign-in': [400, 401, 403, 413, 415, 429, 503],
  'sign-out': [401, 403],
  list: [400, 401, 403, 404],
  create: [400, 401, 403, 409, 413, 415, 422],
  read: [401, 403, 404, 410],
  update: [400, 401, 403, 404, 409, 410, 412, 413, 415],
  remove: [401, 403, 404, 410, 412],
}

function collectionSchema(name: ResourceName): Json {
  const counts = { total: { type: 'integer' }, total_pages: { type: 'integer' } }
  const addresses = ['rest_url', 'next_rest_url', 'previous_rest_url'].map((key) => [
    key,
    { type: 'string', format: 'uri' },
  ])
  const { collection } = resourceNamed(name)
  return {
    type: 'object',
    properties: {
      [collection]: { type: 'array', items: ref(nouns[name]) },
      ...Object.fromEntries(addresses),
      ...counts,
    },
    required: [collection, 'rest_url', 'total', 'total_pages'],
  }
}

function successSchema({ action, resource }: Operation): Json {
  if (action === 'who-am-i' || action === 'sign-in') return ref('Session')
  if (resource === undefined) return { type: 'object' }
  if (action === 'list') return collectionSchema(resource)
  const item = ref(nouns[resource])
  if (action !== 'remove') return item
  const deleted = {
    type: 'object',
    properties: { deleted: { const: true }, previous: item },
    required: ['deleted', 'previous'],
  }
  return { anyOf: [item, deleted] }
}

function responses(operation: Operation): Json {
  const [status, description] = successes[operation.action]
  const success = { description, content: { 'application/json': { schema: successSchema(operation) } } }
  const failures = errors[operation.action].map((one) => [
    String(one),
    { $ref: `#/components/responses/${one}` },
  ])
  return {
    [status]: success,
    ...Object.fromEntries(failures),
    default: { $ref: '#/components/responses/default' },
  }
}

const verbs: Readonly<Record<Action, string>> = {
  index: 'Index',
  doc: 'Documentation',
  'who-am-i': 'Who am I',
  'sign-in': 'Sign in',
  'sign-out': 'Sign out',
  list: 'List',
  create: 'Create',
  read: 'Read',
  update: 'Update',
  remove: 'Remove',
}

function operationObject(operation: Operation, method: string, context: IndexContext): Json {
  const { action, resource, by } = operation
  const noun =
    resource === undefined ? '' : ` ${action === 'list' ? resourceNamed(resource).collection : resource}`
  const suffix = by === 'slug' ? ' by slug' : ''
  const own = method === operation.methods[0]?.toLowerCase() ? '' : `-${method}`
  return {
    operationId: `${action}${noun}${suffix}`.trim().replaceAll(' ', '-') + own,
    summary: `${verbs[action]}${noun}${suffix}`,
    tags: [resource === undefined ? 'service' : resourceNamed(resource).collection],
    security: [{}, { basic: [] }, { bearer: [] }, { session: [] }],
    parameters: parameters(operation, context),
    ...requestBody(operation, context),
    responses: responses(operation),
  }
}

function pathItem({ operations }: Route, context: IndexContext): Json {
  const entries = operations.flatMap((operation) =>
    operation.methods
      .map((method) => method.toLowerCase())
      .map((method) => [method, operationObject(operation, method, context)]),
  )
  return Object.fromEntries(entries)
}

/** Every status of the table of problems, with the codes that it may carry. */
function problemResponses(): Json {
  const statuses = [...new Set(Object.values(problems).map(({ status }) => status))].sort((a, b) => a - b)
  const codesOf = (status: number) =>
    Object.entries(problems)
      .filter(([, one]) => one.status === status)
      .map(([code]) => code)
  const response = (description: string) => ({
    description,
    content: { 'application/json': { schema: ref('Problem') } },
  })
  const each = statuses.map((status) => [String(status), response(`One of: ${codesOf(status).join(', ')}.`)])
  return { ...Object.fromEntries(each), default: response('Any other problem.') }
}

/** The whole document, for one root. */
export function openApi(routes: readonly Route[], context: IndexContext): Json {
  const { root, namespace } = context
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fasti',
      version: '0.1.0',
      summary: 'An event calendar service.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${root}/${namespace}` }],
    paths: Object.fromEntries(
      routes.map((route) => [route.path === '' ? '/' : route.path, pathItem(route, context)]),
    ),
    components: {
      schemas,
      responses: problemResponses(),
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic', description: 'login:token' },
        bearer: { type: 'http', scheme: 'bearer', description: 'token' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'fasti_session',
          description: 'Set by POST /session; writes need its csrf_token as X-CSRF-Token.',
        },
      },
    },
  }
}
