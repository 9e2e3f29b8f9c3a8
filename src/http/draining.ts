/** Stopping: answers that are under way are finished, and no connection is waited for on which nothing was asked. */
import type { Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The answer under way on a connection, from when the head of its request has come until it is out. */
export const answerOn = (socket: Socket): ServerResponse | undefined =>
  (socket as { readonly _httpMessage?: ServerResponse | null })._httpMessage ?? undefined

/**
 * Follows the connections of a server; to be called before there are any. What it gives is to be called when the server
 * stops: Node itself would wait for connections that are silent or have sent half a head, and keep those open that it answers.
 * A request has `wait` milliseconds to come whole, which Node no longer looks at then.
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
    for (const socket of open) if (answerOn(socket)?.req.complete === false) socket.destroy()
  }
  return () => {
    isStopping = true
    for (const socket of open) {
      const answer = answerOn(socket)
      if (answer === undefined) socket.destroy()
      else {
        answer.shouldKeepAlive = false
        // Its head may be out already.
        answer.once('close', () => socket.end())
      }
    }
    const late = setTimeout(cutLate, wait).unref()
    server.once('close', () => clearTimeout(late))
  }
}
