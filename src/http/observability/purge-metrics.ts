/** Metrics of the purges that caches in front of the service are sent. */
import type { Store } from '../../store/store.ts'
import { gauge } from './metric-families.ts'
import { type MetricFamily, metricFamily } from './metrics.ts'

export interface PurgesWatched {
  /** The counts of this process's purges since it started; undefined without a cache in front of the service that is told. */
  purgeCounts(): { readonly sent: number; readonly failed: number } | undefined
}

/** Returns the purges of this process, and how far all are behind; nothing without a cache that is told. */
export async function purgeMetrics({
  store,
  purgeCounts,
}: PurgesWatched & { readonly store: Pick<Store, 'purges'> }): Promise<readonly MetricFamily[]> {
  const counts = purgeCounts()
  if (counts === undefined) return []
  const sent = metricFamily(
    { name: 'fasti_purges', type: 'counter', help: 'Purges sent to the cache in front by outcome.' },
    [
      [{ outcome: 'accepted' }, counts.sent],
      [{ outcome: 'failed' }, counts.failed],
    ],
  )
  const behind = await store.purges.behind().catch(() => undefined)
  if (behind === undefined) return [sent]
  return [
    sent,
    gauge('fasti_purge_behind_revisions', 'Revisions that the cache in front was not told of.', behind),
  ]
}
