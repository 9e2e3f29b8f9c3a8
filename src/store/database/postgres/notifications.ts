/**
 * The change counter of a PostgreSQL database. The server notifies of every write (LISTEN) over a connection that
 * is probed twice a second. After a second without a response, and through a pooler, the counter is undefined, and the revision is
 * queried instead.
 */
import type pg from 'pg'
import type { ChangeCounter } from '../change-counter.ts'
import { answeredInTime, clientOpener, closeClient } from './opening.ts'
import type { Presence } from './presence.ts'

/** Milliseconds between probes, and how long a response is trusted. */
const BEAT = 500
const BELIEVED = 1000

/**
 * Whether there is a pooler between this process and the server: it names its own connection, not the server's process. It may hand the server's
 * connection to another client after each transaction, and loses notifications then.
 */
async function isThroughPooler(client: pg.Client, patience: number): Promise<boolean> {
  const [row] = await answeredInTime<{ readonly pid: number }>(
    client,
    'select pg_backend_pid() as pid',
    patience,
  )
  return row !== undefined && row.pid !== Reflect.get(client, 'processID')
}

/**
 * Returns the change counter of the database at `url`. It starts listening at the first call of `changeCounter` and stops when closed. A
 * response is awaited for `patience` milliseconds; `presence` is asked whether the server is there when none comes.
 */
export function postgresChangeCounter(
  url: string,
  patience: number,
  presence: Presence,
): ChangeCounter & { close(): Promise<void> } {
  const open = clientOpener(url, { application: 'fasti notices', patience, otherwise: 'read-write' })
  let count = 0
  let confirmedAt = Number.NEGATIVE_INFINITY
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let [isClosed, isPooled] = [false, false]
  const bump = () => {
    count += 1
  }
  const lose = (lost: pg.Client) => {
    if (client === lost) [client, confirmedAt] = [undefined, Number.NEGATIVE_INFINITY]
    void closeClient(lost)
  }
  /** Opens the connection that is notified. */
  const listened = async (): Promise<pg.Client> => {
    const one = await open()
    one.on('notification', bump)
    one.on('error', () => lose(one))
    one.on('end', () => lose(one))
    try {
      isPooled = await isThroughPooler(one, patience)
      if (!isPooled) await answeredInTime(one, 'listen fasti', patience)
    } catch (error) {
      lose(one)
      throw error
    }
    bump()
    return one
  }
  const beat = async () => {
    const sentAt = performance.now()
    try {
      if (client === undefined) {
        const one = await listened()
        if (isClosed || isPooled) return lose(one)
        client = one
      } else await answeredInTime(client, 'select 1', patience)
      // Notifications of earlier writes arrive before the response to the probe.
      if (client !== undefined) confirmedAt = sentAt
    } catch {
      if (client !== undefined) lose(client)
      await presence.ask()
    }
  }
  /** One probe at a time: a server that does not respond gets no further ones. */
  const begin = () => {
    let isProbing = false
    const probe = () => {
      if (isProbing || isPooled || presence.awaySince() !== undefined) return
      isProbing = true
      void beat().finally(() => {
        isProbing = false
      })
    }
    timer = setInterval(probe, BEAT)
    timer.unref()
    probe()
  }
  return {
    foreignCounter: () => undefined,
    isPrompt: false,
    bump,
    changeCounter() {
      if (timer === undefined) begin()
      return performance.now() - confirmedAt <= BELIEVED ? count : undefined
    },
    async close() {
      clearInterval(timer)
      isClosed = true
      const last = client
      client = undefined
      confirmedAt = Number.NEGATIVE_INFINITY
      if (last !== undefined) await closeClient(last)
    },
  }
}
