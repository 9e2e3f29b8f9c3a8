/** Holds: while a back-up runs, image files are not removed. A hold is a mark beside the files; the last back-up leaves one, too. */
import { randomBytes } from 'node:crypto'
import type { MediaStorage } from './storage.ts'

/** The interval at which a hold renews its mark, in milliseconds. */
const RENEWAL_INTERVAL = 30_000
/** Seconds without renewal after which a hold ends, because its process has crashed. */
const MAX_AGE = 600

/** The mark of the last back-up, which no hold has as its name. */
const LAST = 'last-back-up'

/** Seconds between two looks for the last back-up. */
const LOOK_INTERVAL = 300

const now = () => (performance.timeOrigin + performance.now()) / 1000

/** Holds every file until the returned function is called. After a crash the hold lasts ten more minutes. */
export async function pauseFileRemovalUntilReleased(storage: MediaStorage): Promise<() => Promise<void>> {
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
export async function isFileRemovalPaused(storage: MediaStorage): Promise<boolean> {
  for await (const { file, modified } of storage.marks())
    if (file !== LAST && modified > now() - MAX_AGE) return true
  return false
}

/** Notes beside the files that a back-up is complete. */
export const noteTimeOfLastBackUp = (storage: MediaStorage): Promise<void> => storage.mark(LAST)

async function lastNoted(storage: MediaStorage): Promise<number | undefined> {
  for await (const { file, modified } of storage.marks()) if (file === LAST) return modified
  return undefined
}

/**
 * Returns the function that says when the last back-up was complete, in seconds since 1970 UTC; undefined if none was noted. It looks at
 * most every five minutes, because a bucket charges for each look. `elapsed` are the seconds of a monotonic clock.
 */
export function lastBackUpReader(
  storage: MediaStorage,
  elapsed: () => number,
): () => Promise<number | undefined> {
  let last: { readonly time: number | undefined; readonly seenAt: number } | undefined
  return async () => {
    if (last === undefined || elapsed() - last.seenAt >= LOOK_INTERVAL)
      last = { seenAt: elapsed(), time: await lastNoted(storage) }
    return last.time
  }
}
