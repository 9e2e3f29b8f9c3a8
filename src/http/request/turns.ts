/** Turns of large bodies: parsing one and checking its args holds up everything else, so others are served between two of them. */
import { setImmediate as breath } from 'node:timers/promises'

/** Bytes of a body that is parsed and checked in a few milliseconds. */
const SMALL = 16_384

let last: Promise<unknown> = Promise.resolve()

/** Returns when the work for a body may begin: at once for a small one, else alone in a round of the event loop. */
export async function turnOf({ length }: Buffer): Promise<void> {
  if (length <= SMALL) return
  last = last.then(() => breath())
  await last
}
