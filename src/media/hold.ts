/** Holds: while a back-up runs, image files are not removed. A hold is a mark beside the files. */
import { randomBytes } from 'node:crypto'
import type { MediaStorage } from './storage.ts'

/** The interval at which a hold renews its mark, in milliseconds. */
const RENEWAL_INTERVAL = 30_000
/** Seconds without renewal after which a hold ends, because its process has crashed. */
const MAX_AGE = 600

const now = () => (performance.timeOrigin + performance.now()) / 1000

/** Holds every file until the returned function is called. After a crash the hold lasts ten more minutes. */
export async function hold(storage: MediaStorage): Promise<() => Promise<void>> {
  const name = randomBytes(8).toString('hex')
  await storage.mark(name)
  const renewing = setInterval(() => void storage.mark(name).catch(() => {}), RENEWAL_INTERVAL)
  renewing.unref()
  return async () => {
    clearInterval(renewing)
    await storage.unmark(name)
  }
}

/**
 * Whether the files are held. To be called after the transaction that deletes the row of a file: a back-up that begins later
 * does not contain that row.
 */
export async function isHeld(storage: MediaStorage): Promise<boolean> {
  for await (const { modified } of storage.marks()) if (modified > now() - MAX_AGE) return true
  return false
}
