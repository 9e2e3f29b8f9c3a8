/** Responses of operations: success, 304, and problems by status and code. */
import { type ProblemCode, problems } from '../../problem.ts'
import { type FeedFormat, feedTypes } from '../feeds.ts'
import { type Action, isAlsoFeed, isSessionAction, type Method, type Operation } from '../operations.ts'
import { isUserAction } from '../people.ts'
import { isPublished } from '../resources/index.ts'
import type { Route } from '../routes.ts'
import { isCalendarSubscriptionAction } from '../subscriptions.ts'
import { type DocumentContext, type Json, nouns, problemName, ref } from './document.ts'
import { notModifiedHeaders, optionsHeaders, problemHeaders, successHeaders } from './headers.ts'
import { peopleSchemas } from './people.ts'
import { problemsOf, type Verb } from './problems-of.ts'
import { subscriptionSchemas } from './subscriptions.ts'

const json = (schema: Json) => ({ 'application/json': { schema } })

const feedContent = (format: FeedFormat) => ({
  [feedTypes[format]]: { schema: { type: format === 'feed.json' ? 'object' : 'string' } },
})

function successContent(operation: Operation): Json {
  const { format } = operation
  if (format !== undefined) return feedContent(format)
  return { ...jsonContent(operation), ...(isAlsoFeed(operation) && feedContent('ics')) }
}

function jsonContent({ action, resource }: Operation): Json {
  if (action === 'doc') return { ...json({ type: 'object' }), 'text/html': { schema: { type: 'string' } } }
  if (action === 'history' || action === 'audit') return json(ref('ChangeList'))
  if (action === 'import') return json(ref('ImportReport'))
  if (isCalendarSubscriptionAction(action)) return json(ref(subscriptionSchemas[action]))
  if (isUserAction(action)) return json(ref(peopleSchemas[action]))
  if (action === 'sign-out') return json(ref('SignedOut'))
  if (isSessionAction(action)) return json(ref('Session'))
  if (resource === undefined) return json(ref('Index'))
  const noun = nouns[resource]
  if (action === 'list') return json(ref(`${noun}List`))
  const isTrashed = action === 'remove' && isPublished(resource)
  return json(isTrashed ? { anyOf: [ref(noun), ref(`Deleted${noun}`)] } : ref(noun))
}

function success(operation: Operation, verb: Verb, { word }: DocumentContext): Json {
  if (verb === 'options')
    return { description: word('answer.options'), headers: optionsHeaders, content: json(ref('Route')) }
  const headers = successHeaders(operation)
  if (verb === 'head') return { description: word('answer.head'), headers }
  return { description: word(`answer.${operation.action}`), headers, content: successContent(operation) }
}

const makes = (action: Action) =>
  ['create', 'sign-in', 'add-user', 'create-token', 'create-feed', 'add-subscription'].includes(action)

/** Returns the responses of an operation, by status. */
export function responsesOf(operation: Operation, verb: Verb, context: DocumentContext): Json {
  const isRead = verb === 'get' || verb === 'head'
  const notModified = {
    description: context.word('answer.not_modified'),
    headers: notModifiedHeaders(operation),
  }
  const failures = [...problemsOf(operation, verb)].map(([status, codes]) => [
    status,
    ref(problemName(status, codes), 'responses'),
  ])
  return {
    [makes(operation.action) && verb === 'post' ? 201 : 200]: success(operation, verb, context),
    ...(isRead && { 304: notModified }),
    ...Object.fromEntries(failures),
    default: ref('default', 'responses'),
  }
}

function problemResponse(status: number, codes: readonly ProblemCode[], { word }: DocumentContext): Json {
  const one = codes.length === 1 ? { const: codes[0] } : { enum: codes }
  const narrowed = { properties: { code: one, data: { properties: { status: { const: status } } } } }
  return {
    description: `${word(`status.${status}`)}\n\n${codes.map((code) => `- \`${code}\`: ${problems[code].message}`).join('\n')}`,
    headers: problemHeaders(status, codes),
    content: json({ allOf: [ref('Problem'), narrowed] }),
  }
}

const verbs: { readonly [M in Method]: Verb } = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
}

/** Returns each HTTP method of a route with its operation. Adds HEAD if there is GET, and OPTIONS. */
export function verbsOf({ operations }: Route): readonly (readonly [Verb, Operation])[] {
  const own = operations.flatMap((operation) =>
    operation.methods.map((method) => [verbs[method], operation] as const),
  )
  const read = own.find(([verb]) => verb === 'get')
  const [first] = operations
  return [
    ...own,
    ...(read === undefined ? [] : [['head', read[1]] as const]),
    ...(first === undefined ? [] : [['options', first] as const]),
  ]
}

/** Returns a response component, by name, for every set of problems that some operation can respond with. */
export function responseComponents(routes: readonly Route[], context: DocumentContext): Json {
  const found = new Map<string, Json>()
  for (const [verb, operation] of routes.flatMap(verbsOf)) {
    for (const [status, codes] of problemsOf(operation, verb)) {
      const name = problemName(status, codes)
      if (!found.has(name)) found.set(name, problemResponse(status, codes, context))
    }
  }
  const other = { description: context.word('answer.default'), content: json(ref('Problem')) }
  return { ...Object.fromEntries(found), default: other }
}
