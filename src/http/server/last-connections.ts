/**
 * The last connections of a server. The system resets connections that it has taken and the process has not accepted yet when the
 * process stops to listen, and with them the requests on them. Node accepts one in a turn of its loop, so they are accepted first, while
 * their requests wait.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { prependRequestHandler } from './server.ts'

/** Turns of the loop without a new connection, after which none waits: the first may have begun before a connection came. */
const QUIET_TURNS = 3

/** The most turns: clients that open connections without end must not keep a server from its end. */
const MOST_TURNS = 10_000

/** Waits until no connection waits to be accepted. */
async function acceptAll(server: Server): Promise<void> {
  let quiet = 0
  const heard = () => {
    quiet = 0
  }
  server.on('connection', heard)
  for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn++) {
    await setImmediate()
    quiet += 1
  }
  server.off('connection', heard)
}

/**
 * Returns a function that accepts all connections which wait; call it as the last thing before the server stops to listen. Requests that
 * arrive meanwhile are handled once it has stopped. Call this before the server listens.
 */
export function makeLastConnectionsAcceptor(server: Server): () => Promise<void> {
  const held: (readonly [IncomingMessage, ServerResponse])[] = []
  let isHolding = false
  prependRequestHandler(server, (request, response) => {
    if (isHolding) held.push([request, response])
    return isHolding
  })
  const release = async () => {
    while (server.listening) await setImmediate()
    isHolding = false
    for (const [request, response] of held) server.emit('request', request, response)
  }
  return async () => {
    if (!server.listening) return
    isHolding = true
    await acceptAll(server)
    void release()
  }
}
