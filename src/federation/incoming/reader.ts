/** Reads what is due at other servers from time to time. Every process may: what one has taken, no other one takes. */
import { tickerOf } from '../../webhooks/ticking.ts'
import type { RemoteReading } from '../remote/fetching.ts'
import { readIncoming } from './reading.ts'

/** Milliseconds between two looks for what is due. */
const IDLE = 1000

interface IncomingReader {
  /** Reads everything that is due. */
  read(): Promise<void>
  /** Reads from time to time until `stop`. */
  start(failed: (error: unknown) => void): void
  stop(): Promise<void>
}

/** Returns the reader of one process. */
export function incomingReader(reading: RemoteReading): IncomingReader {
  let looked = Number.NEGATIVE_INFINITY
  const ticker = tickerOf(async () => {
    if (performance.now() - looked < IDLE) return
    await readIncoming(reading)
    looked = performance.now()
  })
  return { read: () => readIncoming(reading), start: ticker.start, stop: ticker.halt }
}
