/** What keeps asynchronous work from waiting for a connection that it holds itself. */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Knows, for one connection, whether the running work is inside a transaction or snapshot on it. */
export interface Guard {
  /**
   * Throws inside `within`, where on SQLite waiting would never end and on PostgreSQL the work would happen outside;
   * and once closed.
   */
  refuse(): void
  /** Runs `fn` as the inside of a transaction or snapshot. */
  within<T>(fn: () => Promise<T>): Promise<T>
  /** Lets nothing new begin. */
  close(): void
}

/** The guard of a new connection. */
export function createGuard(): Guard {
  const sections = new AsyncLocalStorage<{ over: boolean }>()
  let closed = false
  return {
    refuse() {
      if (closed) throw new Error('database is not open')
      // Work that the inside has started and not waited for may go on when the section is over.
      if (sections.getStore()?.over !== false) return
      throw new Error('A transaction or snapshot is running here: use the database it was given')
    },
    within(fn) {
      const section = { over: false }
      return sections.run(section, async () => {
        try {
          return await fn()
        } finally {
          section.over = true
        }
      })
    },
    close() {
      closed = true
      // Else every promise of this process would go on being marked for it.
      sections.disable()
    },
  }
}
