/** Tools for assistants. The door of the room. */

import { isIP } from 'node:net'
import type { Answer } from '../api/answer.ts'
import { serviceOperation } from '../api/operation.ts'
import { everyone } from '../api/permission.ts'
import type { Room } from '../api/room.ts'
import { defaulted, markedAsExtension, notClearable, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import type { RouteWithOperations } from '../contract/operations.ts'
import { anyObjectShape } from '../contract/shape.ts'
import { isLoopbackHost, urlOfAnyScheme } from '../domain/text/links.ts'
import { because, Problem } from '../problem.ts'
import { requireLibrary } from '../support/optional-library.ts'
import type { McpAnswer } from './server.ts'
import { toolboxOf, toolCatalogOf } from './toolbox.ts'

// Tools for assistants, by the Model Context Protocol over Streamable HTTP: one JSON-RPC message a request.

declare module '../api/outside.ts' {
  interface Outside {
    readonly baseUrl: string
    /** The routes that the service has. */
    readonly routes: readonly RouteWithOperations[]
  }
}

/** A value that JSON-RPC leaves to its reader. */
const any: kind.Kind<unknown> = { name: 'any', shown: undefined, schema: {}, read: (raw) => ({ value: raw }) }

/**
 * Whether a Host may be another site's name for this service (DNS rebinding). Public names have a dot; addresses can't be
 * rebound.
 */
function isForeign(host: string, baseUrl: string): boolean {
  if (host === new URL(baseUrl).host || isLoopbackHost(host)) return false
  const name = urlOfAnyScheme(`http://${host}`)?.hostname ?? host
  return isIP(name.replace(/^\[|\]$/g, '')) === 0 && name.includes('.')
}

const mcpAnswer: Answer<McpAnswer> = {
  status: 200,
  schema: '',
  text: 'The JSON-RPC response.',
  types: { 'application/json': anyObjectShape.schema },
  accepted: 'The message needs no response.',
  headers: { 'Cache-Control': 'private, no-store' },
  sends: ['ETag'],
  items: () => [],
  statusOf: ({ status }) => status,
  shown: ({ message = {} }) => message,
  file: ({ message }) => (message === undefined ? { type: 'application/json', bytes: '' } : undefined),
}

const answerMcp = serviceOperation({
  route: 'POST /mcp',
  name: 'mcp',
  summary: 'Use tools for assistants (MCP)',
  args: {
    jsonrpc: markedAsExtension(required(kind.choice(['2.0']))),
    method: markedAsExtension(optional(kind.text(200))),
    id: markedAsExtension(notClearable(any)),
    params: markedAsExtension(notClearable(any)),
    read_only: markedAsExtension(defaulted(kind.boolean, false)),
  },
  inQuery: ['read_only'],
  body: { schema: 'McpMessage', example: { jsonrpc: '2.0', id: 1, method: 'tools/list' } },
  answer: mcpAnswer,
  right: { scope: undefined, allows: everyone },
  problems: ['rest_not_logged_in', 'rest_forbidden'],
  // Its tools have their own.
  rehearsal: 'none',
  async before({ request: { headers }, baseUrl, signingIn }) {
    signingIn.sessions.allowOrigin(headers.origin)
    if (isForeign(headers.host ?? '', baseUrl)) throw new Problem('rest_forbidden', because('foreign_host'))
  },
  async run(given, { read_only: isReadOnly }) {
    const { read_only: _, ...message } = given.request.raw
    const toolbox = toolboxOf(given, toolCatalogOf(given.routes), isReadOnly)
    requireLibrary('@modelcontextprotocol/sdk/server')
    const { handleMessage: answerMessage } = await import('./server.ts')
    return answerMessage(message, given.request.headers, toolbox)
  },
})

export const assistantsRoom: Room = { name: 'assistants', operations: [answerMcp] }
