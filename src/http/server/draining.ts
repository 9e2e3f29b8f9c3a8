/** Graceful shutdown: responses in progress are completed, idle connections are closed at once. */
import { type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The response in progress on a connection, from the end of the request's head to the end of the response; else undefined. */
export const responseOn = (socket: Socket): ServerResponse | undefined =>
  '_httpMessage' in socket && socket._httpMessage instanceof ServerResponse ? socket._httpMessage : undefined

/**
 * Tracks the connections of a server; call it before the server listens. Call the returned function when the server stops:
 * Node itself waits for silent connections and incomplete request heads, and keeps answered connections open. The rest of
 * a request's body must arrive within `wait` milliseconds, since Node no longer enforces its own timeout then.
 */
export function draining(server: Server, wait: number): () => void {
  const open = new Set<Socket>()
  let isStopping = false
  server.on('connection', (socket) => {
    if (isStopping) socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const cutLate = () => {
    for (const socket of open) if (responseOn(socket)?.req.complete === false) socket.destroy()
  }
  return () => {
    isStopping = true
    for (const socket of open) {
      const response = responseOn(socket)
      if (response === undefined) socket.destroy()
      else {
        response.shouldKeepAlive = false
        // The response head may already be sent, without Connection: close.
        response.once('close', () => socket.end())
      }
    }
    const late = setTimeout(cutLate, wait).unref()
    server.once('close', () => clearTimeout(late))
  }
}
