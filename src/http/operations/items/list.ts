/** The response of a list (contract §3, §6): items, totals and links. */

import { listItems, type RerunEventQuery, runOnEventPage } from '../../../actions/list.ts'
import { requireValidListArgs } from '../../../actions/listing/list-query.ts'
import { listWindow } from '../../../actions/listing/list-window.ts'
import { tryPasswordOnListedEvents } from '../../../actions/opened-by-password.ts'
import { runReportingAllFaults } from '../../../actions/writing/faults.ts'
import { type Context, viewerOf } from '../../../api/context.ts'
import { type ListArgs, type ResourceName, resourceNamed } from '../../../contract/resources/index.ts'
import { parseListArgs, parseValidPartOfListArgs } from '../../../contract/resources/parse.ts'
import type { Moment } from '../../../domain/time/moment.ts'
import { because, type Faults, faultBecause, invalidParams } from '../../../problem.ts'
import { type Paging, pageLinks, representCollection } from '../../../representations/json/collection.ts'
import { representItem } from '../../../representations/json/index.ts'
import { restUrl } from '../../../representations/urls.ts'
import type { FoundEventIds, MemoryView, ReadView } from '../../../store/store.ts'
import { newCountedPasswordGuess } from '../../auth/event-passwords.ts'
import {
  type CachedEvent,
  parseCachedEventJson,
  surrogateKeysOfEvent,
  surrogateKeysOfItem,
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
import { pageHeaders, readPaging } from '../paging.ts'

/** The context with the events opened that the request's password matches. Throws 429 after too many wrong passwords. */
async function unlocked<N extends ResourceName>(
  { context, headers, guesser }: ApiRequest,
  name: N,
  args: ListArgs<N>,
): Promise<Context> {
  const sent = headers['x-event-password']
  if (sent === undefined || sent === '') return context
  const guess = newCountedPasswordGuess(sent, guesser)
  try {
    return { ...context, opened: await tryPasswordOnListedEvents(name, args, guess.opens, context) }
  } finally {
    guess.end()
  }
}

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

/**
 * Reads the args of a list, with what its dates mean; `isMoving` is true if the result depends on the current time. Throws 400 for
 * invalid args.
 */
function readAsking<N extends ResourceName>(request: ApiRequest, name: N, { maxPerPage }: HandlerParts) {
  const { operation, query, context, root } = request
  const sent = query.args(operation.args)
  const read = async () => {
    const values = parseListArgs(name, sent)
    const { collection } = resourceNamed(name)
    const wrong = faultsOfListFields(request, collection)
    if (Object.keys(wrong).length > 0) throw invalidParams(wrong)
    const address = restUrl(root, collection)
    // A date outside the calendar is refused where the list is found, after the rights.
    const dates = listWindow(name, values, context.moment)
    const resolved = 'fault' in dates ? {} : dates.dates
    const paging = readPaging(request, { values, address, maxPerPage, dates: resolved })
    const isMoving = sent.only_with_upcoming !== undefined || ('isMoving' in dates && dates.isMoving)
    return { ...paging, isMoving }
  }
  return runReportingAllFaults(read, () => [
    () => requireValidListArgs(name, parseValidPartOfListArgs(name, sent), context),
  ])
}

/** A page of items, with its headers. */
function pageOf(name: string, items: readonly object[], paging: Paging) {
  const pages = pageLinks(paging)
  return { headers: pageHeaders(paging, pages), body: representCollection(name, items, pages, paging) }
}

/** Returns all that a list of events shows, for caches in front of the service. */
const shownIn = (events: readonly CachedEvent[]) => () => ({ keys: events.flatMap(surrogateKeysOfEvent) })

/** A page of events as objects, to send a part of it. */
const partOf = (events: readonly CachedEvent[], paging: Paging) => ({
  ...pageOf('events', events.map(parseCachedEventJson), paging),
  shown: shownIn(events),
})

const START = utf8Buffer('{"events":[')

/** A list of events from the event JSON cache: its bytes joined, or parsed if only a part is sent. */
async function fromEventJson(request: ApiRequest, parts: HandlerParts): Promise<ApiResponse> {
  const { context, minRevision } = request
  const { eventJson, siteName } = parts
  const { values, pagingOf, isMoving } = await readAsking(request, 'event', parts)
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
  const show = async (readView: ReadView, { ids, total }: FoundEventIds, findAgain: RerunEventQuery) => {
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
  const response = await runOnEventPage<Partial<ApiResponse>>(values, context, minRevision, showAsOf)
  return { status: 200, body: {}, dependsOnClock: isMoving, ...response }
}

/** Returns the response of a list. Throws 400 for invalid args, 404 past the last page. */
export async function listResponse<N extends ResourceName>(
  request: ApiRequest,
  name: N,
  parts: HandlerParts,
): Promise<ApiResponse> {
  if (name === 'event' && request.headers['x-event-password'] === undefined)
    return fromEventJson(request, parts)
  const { values, pagingOf, isMoving } = await readAsking(request, name, parts)
  const { items, total } = await listItems(name, values, await unlocked(request, name, values))
  const view = representationContextOf(request, false, parts.siteName)
  const representations = items.map((item) => representItem(name, item, view))
  // The next occurrence of a series is another one as soon as it has begun.
  const dependsOnClock = isMoving || name === 'series'
  const page = pageOf(resourceNamed(name).collection, representations, pagingOf(total))
  const shown = () => ({ keys: items.flatMap((item) => surrogateKeysOfItem(name, item)) })
  return { status: 200, ...page, dependsOnClock, shown }
}
