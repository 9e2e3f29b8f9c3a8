/** Lists and single events from the JSON that is kept of events. */
import { viewerOf } from '../../api/context.ts'
import type { FoundEvents } from '../../api/operation.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import {
  type JsonItemContext,
  type Paging,
  pageLinks,
  representCollection,
  representItem,
} from '../../representations/json/index.ts'
import type { EventItem, Item } from '../../store/store.ts'
import { utf8Buffer } from '../../support/shared-budget-cache.ts'
import { idsShownByEvent, idsShownBySingleEvent, type ShownIds, viewerKey } from '../cache/renderings.ts'
import { surrogateKeysOfIds } from '../cache/response-cache.ts'
import { digestOf, makeRevisionHeader } from '../protocol.ts'
import {
  type ApiRequest,
  type ApiResponse,
  hasNeitherFieldsNorEnvelope,
  idOfPathParams,
  representationContextOf,
} from '../request/api-request.ts'
import type { EventJson, HandlerParts } from './handler.ts'
import { pageHeaders } from './represent.ts'

/** The JSON of an event, which shows these items. */
function jsonOf(item: EventItem, view: JsonItemContext, shown: ShownIds): EventJson {
  const { id, version } = item.record
  const bytes = utf8Buffer(JSON.stringify(representItem('event', item, view)))
  return { id, version, bytes, digest: digestOf(bytes), shown, size: bytes.length }
}

// The response of a list of events (contract §3, §6), joined from the JSON of its events.

const START = utf8Buffer('{"events":[')
const COMMA = utf8Buffer(',')

interface PageParts extends Pick<HandlerParts, 'eventJson' | 'siteName'> {
  pagingOf(total: number): Paging
}

/** A page of events: their bytes joined, or parsed if only a part is sent. */
export async function renderedPage(
  { view: readView, ids, total }: FoundEvents,
  request: ApiRequest,
  { eventJson, siteName, pagingOf }: PageParts,
): Promise<ApiResponse> {
  const { context } = request
  const { moment, actor } = context
  const [viewer, view] = [viewerOf(context), representationContextOf(request, false, siteName)]
  const group = viewerKey(viewer.scope, view)
  const events = await eventJson.take(ids, { readView, group, moment }, async (missing) =>
    (await readView.events(missing, viewer)).map((item) => jsonOf(item, view, idsShownByEvent(item))),
  )
  const paging = pagingOf(total)
  const pages = pageLinks(paging)
  const response = {
    status: 200,
    headers: {
      ...pageHeaders(paging, pages),
      // By it, who changes these events says what they saw.
      ...(actor.role !== 'anonymous' && makeRevisionHeader(readView.revision)),
    },
    shown: () => ({ keys: events.flatMap(({ shown }) => surrogateKeysOfIds(shown)) }),
  }
  if (!hasNeitherFieldsNorEnvelope(request)) {
    const shown = events.map(({ bytes }): object => JSON.parse(bytes.toString()))
    return { ...response, body: representCollection('events', shown, pages, paging) }
  }
  const { address, query, page, per_page } = paging
  const digests = events.map(({ digest }) => digest).join(' ')
  // It covers everything in the page: if it is equal, so is the page.
  const digest = digestOf(`${JSON.stringify([address, query, page, per_page])} ${total} ${digests}`)
  const rest = JSON.stringify(representCollection('events', [], pages, paging)).slice(START.length)
  const members = events.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [COMMA, bytes]))
  return {
    ...response,
    body: {},
    chunked: { digest, chunks: [START, ...members, utf8Buffer(rest)], members },
  }
}

// The response with one event: read by its id again, it needs neither the database nor a new representation.

const responseOf = ({ bytes, digest, version, shown, changesWithAny }: EventJson): ApiResponse => ({
  status: 200,
  body: {},
  version,
  chunked: { digest, chunks: [bytes] },
  shown: () => ({ keys: surrogateKeysOfIds(shown), isAlone: changesWithAny === undefined }),
})

/**
 * Returns the response with the event at an id. `read` reads the event where its JSON is not kept; it throws 401, 403, 404 or 410. Only for
 * requests without a password: protected events are not kept.
 */
export async function keptOrReadEvent(
  request: ApiRequest,
  { singleJson, siteName }: HandlerParts,
  read: () => Promise<Item<ResourceName>>,
  show: (item: Item<ResourceName>) => ApiResponse,
): Promise<ApiResponse> {
  const { params, context, minRevision } = request
  const { store, moment } = context
  const view = representationContextOf(request, true, siteName)
  const readView = store.currentView()
  if (readView === undefined || readView.revision < minRevision || !hasNeitherFieldsNorEnvelope(request))
    return show(await read())
  const reader = { readView, group: viewerKey(viewerOf(context).scope, view), moment }
  const known = singleJson.find(idOfPathParams(params), reader)
  if (known !== undefined) return responseOf(known)
  const item = await read()
  if (!('isProtected' in item) || item.isProtected) return show(item)
  // The linked data of a date tells which other dates its series lacks.
  const changesWithAny = item.series && ('event' as const)
  const made = { ...jsonOf(item, view, idsShownBySingleEvent(item)), changesWithAny }
  singleJson.keep(made, reader, await readView.nextPublication(moment))
  return responseOf(made)
}
