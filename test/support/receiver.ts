/** A local receiver of webhooks that checks signatures as other programs do. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface Received {
  readonly headers: Record<string, string>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test reads messages of every shape
  readonly body: any
}

type Answer = (request: IncomingMessage, response: ServerResponse, received: Received) => void

export interface Receiver {
  readonly url: string
  readonly host: string
  readonly received: Received[]
  /** Returns what was received since the last call, as `TYPE ID`. */
  take(): readonly string[]
  /** Sets the responses: a status, or a function. */
  answer(answer: number | Answer): void
  close(): Promise<void>
}

/** Starts a receiver that answers 204. */
export async function receiver(): Promise<Receiver> {
  const received: Received[] = []
  let answer: number | Answer = 204
  let taken = 0
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => '')
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    )
    const one = { headers, text: body, body: JSON.parse(body || '{}') }
    received.push(one)
    if (typeof answer === 'number') response.writeHead(answer).end()
    else answer(request, response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ url: `http://${host}/hook`, host, received },
    take() {
      const news = received.slice(taken)
      taken = received.length
      return news.map(({ body }) => `${body.type} ${body.data.id}`)
    },
    answer(next) {
      answer = next
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** Checks the signature of a message as receivers do, except its age: tests set the clock. Throws if it is wrong. */
export function verified(secret: string, { headers, text: body }: Received): unknown {
  const webhook = new Webhook(secret)
  const { 'webhook-id': id = '', 'webhook-timestamp': at = '', 'webhook-signature': sent = '' } = headers
  const own = webhook.sign(id, new Date(Number(at) * 1000), body)
  if (!sent.split(' ').includes(own)) throw new Error('No matching signature found')
  return JSON.parse(body)
}
