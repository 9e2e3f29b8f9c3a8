/** The response of a list of events (contract §3, §6), joined from the JSON of its events. */
import { viewerOf } from '../../../api/context.ts'
import type { PageOfRenderings } from '../../../api/operation.ts'
import { because, type Faults, faultBecause } from '../../../problem.ts'
import { type Paging, pageLinks, representCollection } from '../../../representations/json/collection.ts'
import { representItem } from '../../../representations/json/index.ts'
import { utf8Buffer } from '../../../support/kept-bytes.ts'
import { surrogateKeysOfIds } from '../../cache/caches-in-front.ts'
import { idsShownByEvent } from '../../cache/renderings.ts'
import { viewerKey } from '../../cache/viewer-key.ts'
import { digestOf } from '../../protocol/etag.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import {
  type ApiRequest,
  type ApiResponse,
  hasNeitherFieldsNorEnvelope,
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

const START = utf8Buffer('{"events":[')
const COMMA = utf8Buffer(',')

interface PageParts extends Pick<HandlerParts, 'eventJson' | 'siteName'> {
  pagingOf(total: number): Paging
}

/** A list of events: their bytes joined, or parsed if only a part is sent. Throws 404 past the last page. */
export async function renderedPage<A>(
  args: A,
  rendered: PageOfRenderings<A>,
  request: ApiRequest,
  { eventJson, siteName, pagingOf }: PageParts,
): Promise<ApiResponse> {
  const { context, minRevision } = request
  const { moment, actor } = context
  const [viewer, view] = [viewerOf(context), representationContextOf(request, false, siteName)]
  const group = viewerKey(viewer.scope, view)
  return rendered(args, context, minRevision, async (readView, { ids, total }): Promise<ApiResponse> => {
    const events = await eventJson.take(ids, { readView, group, moment }, async (missing) =>
      (await readView.events(missing, viewer)).map((item) => {
        const bytes = utf8Buffer(JSON.stringify(representItem('event', item, view)))
        const { id, version } = item.record
        const shown = idsShownByEvent(item)
        return { id, version, bytes, digest: digestOf(bytes), shown, size: bytes.length }
      }),
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
  })
}
