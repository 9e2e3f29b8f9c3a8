/** Sends one request, as a client that waits for the whole response or disconnects early. */
import { request as ask, type IncomingMessage } from 'node:http'
import { EVENT_STREAM } from '../../src/contract/operations/integrations/changes.ts'
import type { Request } from '../fuzz/generate.ts'

/** Milliseconds after which a request is aborted; its cost until then counts. */
export const PATIENCE = 30_000

/** The measured service. */
export interface Asking {
  readonly origin: string
  readonly pid: number
}

/** Tells whether a response has no end: Server-Sent Events, which go on until the client disconnects. */
const isEndless = ({ headers }: IncomingMessage) => headers['content-type']?.startsWith(EVENT_STREAM) === true

/**
 * Sends a request from an address of this machine; `isHungUp` disconnects at the first bytes of the response, as every client of a response without
 * an end does here. Returns the status; 0 without a response.
 */
export function askedOnce(
  { origin }: Asking,
  { method, url, headers, body }: Request,
  isHungUp: boolean,
  localAddress = '127.0.0.1',
) {
  return new Promise<number>((resolve) => {
    const signal = AbortSignal.timeout(PATIENCE)
    const asked = ask(
      `${origin}${url}`,
      { method, headers, agent: false, signal, localAddress },
      (answer) => {
        const status = answer.statusCode ?? 0
        if (isHungUp || isEndless(answer)) answer.once('data', () => answer.destroy())
        answer.on('close', () => resolve(status)).on('error', () => resolve(status))
        answer.resume()
      },
    )
    asked.on('error', () => resolve(0))
    asked.end(body)
  })
}
