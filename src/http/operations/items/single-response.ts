/** The response with one item of any resource. */
import type { ResourceName } from '../../../contract/resources/index.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import { representItem } from '../../../representations/json/index.ts'
import type { Item } from '../../../store/store.ts'
import { surrogateKeysOfItem } from '../../cache/cached-event.ts'
import { type ApiRequest, type ApiResponse, representationContextOf } from '../../request/api-request.ts'
import type { HandlerParts } from '../handler.ts'

/** When a venue or organizer last changed; undefined for items that embed others, which change separately (contract §8). */
export function lastModified(
  { record }: Item<ResourceName>,
  { context }: Pick<ApiRequest, 'context'>,
): number | undefined {
  if ('start_utc' in record || 'recurrence' in record || !('date_utc' in record)) return undefined
  const now = epochOfInstant(context.moment.now)
  return record.date_utc <= now ? Math.max(record.modified_utc, record.date_utc) : record.modified_utc
}

/** The response with one item of the calendar with the name `siteNameSignal`, as its reader sees it. */
export function singleResponse<N extends ResourceName>(
  request: ApiRequest,
  name: N,
  item: Item<N>,
  { siteName }: Pick<HandlerParts, 'siteName'>,
): ApiResponse {
  const modified = lastModified(item, request)
  const body = representItem(name, item, representationContextOf(request, true, siteName))
  // The linked data of a date of a series may tell of any other date; all other items show counts or lists.
  const isAlone = 'isProtected' in item && item.series === undefined
  const shown = () => ({ keys: surrogateKeysOfItem(name, item), isAlone })
  return {
    status: 200,
    body,
    version: item.record.version,
    shown,
    ...(modified !== undefined && { modified }),
  }
}
