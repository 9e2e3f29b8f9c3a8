/** `fasti mcp`: tools for an assistant on this machine, by the Model Context Protocol over standard input and output. */
import { once } from 'node:events'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { type Environment, readConfig } from '../config.ts'
import { connectExisting } from '../store/check/existing-database.ts'
import { requireLibrary } from '../support/optional-library.ts'
import { type Command, parseOptions, say, UsageError } from './command.ts'

const help = `Usage: fasti mcp [--write] [--url ADDRESS]

Offers the calendar to an assistant: tools to find and read events and other items and, with --write, to change them. The
assistant starts this command and speaks the Model Context Protocol with it over standard input and output.

FASTI_TOKEN is a token; its user and scopes decide what the tools may do. Without it, they read public items; in local mode
they may do everything.

  --write         also offer tools that write; fasti audit marks their writes with (mcp)
  --url ADDRESS   use a service that runs elsewhere, such as https://calendar.example.org/cal/events/v1; by default, the
                  database of the environment`

interface ServiceResponse {
  readonly status: number
  readonly text: string
}

/** Sends a message to a service. Throws if it can't be reached. */
type Post = (message: JSONRPCMessage) => Promise<ServiceResponse>

interface Target {
  readonly post: Post
  close(): Promise<void>
}

const headersOf = (token: string | undefined): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  ...(token !== undefined && token !== '' && { authorization: `Bearer ${token}` }),
})

/** The reason of a failed fetch. Its own message names none, the error below it does. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

function elsewhere(address: string, query: string, headers: Record<string, string>): Target {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address))
    throw new UsageError(
      '--url must be the address of the interface, such as https://calendar.example.org/cal/events/v1.',
    )
  const url = `${address.replace(/\/$/, '')}/mcp${query}`
  return {
    async post(message) {
      // A redirect could send the token to another site.
      const init = { method: 'POST', headers, body: JSON.stringify(message), redirect: 'error' } as const
      const response = await fetch(url, init).catch((error: unknown) => {
        throw new Error(`There was no response from ${url}: ${causeOf(error)}`)
      })
      return { status: response.status, text: await response.text() }
    },
    close: async () => {},
  }
}

async function here(env: Environment, query: string, headers: Record<string, string>): Promise<Target> {
  // Only messages of the protocol may be written to standard output.
  const config = { ...readConfig(env), logLevel: 'silent' as const }
  await (await connectExisting(config.databaseUrl)).close()
  const { createService } = await import('../service.ts')
  const service = await createService(config)
  const url = `${new URL(config.baseUrl).pathname.replace(/\/$/, '')}/${config.namespace}/mcp${query}`
  return {
    async post(message) {
      const payload = JSON.stringify(message)
      const { statusCode, body } = await service.app.inject({ method: 'POST', url, headers, payload })
      return { status: statusCode, text: body }
    },
    close: () => service.close(),
  }
}

/** The message for a request that was refused as a whole, or got no response. */
function failure(message: JSONRPCMessage, reason: string): JSONRPCMessage | undefined {
  if (!('id' in message) || !('method' in message)) return undefined
  return { jsonrpc: '2.0', id: message.id, error: { code: -32_000, message: reason } }
}

async function responseTo(message: JSONRPCMessage, post: Post): Promise<JSONRPCMessage | undefined> {
  try {
    const { status, text } = await post(message)
    const body = text === '' ? undefined : Object(JSON.parse(text))
    if (status < 300) return body
    return failure(message, String(body?.message ?? `The service returned ${status}.`))
  } catch (error) {
    return failure(message, error instanceof Error ? error.message : String(error))
  }
}

/** Responds to messages until standard input ends. */
async function converse({ post }: Target): Promise<void> {
  requireLibrary('@modelcontextprotocol/sdk/server')
  // Loaded here, because the help does not need it.
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
  const transport = new StdioServerTransport()
  const pending = new Set<Promise<void>>()
  transport.onmessage = (message) => {
    const answered = responseTo(message, post).then(async (response) => {
      if (response !== undefined) await transport.send(response)
    })
    const settled = answered
      .catch((error: unknown) => say(String(error)))
      .finally(() => pending.delete(settled))
    pending.add(settled)
  }
  transport.onerror = (error) => say(error.message)
  const ended = once(process.stdin, 'end')
  await transport.start()
  await ended
  await Promise.all(pending)
  await transport.close()
}

export const mcp: Command = {
  help,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, {
      write: { type: 'boolean' },
      url: { type: 'string' },
    })
    if (positionals.length > 0) throw new UsageError('fasti mcp takes options only.')
    const query = values.write === true ? '' : '?read_only=true'
    const headers = headersOf(env.FASTI_TOKEN)
    const target =
      values.url === undefined ? await here(env, query, headers) : elsewhere(values.url, query, headers)
    try {
      await converse(target)
    } finally {
      await target.close()
    }
    return 0
  },
}
