/** A pool of connections to one server: lent one after the other, closed when unused, and all cut when the server is away. */
import type pg from 'pg'
import { closeClient, cutConnection, type OpenClient } from './opening.ts'

/** Milliseconds that work waits for a connection: shorter than the timeouts of clients, longer than a burst takes. */
const PATIENCE = 20_000

/** Milliseconds after which an unused connection is closed. */
const IDLE = 10_000

/** The connections of a pool. */
export interface Connections {
  /** Lends a connection; the borrower gives it back. Throws if none can be opened, or none becomes free in 20 seconds. */
  borrow(): Promise<pg.Client>
  /** Takes a connection back; a broken one is not lent again. */
  giveBack(client: pg.Client, isBroken: boolean): void
  /** Cuts all connections. What runs on them, and what waits for one, fails with `cause`. */
  abandon(cause: Error): void
  /** How many connections there are, how many of them are unused, and how many borrowers wait. */
  counts(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Waits until all connections are given back, then closes them. */
  close(): Promise<void>
}

interface Waiting {
  take(client: pg.Client): void
  fail(error: unknown): void
}

const closedError = () => new Error('database is not open')

/** Those who wait for a connection, in the order of arrival. Each waits for a limited time. */
function queue() {
  const waiting: Waiting[] = []
  return {
    waiting,
    join: () =>
      new Promise<pg.Client>((resolve, reject) => {
        const leave = () => {
          clearTimeout(late)
          const at = waiting.indexOf(one)
          if (at >= 0) waiting.splice(at, 1)
        }
        const one: Waiting = {
          take(client) {
            leave()
            resolve(client)
          },
          fail(error) {
            leave()
            reject(error)
          },
        }
        const late = setTimeout(
          () => one.fail(new Error('timeout exceeded when trying to connect')),
          PATIENCE,
        )
        waiting.push(one)
      }),
  }
}

/** Returns a pool of at most `max` connections. It opens none before one is borrowed. */
export function newPool(open: OpenClient, max: number): Connections {
  const known = new Set<pg.Client>()
  const idle = new Map<pg.Client, NodeJS.Timeout>()
  const { waiting, join } = queue()
  let [opening, closing] = [0, 0]
  let ended: (() => void) | undefined

  const settle = () => {
    if (ended !== undefined && known.size + opening + closing === 0) ended()
  }
  const forget = (client: pg.Client) => {
    clearTimeout(idle.get(client))
    idle.delete(client)
    known.delete(client)
  }
  const dismiss = (client: pg.Client) => {
    forget(client)
    closing += 1
    void closeClient(client).finally(() => {
      closing -= 1
      settle()
    })
  }
  const rest = (client: pg.Client) => {
    const timer = setTimeout(() => dismiss(client), IDLE)
    timer.unref()
    idle.set(client, timer)
  }
  /** The connection that was used last, so that the others are closed while few are needed. */
  const unused = (): pg.Client | undefined => {
    const client = [...idle.keys()].at(-1)
    if (client === undefined) return undefined
    clearTimeout(idle.get(client))
    idle.delete(client)
    return client
  }
  const serve = () => {
    while (waiting.length > 0 && idle.size > 0) {
      const client = unused()
      if (client !== undefined) waiting[0]?.take(client)
    }
    while (opening < waiting.length && known.size + opening < max) void add()
  }
  const add = async () => {
    opening += 1
    try {
      const client = await open()
      known.add(client)
      client.once('end', () => {
        forget(client)
        settle()
        serve()
      })
      if (ended === undefined) rest(client)
      else dismiss(client)
    } catch (error) {
      waiting[0]?.fail(error)
    } finally {
      opening -= 1
    }
    serve()
    settle()
  }
  return {
    async borrow() {
      if (ended !== undefined) throw closedError()
      const free = waiting.length === 0 ? unused() : undefined
      if (free !== undefined) return free
      const lent = join()
      serve()
      return lent
    },
    giveBack(client, isBroken) {
      if (!known.has(client)) return
      if (isBroken || ended !== undefined) dismiss(client)
      else rest(client)
      serve()
    },
    abandon(cause) {
      for (const client of [...known]) {
        forget(client)
        cutConnection(client, cause)
      }
      for (const one of [...waiting]) one.fail(cause)
      settle()
    },
    counts: () => ({ total: known.size + opening, idle: idle.size, waiting: waiting.length }),
    async close() {
      const done = new Promise<void>((resolve) => {
        ended = resolve
      })
      for (const one of [...waiting]) one.fail(closedError())
      for (const client of [...idle.keys()]) dismiss(client)
      settle()
      await done
    },
  }
}
