/**
 * Graceful shutdown in two steps. While the server drains, it takes requests and closes each connection with its response, so that clients
 * and load balancers turn to another instance. When it stops, responses in progress are completed, idle connections are closed at once.
 */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The response in progress on a connection, from the end of the request's head to the end of the response; else undefined. */
export const responseInProgressOn = (socket: Socket): ServerResponse | undefined =>
  '_httpMessage' in socket && socket._httpMessage instanceof ServerResponse ? socket._httpMessage : undefined

/** Milliseconds that a server which has drained leaves silent connections open: a request may be on its way on each. */
const LAST_WAIT = 500

/** The two steps of a server's end. */
export interface Draining {
  /** Begins to close connections with their responses. The server still listens. */
  begin(): void
  /** Whether it has begun. */
  isBegun(): boolean
  /**
   * Accepts the connections that wait. Then it closes connections with their responses, and idle ones at once or, if the server has
   * drained, after half a second: balancers that do not ask for `/readyz` open connections until the end. Call it when the server stops.
   */
  stop(): Promise<void>
}

/** Closes a connection after the response in progress. */
function closeAfter(socket: Socket, response: ServerResponse): void {
  response.shouldKeepAlive = false
  // The response head may already be sent, without Connection: close.
  response.once('close', () => socket.end())
}

/** Makes the response to a request the last one of its connection. */
function lastOf(_request: IncomingMessage, response: ServerResponse): void {
  response.shouldKeepAlive = false
}

/**
 * Tracks the connections of a server; call it before the server listens. Node itself waits for silent connections and incomplete request
 * heads when a server stops, and keeps answered connections open. The rest of a request's body must arrive within `wait` milliseconds,
 * since Node no longer enforces its own timeout then. `acceptLast` accepts the connections that wait.
 */
export function trackDraining(server: Server, wait: number, acceptLast: () => Promise<void>): Draining {
  const open = new Set<Socket>()
  let [isBegun, isStopping] = [false, false]
  server.on('connection', (socket) => {
    if (isStopping && !isBegun) socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeAnswered = () => {
    for (const socket of open) {
      const response = responseInProgressOn(socket)
      if (response !== undefined) closeAfter(socket, response)
    }
  }
  const closeIf = (test: (response: ServerResponse | undefined) => boolean) => () => {
    for (const socket of open) if (test(responseInProgressOn(socket))) socket.destroy()
  }
  const closeIdle = closeIf((response) => response === undefined)
  const cutLate = closeIf((response) => response?.req.complete === false)
  return {
    begin() {
      isBegun = true
      // Before all others, of which some respond by themselves.
      server.prependListener('request', lastOf).prependListener('checkContinue', lastOf)
      closeAnswered()
    },
    isBegun: () => isBegun,
    async stop() {
      closeAnswered()
      await acceptLast()
      isStopping = true
      closeAnswered()
      // A process that was held up reads first what has arrived meanwhile.
      const closeSilent = () => setImmediate(closeIdle)
      const timers = [setTimeout(cutLate, wait).unref(), setTimeout(closeSilent, isBegun ? LAST_WAIT : 0)]
      server.once('close', () => {
        for (const timer of timers) clearTimeout(timer)
      })
    },
  }
}
