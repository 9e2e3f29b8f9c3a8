/** What an assistant is offered: tools for operations, and items as resources, by the rights of its token. */
import { isChange, isWrite } from '../../contract/operations.ts'
import { resourceNamed } from '../../contract/resources/index.ts'
import type { Route } from '../../contract/routes.ts'
import { type Tool, toolSchema, toolsOf } from '../../contract/tools.ts'
import { describerOf, spokenIn } from '../../locales/index.ts'
import { Problem } from '../../problem.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import { allowUse, mayUse, routed } from '../request/negotiation.ts'
import { queryOf } from '../request/query.ts'
import { problemResponse } from '../response/problems.ts'
import { withFields } from '../response/send.ts'
import type { FeedResponse } from '../response/send-feed.ts'

type Json = Readonly<Record<string, unknown>>

export interface Toolbox {
  readonly instructions: string
  tools(): readonly {
    readonly name: string
    readonly description: string
    readonly inputSchema: { readonly type: 'object' } & { readonly [key: string]: unknown }
    readonly annotations: Json
  }[]
  /** Calls a tool; undefined where there is none that the caller may use. */
  call(name: string, args: Json): Promise<{ readonly text: string; readonly isError: boolean } | undefined>
  resources(): Promise<readonly { readonly uri: string; readonly name: string; readonly mimeType: string }[]>
  templates(): readonly { readonly uriTemplate: string; readonly name: string; readonly mimeType: string }[]
  /** The JSON of the item at an address; undefined where there is none that the caller may read. */
  read(uri: string): Promise<string | undefined>
}

/** Performs an operation as if it were requested alone. Throws `Problem`. */
export type Perform = (request: ApiRequest) => Promise<ApiResponse | FeedResponse>

const MIME_TYPE = 'application/json'
const MAX_RESOURCES = 50

function textOf(response: ApiResponse | FeedResponse): string {
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
  const isBody = isWrite(operation) && operation.action !== 'remove'
  const sent = rest
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, plainOf(value)] as const)
  const query = isBody ? '' : new URLSearchParams(Object.fromEntries(sent)).toString()
  return {
    ...message,
    operation,
    params,
    query: queryOf(`?${query}`),
    body: isBody ? Buffer.from(JSON.stringify(Object.fromEntries(rest))) : undefined,
    headers: { 'content-type': MIME_TYPE },
    context: { ...message.context, actor: { ...message.context.actor, via: 'mcp' } },
  }
}

const isBatch = ({ operation }: Tool) => operation.action === 'batch'

/** Builds the toolbox of one message. */
export function toolboxOf(
  message: ApiRequest,
  routes: readonly Route[],
  perform: Perform,
  isReadOnly: boolean,
): Toolbox {
  const { actor } = message.context
  const all = toolsOf(routes.flatMap(({ operations }) => operations))
  const isOwn = ({ operation }: Tool) => mayUse(actor, operation) && !(isReadOnly && isWrite(operation))
  // A batch is for those who may write anything.
  const writes = [...all.values()].some((tool) => isWrite(tool.operation) && !isBatch(tool) && isOwn(tool))
  const isOffered = (tool: Tool) => (isBatch(tool) ? writes : isOwn(tool))
  const describe = describerOf(message.language)
  const { word } = spokenIn(message.language)
  const words = { fields: word('parameter._fields'), rehearsal: word('parameter.dry_run') }
  const { url, namespace } = message.root
  const base = `${url}/${namespace}`
  const readers = [...all.values()].filter(({ operation: { action } }) => action === 'read')

  return {
    instructions: `The event calendar ${message.siteName} (${base}). Times without an offset are local times of the event's timezone, by default ${message.context.moment.zone}. Ask for few fields of lists by _fields, such as _fields=events.id,events.title,events.start_date. Rehearse a write with dry_run before you do it.`,
    tools: () =>
      [...all.values()].filter(isOffered).map((tool) => {
        const { action } = tool.operation
        const isReading = !isWrite(tool.operation)
        return {
          name: tool.name,
          description: describe(tool.operation),
          inputSchema: { ...toolSchema(tool, describe, words), type: 'object' as const },
          annotations: {
            readOnlyHint: isReading,
            ...(!isReading && { destructiveHint: action !== 'create', idempotentHint: isChange(action) }),
            openWorldHint: false,
          },
        }
      }),
    async call(name, args) {
      const tool = all.get(name)
      if (tool === undefined || !isOffered(tool)) return undefined
      try {
        const request = requestOf(tool, args, message)
        const text = textOf(await perform(request))
        const isWhole = !request.query.has('_fields')
        return {
          text: isWhole ? text : JSON.stringify(withFields(JSON.parse(text), request.query)),
          isError: false,
        }
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        return { text: JSON.stringify(problemResponse(error, '').body), isError: true }
      }
    },
    async resources() {
      const list = all.get('list_events')
      if (list === undefined || !isOffered(list)) return []
      const response = await perform(requestOf(list, { per_page: MAX_RESOURCES }, message))
      const { events } = JSON.parse(textOf(response))
      return Array.isArray(events)
        ? events.map((event) => ({
            uri: String(event.rest_url),
            name: String(event.title),
            description: String(event.start_date),
            mimeType: MIME_TYPE,
          }))
        : []
    },
    templates: () =>
      readers.filter(isOffered).map(({ operation, name }) => ({
        uriTemplate: `${base}${operation.path}`,
        name: operation.resource === undefined ? name : resourceNamed(operation.resource).name,
        description: describe(operation),
        mimeType: MIME_TYPE,
      })),
    async read(uri) {
      if (!uri.startsWith(`${base}/`)) return undefined
      try {
        const { operation, params } = routed(routes, 'GET', uri.slice(base.length))
        if (operation.action !== 'read') return undefined
        allowUse(actor, operation)
        return textOf(await perform(requestOf({ name: '', operation }, params, message)))
      } catch (error) {
        if (error instanceof Problem && error.status < 500) return undefined
        throw error
      }
    },
  }
}
