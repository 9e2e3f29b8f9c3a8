/**
 * The change counter of a PostgreSQL database. The server notifies of every write (LISTEN) over a connection that
 * is probed twice a second. After a second without a response the counter is undefined, and the revision is queried
 * instead.
 */
import pg from 'pg'
import type { ChangeCounter } from '../change-counter.ts'

/** Milliseconds between probes, how long a response is trusted, and how long one is awaited. */
const BEAT = 500
const BELIEVED = 1000
const PATIENCE = 5000

const listener = (url: string) =>
  new pg.Client({
    connectionString: url,
    application_name: 'fasti notices',
    keepAlive: true,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: PATIENCE,
  })

/** Returns a change counter. It starts listening at the first call of `changeCounter` and stops when closed. */
export function postgresChangeCounter(url: string): ChangeCounter & { close(): Promise<void> } {
  let count = 0
  let confirmedAt = Number.NEGATIVE_INFINITY
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  const bump = () => {
    count += 1
  }
  const lose = (lost: pg.Client) => {
    if (client === lost) [client, confirmedAt] = [undefined, Number.NEGATIVE_INFINITY]
    lost.end().catch(() => {})
  }
  const beat = async () => {
    const sentAt = performance.now()
    const isNew = client === undefined
    const one = client ?? listener(url)
    client = one
    try {
      if (isNew) {
        one.on('notification', bump)
        one.on('error', () => lose(one))
        one.on('end', () => lose(one))
        await one.connect()
        await one.query('listen fasti')
        bump()
      } else await one.query('select 1')
      // Notifications of earlier writes arrive before the response to the probe.
      if (client === one) confirmedAt = sentAt
    } catch {
      lose(one)
    }
  }
  /** One probe at a time: a server that does not respond gets no further ones. */
  const begin = () => {
    let isProbing = false
    const probe = () => {
      if (isProbing) return
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
      const last = client
      client = undefined
      confirmedAt = Number.NEGATIVE_INFINITY
      await last?.end().catch(() => {})
    },
  }
}
