/**
 * Ports for servers that start later. They lie below those that the system gives to other servers and connections in the
 * meantime (from 32,768 on Linux).
 */
import { createServer } from 'node:net'
import { threadId } from 'node:worker_threads'

const [FIRST, COUNT] = [20_000, 12_000]
// Threads and processes begin at different ports.
let next = process.pid * 7919 + threadId * 1009

/** Whether nothing listens on the port. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** Returns a port of this machine that nothing listens on, another one at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + (next++ % COUNT)
    if (await isFree(port)) return port
  }
}
