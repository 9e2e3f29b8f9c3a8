/** Those who wait for a connection, in the order of arrival. */
import type pg from 'pg'

/** Milliseconds that work waits for a connection: shorter than the timeouts of clients, longer than a burst takes. */
const PATIENCE = 20_000

interface Waiting {
  take(client: pg.Client): void
  fail(error: unknown): void
}

/** Those who wait, and how one joins them. Each waits for a limited time. */
export type WaitingLine = ReturnType<typeof waitingLine>

/** Returns a line in which nobody waits. */
export function waitingLine() {
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
