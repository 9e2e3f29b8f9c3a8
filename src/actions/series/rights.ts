/** Rights on several occurrences at once. */

import type { ContextWithImages } from '../../api/context.ts'
import { requireMayEdit } from '../../api/policy.ts'
import { itemStatusAt } from '../../domain/publication/status.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { OccurrenceRecord } from '../../store/store.ts'

/** Throws 401 or 403 unless the actor may edit all of these occurrences. */
export function requireMayEditOccurrences(
  occurrences: readonly OccurrenceRecord[],
  { actor, moment }: Pick<ContextWithImages, 'actor' | 'moment'>,
): void {
  const now = epochOfInstant(moment.now)
  for (const { author, status, date_utc, group_id } of occurrences)
    requireMayEdit(actor, { author, status: itemStatusAt(status, date_utc, now), group_id })
}
