/** The contract as an OpenAPI 3.1 document (contract §7), computed from the operations. */

import { requestBody } from './openapi/bodies.ts'
import type { DocumentContext, JsonObject } from './openapi/document.ts'
import { headerComponents } from './openapi/headers.ts'
import { operationId } from './openapi/operation-id.ts'
import { parameterComponents, parametersOf } from './openapi/parameters.ts'
import type { HttpVerb } from './openapi/problems-of.ts'
import { httpVerbOperationPairs, responseComponents, responsesOf } from './openapi/responses.ts'
import { schemaComponents } from './openapi/schemas.ts'
import { defaultReadSecurity, securitySchemes, securityUnlessDefault } from './openapi/security.ts'
import { type ComponentCollector, componentCollector } from './openapi/shared-parts.ts'
import { documentTexts, operationDescriptions, operationGroupTexts } from './openapi/texts/parts.ts'
import type { Operation } from './operations.ts'
import { resourceNamed, resourceNames } from './resources/index.ts'
import type { RouteWithOperations } from './routes.ts'
import { VERSION } from './version.ts'

export type { DocumentContext, DocumentWordKey } from './openapi/document.ts'

const tagOf = ({ resource }: Operation) =>
  resource === undefined ? 'service' : resourceNamed(resource).collection

function summary(operation: Operation, verb: HttpVerb, { word, describe }: DocumentContext): string {
  if (verb === 'options') return word('document.options')
  const { by, format } = operation
  const how = by === undefined ? '' : ` ${word(`document.by.${by}`)}`
  const written = format === undefined ? '' : ` (.${format})`
  return `${describe(operation)}${how}${written}`
}

/** The parts of the document that operations refer to. */
interface Shared {
  readonly parameters: ComponentCollector
  readonly responses: ComponentCollector
}

function operationObject(
  operation: Operation,
  verb: HttpVerb,
  context: DocumentContext,
  shared: Shared,
): JsonObject {
  // Whichever of the equivalent methods comes first.
  const name = verb === 'options' ? 'options' : operationId(operation, 'patch')
  const parameters = parametersOf(operation, verb, context).map((one) =>
    shared.parameters.refer(one, String(one.name), name),
  )
  const responses = Object.entries(responsesOf(operation, verb)).map(([status, one]) => [
    status,
    shared.responses.refer(one, status.startsWith('2') ? `${status}.${name}` : status, name),
  ])
  const id = operationId(operation, verb)
  const description = operationDescriptions[id]
  return {
    operationId: id,
    summary: summary(operation, verb, context),
    ...(description !== undefined && { description }),
    tags: [tagOf(operation)],
    ...securityUnlessDefault(operation, verb),
    parameters,
    ...(verb !== 'options' && requestBody(operation)),
    responses: Object.fromEntries(responses),
  }
}

function pathItem(route: RouteWithOperations, context: DocumentContext, shared: Shared): JsonObject {
  const entries = httpVerbOperationPairs(route).map(([verb, operation]) => [
    verb,
    operationObject(operation, verb, context, shared),
  ])
  return Object.fromEntries(entries)
}

function tags({ word }: DocumentContext): readonly JsonObject[] {
  return [...resourceNames, 'service' as const].map((name) => ({
    name: name === 'service' ? name : resourceNamed(name).collection,
    'x-displayName': word(`document.group.${name}`),
    description: operationGroupTexts[name],
  }))
}

/** Returns the OpenAPI document for one root. */
export function openApiDocument(
  routes: readonly RouteWithOperations[],
  context: DocumentContext,
): JsonObject {
  const { root, namespace } = context
  const operations = routes.flatMap((route) => route.operations)
  const shared = {
    parameters: componentCollector('parameters', parameterComponents(context)),
    responses: componentCollector('responses', responseComponents()),
  }
  const paths = routes.map((route) => [
    route.path === '' ? '/' : route.path,
    pathItem(route, context, shared),
  ])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Fasti',
      version: VERSION,
      summary: documentTexts.service,
      description: documentTexts.description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${root}/${namespace}` }],
    security: defaultReadSecurity,
    tags: tags(context),
    paths: Object.fromEntries(paths),
    components: {
      schemas: schemaComponents(operations, context),
      parameters: shared.parameters.components,
      headers: headerComponents(),
      responses: shared.responses.components,
      securitySchemes: securitySchemes(),
    },
  }
}
