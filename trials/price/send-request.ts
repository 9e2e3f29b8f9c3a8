/** Sends one request, as a client that waits for the whole response or disconnects early. */
import { type IncomingMessage, request as send } from 'node:http'
import { EVENT_STREAM_TYPE } from '../../src/contract/operations/integrations/changes.ts'
import type { Request } from '../fuzz/generate.ts'

/** Milliseconds after which a request is aborted; its cost until then counts. */
export const PATIENCE = 30_000

/** The service that gets the requests. */
export interface MeasuredService {
  readonly origin: string
  readonly pid: number
}

/** Whether a response is endless: a stream of Server-Sent Events ends when the client disconnects. */
const isEndless = ({ headers }: IncomingMessage) =>
  headers['content-type']?.startsWith(EVENT_STREAM_TYPE) === true

let clients = 0

/** An address of this machine that no other request has: limits for one address would answer in place of what is measured. */
export function addressOf(): string {
  clients += 1
  return `127.${100 + (clients >> 16)}.${(clients >> 8) & 255}.${clients & 255}`
}

/**
 * Sends a request, by default from an address of its own. With `isHungUp`, or if the response is endless, it disconnects at the
 * first bytes of the response. Returns the status; 0 without a response.
 */
export function sendOnce(
  { origin }: MeasuredService,
  { method, url, headers, body }: Request,
  isHungUp: boolean,
  localAddress = addressOf(),
) {
  return new Promise<number>((resolve) => {
    const signal = AbortSignal.timeout(PATIENCE)
    const sent = send(
      `${origin}${url}`,
      { method, headers, agent: false, signal, localAddress },
      (response) => {
        const status = response.statusCode ?? 0
        if (isHungUp || isEndless(response)) response.once('data', () => response.destroy())
        response.on('close', () => resolve(status)).on('error', () => resolve(status))
        response.resume()
      },
    )
    sent.on('error', () => resolve(0))
    sent.end(body)
  })
}
