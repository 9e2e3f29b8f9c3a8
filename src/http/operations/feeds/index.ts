/** Feeds of events (contract §0, ext.): of all, of an item, of one event, and secret ones. */

import { eventsOfFeed } from '../../../actions/feed.ts'
import { viewerOf } from '../../../api/context.ts'
import { type FileFormat, formatMediaTypes } from '../../../contract/operations/calendars/feeds.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import { windowOfArgs } from '../../../domain/time/window.ts'
import { Problem } from '../../../problem.ts'
import { atomFeed } from '../../../representations/feeds/atom.ts'
import type { NewsFeedContext } from '../../../representations/feeds/channel.ts'
import { jsonFeed } from '../../../representations/feeds/json-feed.ts'
import { rssFeed } from '../../../representations/feeds/rss.ts'
import { eventLinesWriter } from '../../../representations/files/event-lines.ts'
import { eventTableWriter } from '../../../representations/files/event-table.ts'
import type { EventItem, Store } from '../../../store/store.ts'
import type { RunInFairTurn } from '../../../support/fair-queue.ts'
import { wordingOf } from '../../../words/index.ts'
import { actorOfAccount } from '../../auth/credentials.ts'
import { type BuiltFeed, feedCache, type WholeFeedCache } from '../../cache/feed-cache.ts'
import { viewerKey } from '../../cache/viewer-key.ts'
import { type ApiRequest, responseWithRootLink } from '../../request/api-request.ts'
import { type FeedFileToSend, hasFeed } from '../../response/send-feed.ts'
import type { ToldText } from '../../response/spool.ts'

import type { Exchange, OperationHandler } from '../handler.ts'
import { redirectFromFormerSlug } from '../items/moved.ts'
import { calendarFeed } from './calendar.ts'
import { buildEventOrSeriesCalendar } from './event-calendar.ts'
import { type FeedRequest, type MakeFeedForRequest, resolveFeed, spoolText } from './feed.ts'
import { makeListFileMaker } from './list-file.ts'
import { feedPieceCache } from './pieces.ts'

/** Maximum events in a news feed: the latest published. */
const NEWEST = 50

/** Makes a news feed of the latest events; `write` writes its format. */
const newsFeedMaker =
  (write: (items: readonly EventItem[], view: NewsFeedContext) => string): MakeFeedForRequest =>
  async (feed, { request, caller }) => {
    const { root, language, context, minRevision } = request
    const view = { ...feed, root, word: wordingOf(language), moment: context.moment }
    const items: EventItem[] = []
    for await (const some of eventsOfFeed(feed.args, NEWEST, context, minRevision)) items.push(...some)
    // The news leave out what is over, from its end on.
    const now = epochOfInstant(context.moment.now)
    const ends = items.map(({ record }) => record.end_utc).filter((end) => end > now)
    return { text: await spoolText(write(items, view), caller), until: Math.min(...ends) }
  }

/** Returns the request with the secret feed's user as its actor, and the statuses that the feed shows. Throws 404 if there is no such feed. */
async function requestAsFeedOwner(
  request: ApiRequest,
  store: Store,
): Promise<Pick<FeedRequest, 'request' | 'statuses'>> {
  const { context, params } = request
  const link = await store.feedLinks.held(params.secret ?? '', context.moment)
  const actor = actorOfAccount(link)
  if (link === undefined || actor === undefined) throw new Problem('rest_no_route')
  return { request: { ...request, context: { ...context, actor } }, statuses: link.statuses }
}

const makers: Readonly<Record<FileFormat, MakeFeedForRequest>> = {
  ics: calendarFeed,
  rss: newsFeedMaker(rssFeed),
  atom: newsFeedMaker(atomFeed),
  'feed.json': newsFeedMaker(jsonFeed),
  csv: makeListFileMaker(eventTableWriter),
  jsonl: makeListFileMaker(eventLinesWriter),
}

/** A feed of many events, from the cache or built now. */
async function listFeed(
  feedRequest: FeedRequest,
  format: FileFormat,
  cache: WholeFeedCache,
  exchange: Exchange,
): Promise<BuiltFeed> {
  const { request, caller, statuses } = feedRequest
  const { context, root, minRevision, isGone } = request
  const feed = await resolveFeed(feedRequest)
  const dates = windowOfArgs(feed.args, context.moment)
  const kind = viewerKey(viewerOf(context).scope, { root })
  const isMoving = 'fault' in dates || dates.isMoving
  // Lists of one's own duties are alike for all who see everything, but for their names.
  const whose = feed.args.assignee === undefined ? 0 : context.actor.id
  const key = isMoving ? undefined : JSON.stringify([kind, statuses, feed, whose])
  const has = (text: ToldText) => hasFeed(exchange.request, text)
  const built = await cache.feed({ key, moment: context.moment, minRevision, caller, isGone, has }, (goOn) =>
    makers[format](feed, feedRequest, goOn),
  )
  return isMoving ? { ...built, until: epochOfInstant(context.moment.now) } : built
}

/**
 * Builds the operation of feeds; `siteName` is the title of feeds of all events, `inTurn` the queue in which they are built. A
 * feed is no older than the revision that its request asks for. It throws 400, 401, 403, 404, 429 or 503.
 */
export function makeFeedHandler(
  store: Store,
  siteName: FeedRequest['siteName'],
  inTurn: RunInFairTurn,
): OperationHandler {
  const pieces = feedPieceCache()
  const cache = feedCache(store, inTurn)
  const feed = async (request: ApiRequest, exchange: Exchange): Promise<FeedFileToSend> => {
    const { caller } = exchange
    const { format = 'ics', isSecret = false, by } = request.operation
    const authorized = isSecret ? await requestAsFeedOwner(request, store) : { request }
    const feedRequest: FeedRequest = { ...authorized, pieces, caller: caller.name, siteName }
    const { text, name, until } = await (by === undefined
      ? listFeed(feedRequest, format, cache, exchange).then((feed) => ({ ...feed, name: 'events' }))
      : buildEventOrSeriesCalendar(feedRequest, (task) => inTurn(caller.name, task, request.isGone)))
    const isPrivate = feedRequest.statuses !== undefined
    return { type: formatMediaTypes[format], fileName: `${name}.${format}`, text, isPrivate, until }
  }
  return async (request, exchange) => {
    try {
      return await feed(request, exchange)
    } catch (error) {
      const renamed = await redirectFromFormerSlug(error, request, 'event')
      if (renamed === undefined) throw error
      return responseWithRootLink(renamed, request.root.url)
    }
  }
}
