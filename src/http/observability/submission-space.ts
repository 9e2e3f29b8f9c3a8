/** The metrics of what the public submits. */
import type { Store } from '../../store/store.ts'
import { gauge } from './metric-families.ts'
import type { MetricFamily } from './metrics.ts'

/** The space that the public takes. */
export async function submissionMetrics({
  submissions,
}: Pick<Store, 'submissions'>): Promise<readonly MetricFamily[]> {
  const taken = await submissions.space().catch(() => undefined)
  return taken === undefined
    ? []
    : [
        gauge(
          'fasti_submissions_space_bytes',
          'Space of what the public submitted and nobody approved, about.',
          taken,
          'bytes',
        ),
      ]
}
