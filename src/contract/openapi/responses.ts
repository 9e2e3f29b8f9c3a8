/** Responses of operations: success, 304, and problems by status and code. */
import { type ProblemCode, problems } from '../../problem.ts'
import type { Method, Operation } from '../operations.ts'
import type { RouteWithOperations } from '../routes.ts'
import { successContent } from './content.ts'
import { componentReference, type JsonObject } from './document.ts'
import { notModifiedHeaders, optionsHeaders, problemHeaders, successHeaders } from './headers.ts'
import { type HttpVerb, problemCodesByStatus } from './problems-of.ts'
import { responseTexts, statusTexts } from './texts/responses.ts'

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

function statusOf({ facts }: Operation, verb: HttpVerb): number {
  return verb === 'options' ? 200 : facts.answer.status
}

const accepted = (operation: Operation, description: string): JsonObject => ({
  description,
  headers: successHeaders(operation),
  content: { 'application/json': {} },
})

const moved = (): JsonObject => ({
  description: responseTexts.moved,
  headers: { ...problemHeaders(301, []), Location: componentReference('Location', 'headers') },
  content: json(componentReference('Problem')),
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
    [statusOf(operation, verb)]: success(operation, verb),
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
  moved: moved(),
  default: { description: responseTexts.default, content: json(componentReference('Problem')) },
})
