/** Turns of large bodies: parsing one and checking its args holds up everything else, so others are served between two of them. */
import { setImmediate as breath } from 'node:timers/promises'
import { fairQueue } from '../../support/fair-queue.ts'

/** Bytes of a body that is parsed and checked in a few milliseconds. */
const SMALL = 16_384

/** Which address sent a body. */
const senders = new WeakMap<Buffer, string>()

/** Notes the address that sent a body, whose bodies take turns with those of others. Returns the body. */
export function noteAddressOfBody(address: string, body: Buffer): Buffer {
  senders.set(body, address)
  return body
}

/** The budgets of bodies bound how many wait: none is refused here. */
const inTurn = fairQueue({
  running: 1,
  waitingOfOne: Number.POSITIVE_INFINITY,
  waiting: Number.POSITIVE_INFINITY,
  what: 'large bodies',
  breath: () => breath(),
})

/**
 * Returns when the work for a body may begin: at once for a small one, else alone in a round of the event loop. Addresses take turns, so a
 * large body waits for at most one of each other address.
 */
export async function waitForTurnToProcessBody(body: Buffer): Promise<void> {
  if (body.length > SMALL) await inTurn(senders.get(body) ?? '', async () => {})
}
