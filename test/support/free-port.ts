/**
 * Ports for servers that start later. They lie below those that the system gives to other servers and connections in the
 * meantime (from 32,768 on Linux). Each thread of each process has blocks of them to itself: it listens on the first port of a block as
 * long as it runs, so that no other takes the block.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { threadId } from 'node:worker_threads'

const [FIRST, SIZE, BLOCKS] = [20_000, 100, 120]
/** The block that is tried next: threads and processes begin at different ones. */
let block = process.pid + threadId * 61
/** The ports of the blocks of this thread that were not returned yet. */
const own: number[] = []

/** Returns a server that listens on the port; undefined if another one does. */
function serverOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(undefined))
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/** Takes a block that no other thread has. Returns the ports in it. Throws if there is none. */
async function takeBlock(): Promise<readonly number[]> {
  for (let tried = 0; tried < BLOCKS; tried++) {
    const first = FIRST + (block++ % BLOCKS) * SIZE
    const sign = await serverOn(first)
    if (sign === undefined) continue
    sign.unref()
    return Array.from({ length: SIZE - 1 }, (_, at) => first + 1 + at)
  }
  throw new Error(`other processes have all ports from ${FIRST} on`)
}

/** Returns a port of this machine that nothing listens on, another one at each call, and in each thread and process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = own.shift()
    if (port === undefined) own.push(...(await takeBlock()))
    else {
      const server = await serverOn(port)
      if (server === undefined) continue
      await once(server.close(), 'close')
      return port
    }
  }
}
