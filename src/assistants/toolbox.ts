/** The offer to an assistant: tools for operations, and items as resources, by the rights of its token. */
import type { Context } from '../api/context.ts'
import type { Others } from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import { mayUseOperation, requireMayUseOperation } from '../api/permission.ts'
import type { Actor } from '../api/policy.ts'
import { openApiWordFunctionsOf, operationDescriberOf } from '../contract/openapi.ts'
import { isUpdateAction, isWriteOperation, type RouteWithOperations } from '../contract/operations.ts'
import { type Tool, toolSchema, toolsOf } from '../contract/tools.ts'
import { Problem } from '../problem.ts'
import type { Root } from '../representations/urls.ts'
import { memoizedByObject } from '../support/remembered.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'

// The tools of one application and their descriptions, which are the same for all callers.

/** A tool as the protocol describes it. */
interface ToolDescription {
  readonly name: string
  readonly description: string
  readonly inputSchema: { readonly type: 'object' } & { readonly [key: string]: unknown }
  readonly annotations: Readonly<Record<string, unknown>>
}

interface ToolCatalog {
  readonly tools: ReadonlyMap<string, Tool>
  /** The descriptions in a language, by name. */
  describedIn(language: InterfaceLanguageCode): ReadonlyMap<string, ToolDescription>
}

function descriptionsIn(language: InterfaceLanguageCode, tools: ReadonlyMap<string, Tool>) {
  const describe = operationDescriberOf(language)
  const { word } = openApiWordFunctionsOf(language)
  const words = { fields: word('parameter._fields'), rehearsal: word('parameter.dry_run') }
  const described = [...tools.values()].map((tool): [string, ToolDescription] => {
    const { name, operation } = tool
    const writing = {
      destructiveHint: operation.action !== 'create',
      idempotentHint: isUpdateAction(operation.action),
    }
    const annotations = {
      readOnlyHint: !isWriteOperation(operation),
      ...(isWriteOperation(operation) && writing),
      openWorldHint: false,
    }
    const inputSchema = { ...toolSchema(tool, describe, words), type: 'object' as const }
    return [name, { name, description: describe(operation), inputSchema, annotations }]
  })
  return new Map(described)
}

/**
 * Returns the tools among the operations of routes. Descriptions are built once for each language; nothing is, for a service that no
 * assistant uses: it was a thirtieth of a start.
 */
export const toolCatalogOf = memoizedByObject((routes: readonly RouteWithOperations[]): ToolCatalog => {
  const tools = toolsOf(routes.flatMap(({ operations }) => operations))
  const known = new Map<InterfaceLanguageCode, ReadonlyMap<string, ToolDescription>>()
  return {
    tools,
    describedIn(language) {
      const described = known.get(language) ?? descriptionsIn(language, tools)
      known.set(language, described)
      return described
    },
  }
})

type Json = Readonly<Record<string, unknown>>

export interface Toolbox {
  readonly instructions: string
  tools(): readonly ToolDescription[]
  /** Calls a tool; undefined if there is none that the caller may use. */
  call(name: string, args: Json): Promise<{ readonly text: string; readonly isError: boolean } | undefined>
  resources(): Promise<readonly { readonly uri: string; readonly name: string; readonly mimeType: string }[]>
  templates(): readonly { readonly uriTemplate: string; readonly name: string; readonly mimeType: string }[]
  /** The JSON of the item at an address; undefined if there is none that the caller may read. */
  read(uri: string): Promise<string | undefined>
}

const MIME_TYPE = 'application/json'
const MAX_RESOURCES = 50

/** A value of an arg as a query string has it. */
const plainOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(plainOf).join(',')
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value)

/** The request of a tool: path args are in the path, those of reads and deletions in the query, others in the body. Throws 404. */
function requestOf({ operation }: Tool, args: Json) {
  const { address, action, methods, path } = operation
  const inPath = Object.keys(address).map((name) => [name, plainOf(args[name] ?? '')] as const)
  if (inPath.some(([name, value]) => value === '' || (name === 'id' && !/^\d{1,15}$/.test(value))))
    throw new Problem('rest_no_route')
  const at = inPath.reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(value)),
    path,
  )
  const rest = Object.entries(args).filter(([name, value]) => !(name in address) && value !== undefined)
  const isBody = isWriteOperation(operation) && action !== 'remove'
  const sent = rest
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, plainOf(value)] as const)
  const query = new URLSearchParams(Object.fromEntries(sent)).toString()
  return {
    method: methods[0] ?? 'GET',
    path: isBody || query === '' ? at : `${at}?${query}`,
    body: isBody ? Object.fromEntries(rest) : undefined,
  }
}

