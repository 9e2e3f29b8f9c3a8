/** POST /mcp (contract §13): tools for assistants, by the Model Context Protocol over Streamable HTTP. */

import { isIP } from 'node:net'
import { mcpArgs } from '../../contract/operations/integrations/mcp.ts'
import type { Operation } from '../../contract/operations.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import type { RouteWithOperations } from '../../contract/routes.ts'
import { urlOfAnyScheme } from '../../domain/text/links.ts'
import { because, Problem } from '../../problem.ts'
import { requireLibrary } from '../../support/optional-library.ts'
import type { CredentialTools } from '../auth/credentials.ts'
import { isLoopbackHost } from '../auth/local-mode.ts'
import { type ToolCatalog, toolCatalogOfRoutes } from '../mcp/catalog.ts'
import { toolboxOf } from '../mcp/toolbox.ts'
import { parseBody } from '../request/raw-args.ts'
import type { HandlerParts, OperationHandler } from './handler.ts'
import { performOrRehearse } from './writes/dry-run.ts'

interface Parts extends Pick<CredentialTools, 'sessions'>, Pick<HandlerParts, 'siteName'> {
  readonly baseUrl: string
  readonly routes: readonly RouteWithOperations[]
  handlerOf(operation: Operation): OperationHandler
}

/**
 * Whether a Host may be another site's name for this service (DNS rebinding). Public names have a dot; addresses can't be
 * rebound.
 */
function isForeign(host: string, baseUrl: string): boolean {
  if (host === new URL(baseUrl).host || isLoopbackHost(host)) return false
  const name = urlOfAnyScheme(`http://${host}`)?.hostname ?? host
  return isIP(name.replace(/^\[|\]$/g, '')) === 0 && name.includes('.')
}

/** Builds the handler of MCP. It throws 400, 403 for pages of other sites, and 415. */
export function makeMcpHandler({ baseUrl, routes, handlerOf, sessions, siteName }: Parts): OperationHandler {
  // Made for the first request: few services have one, and making it was a thirtieth of their start.
  let catalog: ToolCatalog | undefined
  return async (message, exchange) => {
    const { headers } = exchange.request
    sessions.allowOrigin(headers.origin)
    if (isForeign(headers.host ?? '', baseUrl)) throw new Problem('rest_forbidden', because('foreign_host'))
    const body = await parseBody(message.body, headers['content-type'])
    const query = message.query.args(mcpArgs)
    const { read_only: isReadOnly } = parseArgs(mcpArgs, { ...body, read_only: query.read_only }, 'create')
    const perform = (request: typeof message) =>
      performOrRehearse(
        handlerOf(request.operation),
        request,
        exchange,
        request.operation.facts !== undefined,
      )
    catalog ??= toolCatalogOfRoutes(routes)
    const toolbox = toolboxOf(message, { siteName, catalog, isReadOnly, perform })
    requireLibrary('@modelcontextprotocol/sdk/server')
    const { handleMessage: answerMessage } = await import('../mcp/server.ts')
    return answerMessage(body, headers, toolbox)
  }
}
