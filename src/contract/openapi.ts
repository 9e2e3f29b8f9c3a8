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
import { documentTexts, operationGroupTexts } from './openapi/texts/parts.ts'
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
  return `${describe(operation)}${how}${written}${verb === 'head' ? ` ${word('document.head')}` : ''}`
}

function operationObject(operation: Operation, verb: HttpVerb, context: DocumentContext): JsonObject {
  return {
    operationId: operationId(operation, verb),
    summary: summary(operation, verb, context),
    tags: [tagOf(operation)],
    ...securityUnlessDefault(operation, verb),
    parameters: parametersOf(operation, verb, context),
    ...(verb !== 'options' && requestBody(operation)),
    responses: responsesOf(operation, verb),
  }
}

function pathItem(route: RouteWithOperations, context: DocumentContext): JsonObject {
  const entries = httpVerbOperationPairs(route).map(([verb, operation]) => [
    verb,
    operationObject(operation, verb, context),
  ])
  return Object.fromEntries(entries)
}

function tags({ word }: DocumentContext): readonly JsonObject[] {
  return [...resourceNames, 'service' as const].map((name) => ({
    name: name === 'service' ? name : resourceNamed(name).collection,
    'x-displayName': word(`group.${name}`),
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
    paths: Object.fromEntries(
      routes.map((route) => [route.path === '' ? '/' : route.path, pathItem(route, context)]),
    ),
    components: {
      schemas: schemaComponents(operations, context),
      parameters: parameterComponents(context),
      headers: headerComponents(),
      responses: responseComponents(routes),
      securitySchemes: securitySchemes(),
    },
  }
}
