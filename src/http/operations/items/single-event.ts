/** The response with one event: read by its id again, it needs neither the database nor a new representation. */
import { viewerOf } from '../../../api/context.ts'
import type { ResourceName } from '../../../contract/resources/index.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import { representItem } from '../../../representations/json/index.ts'
import type { Item } from '../../../store/store.ts'
import { utf8Buffer } from '../../../support/kept-bytes.ts'
import { surrogateKeysOfIds } from '../../cache/caches-in-front.ts'
import { idsShownBySingleEvent } from '../../cache/renderings.ts'
import { validitiesOf } from '../../cache/validity.ts'
import { viewerKey } from '../../cache/viewer-key.ts'
import { digestOf } from '../../protocol/etag.ts'
import {
  type ApiRequest,
  type ApiResponse,
  hasNeitherFieldsNorEnvelope,
  idOfPathParams,
  representationContextOf,
} from '../../request/api-request.ts'
import type { EventJson, HandlerParts } from '../handler.ts'

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
  const { current, learn } = validitiesOf(store)
  const viewer = viewerOf(context)
  const view = representationContextOf(request, true, siteName)
  const readView = store.memoryView()
  if (readView === undefined || readView.revision < minRevision || !hasNeitherFieldsNorEnvelope(request))
    return show(await read())
  const reader = { readView, group: viewerKey(viewer.scope, view), moment }
  const known = singleJson.find(idOfPathParams(params), reader)
  if (known !== undefined) return responseOf(known)
  const item = await read()
  if (!('isProtected' in item) || item.isProtected) return show(item)
  // Without the primary database, the event is shown but not kept.
  const validity = current(epochOfInstant(moment.now)) ?? (await learn(moment).catch(() => undefined))
  const bytes = utf8Buffer(JSON.stringify(representItem('event', item, view)))
  const made = {
    id: item.record.id,
    version: item.record.version,
    bytes,
    digest: digestOf(bytes),
    size: bytes.length,
    shown: idsShownBySingleEvent(item),
    // The linked data of a date tells which other dates its series lacks.
    changesWithAny: item.series && ('event' as const),
  }
  // It was read at the revision of the view only if nothing was written meanwhile.
  if (validity?.revision === readView.revision && store.memoryView()?.revision === readView.revision)
    singleJson.keep(made, reader, validity.until)
  return responseOf(made)
}
