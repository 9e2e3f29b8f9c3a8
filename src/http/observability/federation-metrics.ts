/** Metrics of federation. */
import type { Store } from '../../store/store.ts'
import { type DeliveryAttemptCounts, gauge } from './metric-families.ts'
import { type MetricFamily, metricFamily } from './metrics.ts'

export interface FederationWatched {
  /** The counts of attempts of this process to send to other servers; undefined if the calendar does not federate. */
  federationAttempts(): DeliveryAttemptCounts | undefined
}

/** Returns what waits for other servers, how many of them fail, and the attempts of this process; nothing if the calendar does not federate. */
export async function federationMetrics({
  store,
  federationAttempts,
}: FederationWatched & { readonly store: Pick<Store, 'federation'> }): Promise<readonly MetricFamily[]> {
  const attempts = federationAttempts()
  if (attempts === undefined) return []
  const sent = metricFamily(
    { name: 'fasti_federation_attempts', type: 'counter', help: 'Activities sent to servers by outcome.' },
    [
      [{ outcome: 'delivered' }, attempts.delivered],
      [{ outcome: 'failed' }, attempts.failed],
    ],
  )
  const found = await store.federation.queue.health().catch(() => undefined)
  if (found === undefined) return [sent]
  return [
    sent,
    gauge('fasti_federation_deliveries_waiting', 'Activities that wait for a server.', found.waiting),
    gauge('fasti_federation_hosts_failing', 'Servers that failed at the last attempt.', found.failingHosts),
    gauge('fasti_federation_followers', 'Accepted followers.', found.followers),
  ]
}
