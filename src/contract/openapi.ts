/** The contract as an OpenAPI 3.1 document (contract §7), computed from the operations. */

import { apiDescriptionWords } from '../words/index.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import { componentReference, type DocumentContext, type JsonObject } from './openapi/document.ts'
import {
  defaultReadSecurity,
  type HttpVerb,
  headerComponents,
  httpVerbOperationPairs,
  operationId,
  parameterComponents,
  parametersOf,
  requestBody,
  responseComponents,
  responsesOf,
  securitySchemes,
  securityUnlessDefault,
} from './openapi/operations.ts'
import { schemaComponents } from './openapi/schemas.ts'
import { documentTexts, operationDescriptions, operationGroupTexts } from './openapi/texts.ts'
import { isListFileFormat } from './operations/feeds.ts'
import { isOnSubmissions } from './operations/submissions.ts'
import type { NamedOperation, Operation, RouteWithOperations } from './operations.ts'
import { resourceNamed, resourceNames } from './resources/index.ts'
import type { DescribeOperationOrArg } from './route-index.ts'
import { VERSION } from './version.ts'

// Parameters and responses of operations, each of which stands once among the components of the document.

/** Collects the components of one part of the document. */
interface ComponentCollector {
  readonly components: JsonObject
  /**
   * Returns a reference to the component with this content. It has `name`, or `name.owner` where another component has that name, or
   * a number behind it. References are returned as they are.
   */
  refer(content: JsonObject, name: string, owner: string): JsonObject
}

/** Returns a collector that begins with components that other code names. */
function componentCollector(part: 'parameters' | 'responses', known: JsonObject): ComponentCollector {
  const components: Record<string, unknown> = { ...known }
  const names = new Map<string, string>()
  function freeName(name: string, owner: string): string {
    let chosen = name
    for (let at = 1; chosen in components; at += 1)
      chosen = at === 1 ? `${name}.${owner}` : `${name}.${owner}-${at}`
    return chosen
  }
  return {
    components,
    refer(content, name, owner) {
      if ('$ref' in content) return content
      const key = JSON.stringify(content)
      const chosen = names.get(key) ?? freeName(name, owner)
      names.set(key, chosen)
      components[chosen] = content
      return componentReference(chosen, part)
    },
  }
}

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

// What operations and args are called in each language. Lookup goes from the specific key (`event.title`) to the general one (`title`).

/** Returns the keys to look up for an arg, or for the operation if `arg` is omitted; the most specific key comes first. */
export function operationWordKeys(operation: NamedOperation, arg?: string): readonly string[] {
  const { resource, scope, by, format, isSecret } = operation
  if (arg === undefined) {
    if (resource === undefined) return [operation.action]
    if (operation.action !== 'feed') return [`${resource}.${operation.action}`, operation.action]
    if (isSecret === true) return ['secret.feed']
    if (format !== undefined && isListFileFormat(format)) return [`${resource}.list-file`]
    return [by === undefined ? `${scope ?? resource}.feed` : `${resource}.file`]
  }
  // Feeds accept the same filters as lists, with a window of their own.
  const isFeed = operation.action === 'feed'
  const action = isFeed ? 'list' : operation.action
  // Series take the fields and filters of events.
  const names = resource === undefined ? [] : resource === 'series' ? ['series', 'event'] : [resource]
  const own = names.flatMap((name) => [`${name}.${action}.${arg}`, `${name}.${arg}`])
  // Submissions take the args of an event.
  const ofEvent = isOnSubmissions(operation) ? [`${action}.${arg}`, `event.${arg}`] : []
  const ofItems = resource === undefined ? [] : [`item.${arg}`]
  const ofFeed = isFeed ? [`event.feed.${arg}`] : []
  return [...ofFeed, ...own, ...ofEvent, `${action}.${arg}`, ...ofItems, arg]
}

/** Returns a function that describes args and operations in a language. */
export function operationDescriberOf(language: InterfaceLanguageCode): DescribeOperationOrArg {
  const known: Readonly<Record<string, string>> = apiDescriptionWords[language]
  return (operation, arg) => operationWordKeys(operation, arg).flatMap((place) => known[place] ?? [])[0] ?? ''
}

/** Returns the functions that give the OpenAPI document its texts in a language. */
export function openApiWordFunctionsOf(
  language: InterfaceLanguageCode,
): Pick<DocumentContext, 'describe' | 'word'> {
  return { describe: operationDescriberOf(language), word: (place) => apiDescriptionWords[language][place] }
}
