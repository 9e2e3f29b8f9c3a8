/** The response of a list of events (contract §3, §6) from the event JSON cache. */

import { viewerOf } from '../../../api/context.ts'
import type { PageOfRenderings } from '../../../api/operation.ts'
import type { Moment } from '../../../domain/time/moment.ts'
import { because, type Faults, faultBecause } from '../../../problem.ts'
import { type Paging, pageLinks, representCollection } from '../../../representations/json/collection.ts'
import type { FoundEventIds, MemoryView, ReadView } from '../../../store/store.ts'
import {
  type CachedEvent,
  parseCachedEventJson,
  surrogateKeysOfEvent,
  utf8Buffer,
  commaJoined as withCommas,
} from '../../cache/cached-event.ts'
import { digestOf } from '../../protocol/etag.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import {
  type ApiRequest,
  type ApiResponse,
  hasNeitherFieldsNorEnvelope,
  type RevalidationResult,
  representationContextOf,
} from '../../request/api-request.ts'
import type { HandlerParts } from '../handler.ts'
import { pageHeaders } from '../paging.ts'

const keysOfLists: readonly string[] = [
  'rest_url',
  'next_rest_url',
  'previous_rest_url',
  'total',
  'total_pages',
]

/** Returns the fault of `_fields` that name nothing of a list's answer, as `id` does in place of `events.id`. Programs for other APIs get what is left. */
export function faultsOfListFields({ query, root }: ApiRequest, collection: string): Faults {
  const fields = query.texts('_fields').join(',')
  if (fields === '' || root.dialect !== undefined) return {}
  const names = fields.split(',').map((path) => path.trim().split('.')[0] ?? '')
  if (names.some((name) => name === collection || keysOfLists.includes(name))) return {}
  return { _fields: faultBecause(because('fields_of_nothing', { item: `${collection}.id` })) }
}

/** Returns all that a list of events shows, for caches in front of the service. */
const shownIn = (events: readonly CachedEvent[]) => () => ({ keys: events.flatMap(surrogateKeysOfEvent) })

/** A page of events as objects, to send a part of it. */
function partOf(events: readonly CachedEvent[], paging: Paging) {
  const pages = pageLinks(paging)
  const body = representCollection('events', events.map(parseCachedEventJson), pages, paging)
  return { headers: pageHeaders(paging, pages), body, shown: shownIn(events) }
}

const START = utf8Buffer('{"events":[')

interface PageParts extends Pick<HandlerParts, 'eventJson' | 'siteName'> {
  pagingOf(total: number): Paging
}

/** A list of events from the event JSON cache: its bytes joined, or parsed if only a part is sent. Throws 404 past the last page. */
export async function renderedPage<A>(
  args: A,
  rendered: PageOfRenderings<A>,
  request: ApiRequest,
  { eventJson, siteName, pagingOf }: PageParts,
): Promise<ApiResponse> {
  const { context, minRevision } = request
  const [viewer, view] = [viewerOf(context), representationContextOf(request, false, siteName)]
  const { address, query, page, per_page } = pagingOf(0)
  const key = JSON.stringify([address, query, page, per_page])
  const listOf = (total: number, events: readonly CachedEvent[]): RevalidationResult => {
    // The digest covers everything in the page: if it is equal, so is the page.
    const digest = digestOf(`${key} ${total} ${events.map((event) => event.digest).join(' ')}`)
    const build = () => {
      const paging = pagingOf(total)
      const pages = pageLinks(paging)
      const rest = JSON.stringify(representCollection('events', [], pages, paging)).slice(START.length)
      const members = withCommas(events.map(({ bytes }) => bytes))
      const chunks = [START, ...members, utf8Buffer(rest)]
      const headers = pageHeaders(paging, pages)
      return { headers, chunked: { digest, chunks, members }, shown: shownIn(events) }
    }
    return { digest, build }
  }
  const show = async (
    readView: ReadView,
    { ids, total }: FoundEventIds,
    findAgain: (memory: MemoryView, moment: Moment) => FoundEventIds | undefined,
  ) => {
    const events = await eventJson.take(readView, ids, viewer, view)
    if (!hasNeitherFieldsNorEnvelope(request)) return partOf(events, pagingOf(total))
    const revalidate = (memory: MemoryView, moment: Moment) => {
      const now = findAgain(memory, moment)
      const events = now && eventJson.takeFromMemory(memory, now.ids, { ...viewer, moment }, view)
      return events && listOf(now.total, events)
    }
    return { revalidate, ...listOf(total, events).build() }
  }
  const showAsOf: typeof show = async (readView, found, again) => {
    const response = await show(readView, found, again)
    // By it, who changes these events says what they saw.
    const asOf = context.actor.role === 'anonymous' ? {} : makeRevisionHeader(readView.revision)
    return { ...response, headers: { ...response.headers, ...asOf } }
  }
  const response = await rendered<Partial<ApiResponse>>(args, context, minRevision, showAsOf)
  return { status: 200, body: {}, ...response }
}
