/** Prevents asynchronous work from waiting for a connection that it holds itself. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Tracks, for one connection, whether the running work is inside one of its transactions or snapshots. */
export interface TransactionNestingGuard {
  /**
   * Throws inside `within`: there, waiting would deadlock on SQLite, and on PostgreSQL the work would run outside
   * the transaction. Also throws after `close`.
   */
  refuse(): void
  /** Runs `fn` as the body of a transaction or snapshot. */
  within<T>(fn: () => Promise<T>): Promise<T>
  /** Makes every later `refuse` throw. */
  close(): void
}

/** Returns the guard of a new connection. */
export function newTransactionNestingGuard(): TransactionNestingGuard {
  const sections = new AsyncLocalStorage<{ over: boolean }>()
  let closed = false
  let running = 0
  return {
    refuse() {
      if (closed) throw new Error('database is not open')
      // Work that the body started without awaiting it may continue after the section has ended.
      if (sections.getStore()?.over !== false) return
      throw new Error('This code runs inside a transaction or snapshot: use the database passed to it')
    },
    within(fn) {
      const section = { over: false }
      running += 1
      return sections.run(section, async () => {
        try {
          return await fn()
        } finally {
          section.over = true
          running -= 1
          // While the storage is on, Node.js 20 runs hooks for every promise of the process: a fifth of the time of a list.
          if (running === 0) sections.disable()
        }
      })
    },
    close() {
      closed = true
      // Otherwise every promise of the process would keep carrying the context.
      sections.disable()
    },
  }
}
