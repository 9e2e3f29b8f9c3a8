/** The Model Context Protocol over Streamable HTTP: stateless, one server for each request. Loaded with its first request. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { VERSION } from '../contract/version.ts'
import { Problem } from '../problem.ts'
import type { Toolbox } from './toolbox.ts'

/** One validator for all servers. None of them calls it. */
const jsonSchemaValidator = new AjvJsonSchemaValidator()

function serverOver(toolbox: Toolbox): Server {
  const server = new Server(
    { name: 'fasti', version: VERSION },
    { capabilities: { tools: {}, resources: {} }, instructions: toolbox.instructions, jsonSchemaValidator },
  )
  server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: [...toolbox.tools()] }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const result = await toolbox.call(params.name, params.arguments ?? {})
    if (result === undefined)
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${params.name} that you may use.`)
    return { content: [{ type: 'text', text: result.text }], isError: result.isError }
  })
  server.setRequestHandler(ListResourcesRequestSchema, async () => ({
    resources: [...(await toolbox.resources())],
  }))
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async () => ({
    resourceTemplates: [...toolbox.templates()],
  }))
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const text = await toolbox.read(uri)
    if (text === undefined) throw new McpError(ErrorCode.InvalidParams, `There is no resource ${uri}.`)
    return { contents: [{ uri, mimeType: 'application/json', text }] }
  })
  return server
}

/** The message of a JSON-RPC error. */
function messageIn(text: string): string {
  const { message } = Object(Object(JSON.parse(text)).error)
  return textOf(message) || 'This is not a message of the Model Context Protocol.'
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The answer to a message. */
export interface McpAnswer {
  readonly status: number
  /** Undefined if the message needs no response. */
  readonly message: object | undefined
}

/** Handles one JSON-RPC message. `headers` are those of the request. Throws 400 for one that is no message of MCP. */
export async function handleMessage(
  message: object,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  toolbox: Toolbox,
): Promise<McpAnswer> {
  const server = serverOver(toolbox)
  // Without a generator of session ids the transport is stateless.
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    const version = textOf(headers['mcp-protocol-version'])
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        // Responses are never streams, so clients need not accept them.
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...(version !== '' && { 'mcp-protocol-version': version }),
      },
    })
    const response = await transport.handleRequest(request, { parsedBody: message })
    const text = await response.text()
    if (response.status >= 400) throw new Problem('rest_invalid_param', { message: messageIn(text) })
    return { status: response.status, message: text === '' ? undefined : Object(JSON.parse(text)) }
  } finally {
    await server.close()
  }
}
