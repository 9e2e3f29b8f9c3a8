/** The offer to an assistant: tools for operations, and items as resources, by the rights of its token. */
import { isWriteOperation } from '../../contract/operations.ts'
import type { Tool } from '../../contract/tools.ts'
import { Problem } from '../../problem.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import { requireOperationAndParamsAt } from '../request/negotiation.ts'
import { mayUseOperation, requireMayUseOperation } from '../request/permission.ts'
import { queryOfUrl } from '../request/query.ts'
import { problemResponse } from '../response/problems.ts'
import { selectBodyFields } from '../response/send.ts'
import type { FeedFileToSend } from '../response/send-feed.ts'
import type { ToolCatalog, ToolDescription } from './catalog.ts'

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

/** Performs an operation as if it were requested alone. Throws `Problem`. */
type Perform = (request: ApiRequest) => Promise<ApiResponse | FeedFileToSend>

const MIME_TYPE = 'application/json'
const MAX_RESOURCES = 50

function textOf(response: ApiResponse | FeedFileToSend): string {
  if ('text' in response) throw new Problem('rest_not_acceptable')
  return response.chunked === undefined
    ? JSON.stringify(response.body)
    : Buffer.concat(response.chunked.chunks).toString('utf8')
}

/** A value of an arg as a query string has it. */
const plainOf = (value: unknown): string =>
  Array.isArray(value)
    ? value.map(plainOf).join(',')
    : typeof value === 'object' && value !== null
      ? JSON.stringify(value)
      : String(value)

/** The request of a tool: path args are in the path, those of reads and deletions in the query, others in the body. */
function requestOf({ operation }: Tool, args: Json, message: ApiRequest): ApiRequest {
  const inPath = Object.keys(operation.address)
  const params = Object.fromEntries(inPath.map((name) => [name, plainOf(args[name] ?? '')]))
  if (params.id !== undefined && !/^\d{1,15}$/.test(params.id)) throw new Problem('rest_no_route')
  const rest = Object.entries(args).filter(([name, value]) => !inPath.includes(name) && value !== undefined)
  const isBody = isWriteOperation(operation) && operation.action !== 'remove'
  const sent = rest
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, plainOf(value)] as const)
  const query = isBody ? '' : new URLSearchParams(Object.fromEntries(sent)).toString()
  return {
    ...message,
    operation,
    params,
    query: queryOfUrl(`?${query}`),
    body: isBody ? Buffer.from(JSON.stringify(Object.fromEntries(rest))) : undefined,
    headers: { 'content-type': MIME_TYPE },
    context: { ...message.context, actor: { ...message.context.actor, via: 'mcp' } },
  }
}

/** Whether a tool does what other tools do: a batch, and an undo. */
const doesOthers = ({ operation }: Tool) => operation.action === 'batch' || operation.action === 'undo'

/** Returns whether a caller is offered a tool. What does others' work is for those who may write anything. */
function offeredTo({ context: { actor } }: ApiRequest, { tools }: ToolCatalog, isReadOnly: boolean) {
  const isOwn = ({ operation }: Tool) =>
    mayUseOperation(actor, operation) && !(isReadOnly && isWriteOperation(operation))
  const writes = [...tools.values()].some(
    (tool) => isWriteOperation(tool.operation) && !doesOthers(tool) && isOwn(tool),
  )
  return (tool: Tool) => (doesOthers(tool) ? writes : isOwn(tool))
}

async function called(tool: Tool, args: Json, message: ApiRequest, perform: Perform) {
  try {
    const request = requestOf(tool, args, message)
    const text = textOf(await perform(request))
    const isWhole = !request.query.has('_fields')
    const chosen = isWhole ? text : JSON.stringify(selectBodyFields(JSON.parse(text), request.query))
    return { text: chosen, isError: false }
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    return { text: JSON.stringify(problemResponse(error, '').body), isError: true }
  }
}

/** The next public events as resources. */
async function nextEvents(list: Tool, message: ApiRequest, perform: Perform) {
  const fields = 'events.rest_url,events.title,events.start_date'
  const { text } = await called(list, { per_page: MAX_RESOURCES, _fields: fields }, message, perform)
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
async function itemAt(path: string, message: ApiRequest, { routes }: ToolCatalog, perform: Perform) {
  try {
    const { operation, params } = requireOperationAndParamsAt(routes, 'GET', path)
    if (operation.action !== 'read') return undefined
    requireMayUseOperation(message.context.actor, operation)
    return textOf(await perform(requestOf({ name: '', operation }, params, message)))
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}

/** The calendar that a message is for: its name, and its tools. */
interface ToolSite {
  readonly siteName: string
  readonly catalog: ToolCatalog
  readonly isReadOnly: boolean
  readonly perform: Perform
}

/** Builds the toolbox of one message. */
export function toolboxOf(
  message: ApiRequest,
  { siteName, catalog, isReadOnly, perform }: ToolSite,
): Toolbox {
  const { tools } = catalog
  const isOffered = offeredTo(message, catalog, isReadOnly)
  const described = catalog.describedIn(message.language)
  const base = `${message.root.url}/${message.root.namespace}`
  const offered = [...tools.values()].filter(isOffered)
  return {
    instructions: `The event calendar ${siteName} (${base}). Times without an offset are local times of the event's timezone, by default ${message.context.moment.zone}. Ask for few fields of lists by _fields, such as _fields=events.id,events.title,events.start_date. Rehearse a write with dry_run before you do it.`,
    tools: () => offered.flatMap(({ name }) => described.get(name) ?? []),
    async call(name, args) {
      const tool = tools.get(name)
      return tool === undefined || !isOffered(tool) ? undefined : called(tool, args, message, perform)
    },
    async resources() {
      const list = offered.find(({ name }) => name === 'list_events')
      return list === undefined ? [] : nextEvents(list, message, perform)
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
      return uri.startsWith(`${base}/`)
        ? itemAt(uri.slice(base.length), message, catalog, perform)
        : undefined
    },
  }
}
