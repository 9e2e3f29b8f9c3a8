/**
 * Stamps of a PostgreSQL database: the server tells of every write (LISTEN), over a connection that is asked twice a second
 * whether it lives. Where it was not heard of for a second, there is no stamp, and the database itself is asked again.
 */
import pg from 'pg'
import type { Stamps } from './stamps.ts'

/** Milliseconds between questions, for how long an answer is believed, and how long one is waited for. */
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

/** Stamps that listen from when the first one is asked for, until closed. */
export function postgresStamps(url: string): Stamps & { close(): Promise<void> } {
  let count = 0
  let heard = Number.NEGATIVE_INFINITY
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  const restamp = () => {
    count += 1
  }
  const lose = (lost: pg.Client) => {
    if (client === lost) [client, heard] = [undefined, Number.NEGATIVE_INFINITY]
    lost.end().catch(() => {})
  }
  const beat = async () => {
    const asked = performance.now()
    const isNew = client === undefined
    const one = client ?? listener(url)
    client = one
    try {
      if (isNew) {
        one.on('notification', restamp)
        one.on('error', () => lose(one))
        one.on('end', () => lose(one))
        await one.connect()
        await one.query('listen fasti')
        restamp()
      } else await one.query('select 1')
      // Whatever was written before the question was told of before the answer.
      if (client === one) heard = asked
    } catch {
      lose(one)
    }
  }
  /** One question at a time: a server that does not answer is not asked again. */
  const begin = () => {
    let isAsking = false
    const ask = () => {
      if (isAsking) return
      isAsking = true
      void beat().finally(() => {
        isAsking = false
      })
    }
    timer = setInterval(ask, BEAT)
    timer.unref()
    ask()
  }
  return {
    isPrompt: false,
    restamp,
    stamp() {
      if (timer === undefined) begin()
      return performance.now() - heard <= BELIEVED ? count : undefined
    },
    async close() {
      clearInterval(timer)
      const last = client
      client = undefined
      heard = Number.NEGATIVE_INFINITY
      await last?.end().catch(() => {})
    },
  }
}
