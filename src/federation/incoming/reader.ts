/** Reads what is due at other servers from time to time. Every process may: what one has taken, no other one takes. */
import { tickerOf } from '../../webhooks/ticking.ts'
import type { RemoteReadingParts } from '../remote/fetching.ts'
import { fetchDueImages } from './fetching-images.ts'
import { fetchDueOutboxesAndEvents } from './reading.ts'

/** Milliseconds between two looks for what is due. */
const IDLE = 1000

interface IncomingReader {
  /** Reads everything that is due. */
  read(): Promise<void>
  /** Reads from time to time until `stop`. */
  start(failed: (error: unknown) => void): void
  stop(): Promise<void>
}

/** Returns what does some work, a second after it was done last. */
function idlingTicker(work: () => Promise<void>) {
  let looked = Number.NEGATIVE_INFINITY
  return tickerOf(async () => {
    if (performance.now() - looked < IDLE) return
    await work()
    looked = performance.now()
  })
}

/** Returns the reader of one process. Images don't delay events. */
export function followedCalendarsReader(reading: RemoteReadingParts): IncomingReader {
  const works = [() => fetchDueOutboxesAndEvents(reading), () => fetchDueImages(reading.source)]
  const tickers = works.map(idlingTicker)
  return {
    async read() {
      for (const work of works) await work()
    },
    start(failed) {
      for (const ticker of tickers) ticker.start(failed)
    },
    async stop() {
      await Promise.all(tickers.map((ticker) => ticker.halt()))
    },
  }
}
