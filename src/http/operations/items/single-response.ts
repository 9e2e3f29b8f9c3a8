/** What the response with one item says of it. */
import type { ResourceName } from '../../../contract/resources/index.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import type { Item } from '../../../store/store.ts'
import type { ApiRequest } from '../../request/api-request.ts'

/** When a venue or organizer last changed; undefined for items that embed others, which change separately (contract §8). */
export function lastModified(
  { record }: Item<ResourceName>,
  { context }: Pick<ApiRequest, 'context'>,
): number | undefined {
  if ('start_utc' in record || 'recurrence' in record || !('date_utc' in record)) return undefined
  const now = epochOfInstant(context.moment.now)
  return record.date_utc <= now ? Math.max(record.modified_utc, record.date_utc) : record.modified_utc
}
