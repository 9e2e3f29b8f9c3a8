/** Files outlive a back-up that is under way: whoever makes one holds them, and files that are held are not removed. */
import { randomBytes } from 'node:crypto'
import type { Keeper } from './keeper.ts'

/** Renewed so often while it holds, in milliseconds. */
const RENEWED_EVERY = 30_000
/** Seconds without renewal after which whoever held the files has crashed. */
const LONGEST = 600

const now = () => (performance.timeOrigin + performance.now()) / 1000

/** Holds every file until the function returned is called. What crashes holds them for ten minutes more. */
export async function hold(keeper: Keeper): Promise<() => Promise<void>> {
  const name = randomBytes(8).toString('hex')
  await keeper.mark(name)
  const renewing = setInterval(() => void keeper.mark(name).catch(() => {}), RENEWED_EVERY)
  renewing.unref()
  return async () => {
    clearInterval(renewing)
    await keeper.unmark(name)
  }
}

/**
 * Whether the files are held. Asked after the transaction that forgets a file: a back-up that begins later does not know it.
 */
export async function isHeld(keeper: Keeper): Promise<boolean> {
  for await (const { modified } of keeper.marks()) if (modified > now() - LONGEST) return true
  return false
}
