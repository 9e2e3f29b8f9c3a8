/** The lease of deliveries: of all processes on one database, only the one that has it delivers. */
import { randomUUID } from 'node:crypto'
import type { WebhookDeliveringStore } from '../store/store.ts'

/** Seconds for which a lease is valid, so that another process delivers soon after a crash, and after which it is renewed. */
const LEASE = 5
const RENEWED_AFTER = 2

export interface DeliveryLease {
  /** The name of this process as the holder. */
  readonly holder: string
  /** Takes or renews the lease where that is due. Returns whether this process has it. */
  hold(): Promise<boolean>
  /** Forgets when it was taken, so that the next `hold` asks the database. */
  forget(): void
  /** Gives the lease back if this process has taken it. */
  release(): Promise<void>
}

/** Returns the lease of one process, not yet taken. */
export function deliveryLease(delivering: Pick<WebhookDeliveringStore, 'lease' | 'release'>): DeliveryLease {
  const holder = randomUUID()
  let takenAt = Number.NEGATIVE_INFINITY
  return {
    holder,
    async hold() {
      if (performance.now() - takenAt < RENEWED_AFTER * 1000) return true
      const requestedAt = performance.now()
      takenAt = (await delivering.lease(holder, LEASE)) ? requestedAt : Number.NEGATIVE_INFINITY
      return performance.now() - takenAt < (LEASE - 1) * 1000
    },
    forget() {
      takenAt = Number.NEGATIVE_INFINITY
    },
    async release() {
      if (takenAt > Number.NEGATIVE_INFINITY) await delivering.release(holder).catch(() => {})
    },
  }
}