/** Whether a tool does what other tools do: a batch, and an undo. */
const doesOthers = ({ operation }: Tool) => operation.action === 'batch' || operation.action === 'undo'

/** Returns whether a caller is offered a tool. What does others' work is for those who may write anything. */
function offeredTo(actor: Actor, { tools }: ToolCatalog, isReadOnly: boolean) {
  const isOwn = ({ operation }: Tool) =>
    mayUseOperation(actor, operation) && !(isReadOnly && isWriteOperation(operation))
  const writes = [...tools.values()].some(
    (tool) => isWriteOperation(tool.operation) && !doesOthers(tool) && isOwn(tool),
  )
  return (tool: Tool) => (doesOthers(tool) ? writes : isOwn(tool))
}

/** Who asks, and what performs operations. */
interface Asked {
  readonly others: Others
  /** The context of what a tool does: by an assistant. */
  readonly by: Context
}

async function called(tool: Tool, args: Json, { others, by }: Asked) {
  try {
    const { method, path, body } = requestOf(tool, args)
    const answer = await others.at(method, path).perform({ body }, by)
    return { text: answer.text(), isError: false }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { text: JSON.stringify(others.told(error).body), isError: true }
  }
}

/** The next public events as resources. */
async function nextEvents(list: Tool, asked: Asked) {
  const fields = 'events.rest_url,events.title,events.start_date'
  const { text } = await called(list, { per_page: MAX_RESOURCES, _fields: fields }, asked)
  const { events } = JSON.parse(text)
  if (!Array.isArray(events)) return []
  return events.map((event) => ({
    uri: String(event.rest_url),
    name: String(event.title),
    description: String(event.start_date),
    mimeType: MIME_TYPE,
  }))
}

/** The JSON of the item at a path below the namespace; undefined if the caller may not read it. */
async function itemAt(path: string, { others, by }: Asked) {
  try {
    const other = others.at('GET', path.replace(/[?#].*/s, ''))
    if (other.operation.action !== 'read') return undefined
    requireMayUseOperation(by.actor, other.operation)
    return (await other.perform({ body: undefined }, by)).text()
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}

/** A message: who sent it, and to what. */
interface Message extends Pick<Outside, 'siteName'> {
  readonly root: Root
  readonly language: InterfaceLanguageCode
  readonly others: Others
}

/** Builds the toolbox of one message. */
export function toolboxOf(
  { root, language, others, siteName }: Message,
  catalog: ToolCatalog,
  isReadOnly: boolean,
): Toolbox {
  const { tools } = catalog
  const { actor, moment } = others.context
  const asked = { others, by: { ...others.context, actor: { ...actor, via: 'mcp' as const } } }
  const isOffered = offeredTo(actor, catalog, isReadOnly)
  const described = catalog.describedIn(language)
  const base = `${root.url}/${root.namespace}`
  const offered = [...tools.values()].filter(isOffered)
  return {
    instructions: `The event calendar ${siteName} (${base}). Times without an offset are local times of the event's timezone, by default ${moment.zone}. Ask for few fields of lists by _fields, such as _fields=events.id,events.title,events.start_date. Rehearse a write with dry_run before you do it.`,
    tools: () => offered.flatMap(({ name }) => described.get(name) ?? []),
    async call(name, args) {
      const tool = tools.get(name)
      return tool === undefined || !isOffered(tool) ? undefined : called(tool, args, asked)
    },
    async resources() {
      const list = offered.find(({ name }) => name === 'list_events')
      return list === undefined ? [] : nextEvents(list, asked)
    },
    templates: () =>
      offered.flatMap(({ operation: { action, resource, path }, name }) =>
        action !== 'read' || resource === undefined
          ? []
          : [
              {
                uriTemplate: `${base}${path}`,
                name: resource,
                description: described.get(name)?.description ?? '',
                mimeType: MIME_TYPE,
              },
            ],
      ),
    async read(uri) {
      return uri.startsWith(`${base}/`) ? itemAt(uri.slice(base.length), asked) : undefined
    },
  }
}
