/** Attempts to deliver, at the pace that writes leave. */
import type { DueDelivery, FailingFederationHost, FederationDeliveryResult } from '../../store/store.ts'
import type { SendPost } from '../../webhooks/attempts.ts'
import { makeGatheredSaver } from '../../webhooks/gathering.ts'
import { newFastAndFailingLanes } from '../../webhooks/lanes.ts'
import type { DeliveryLease } from '../../webhooks/lease.ts'
import type { FederationParts } from '../federation-parts.ts'
import type { RunInTurn } from './pace.ts'
import { deliveryResultByFailure, postDelivery, saveDeliveryResults, signedDelivery } from './sending.ts'

/** The attempts of this process since it started. */
export interface FederationAttemptCounts {
  delivered: number
  failed: number
  /** Seconds that attempts took. */
  seconds: number
}

/** The parts of the deliveries of a process that attempts need. */
export interface DeliveryAttemptParts {
  readonly source: FederationParts
  readonly lease: DeliveryLease
  readonly stopped: AbortController
  readonly counted: FederationAttemptCounts
  readonly pace: { readonly inTurn: RunInTurn }
}

/** Attempts a delivery. `known`: how its host stood before. */
export type AttemptDelivery = (
  delivery: DueDelivery,
  known: FailingFederationHost | undefined,
) => Promise<void>

/** Returns the function that attempts deliveries, each in its lane and at the pace that writes leave. */
export function deliveryAttempter(
  { source, lease, stopped, counted, pace: { inTurn } }: DeliveryAttemptParts,
  post: SendPost,
): AttemptDelivery {
  const lane = newFastAndFailingLanes()
  const save = makeGatheredSaver<FederationDeliveryResult>(
    (results) => saveDeliveryResults(source, results),
    inTurn,
  )
  return async (delivery, known) => {
    const result = await lane.run(known !== undefined, async () => {
      const signed = await inTurn(async () => {
        if (stopped.signal.aborted || !(await lease.hold())) throw new Error('another process delivers now')
        return signedDelivery(source, delivery)
      })
      const start = performance.now()
      const failure = await postDelivery(signed, post, stopped.signal)
      counted.seconds += (performance.now() - start) / 1000
      return deliveryResultByFailure(source, delivery, failure, known)
    })
    counted[result.outcome === 'delivered' ? 'delivered' : 'failed'] += 1
    await save(result)
  }
}
