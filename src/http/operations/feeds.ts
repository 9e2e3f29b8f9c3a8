/** Feeds: selects the events and writes the format (contract §0, ext.). */
import { viewerOf } from '../../actions/context.ts'
import {
  allowFeed,
  type FeedArgs,
  feedEvents,
  inView,
  scopeName,
  within,
  withinStatuses,
} from '../../actions/feed.ts'
import { calendarFeedArgs, type FeedFormat, feedArgs, feedTypes } from '../../contract/feeds.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { siteWordOf } from '../../locales/index.ts'
import { atom } from '../../representations/feeds/atom.ts'
import type { FeedView } from '../../representations/feeds/channel.ts'
import { jsonFeed } from '../../representations/feeds/json-feed.ts'
import { rss } from '../../representations/feeds/rss.ts'
import type { EventItem, Store } from '../../store/store.ts'
import { kindOf } from '../cache/event-json-cache.ts'
import { type ApiRequest, idIn } from '../request/api-request.ts'
import type { FeedResponse } from '../response/send-feed.ts'
import type { Spool } from '../response/spool.ts'
import { addressOf, calendarMade, type Feed, itemText, type Made, wholeText } from './calendar-feed.ts'
import type { OperationHandler } from './handler.ts'
import { isMoving } from './list.ts'
import { asHolder } from './secret-feeds.ts'

/** Maximum events in a news feed: the latest published. */
const NEWEST = 50

const byStart = { orderby: 'start_date', order: 'asc' } as const
const newestFirst = { orderby: 'date', order: 'desc' } as const

/** Resolves the request to its filters and the feed's title. Throws 400, 401, 403 or 404. */
async function feedOf(apiRequest: ApiRequest): Promise<Feed> {
  const { operation, context, params, query, statuses } = apiRequest
  const { scope } = operation
  const all: FeedArgs =
    operation.format === 'ics' || operation.format === undefined
      ? { ...parseArgs(calendarFeedArgs, query.args(calendarFeedArgs), 'query'), ...byStart }
      : { ...parseArgs(feedArgs, query.args(feedArgs), 'query'), ...newestFirst }
  const args = statuses === undefined ? all : withinStatuses(all, statuses, context)
  if (statuses === undefined) allowFeed(args, context)
  // A secret address must not appear in the feed's text, which readers may share.
  const address = statuses === undefined ? addressOf(apiRequest) : ''
  if (scope === undefined) return { args, title: apiRequest.siteName, address }
  const id = idIn(params)
  return { args: within(args, scope, id), title: await scopeName(scope, id, context), address }
}

const newsMade =
  (write: (items: readonly EventItem[], view: FeedView) => string): Made =>
  (feed, apiRequest) =>
    inView(apiRequest.context, async (context) => {
      const { root, language } = apiRequest
      const view = { ...feed, root, word: siteWordOf(language), moment: context.moment }
      const items: EventItem[] = []
      for await (const some of feedEvents(feed.args, NEWEST, context)) items.push(...some)
      return { text: await wholeText(write(items, view)), until: Number.POSITIVE_INFINITY }
    })

const makers: Readonly<Record<FeedFormat, Made>> = {
  ics: calendarMade,
  rss: newsMade(rss),
  atom: newsMade(atom),
  'feed.json': newsMade(jsonFeed),
}

/** The text of a feed of many events, from the cache or built now. */
async function listText(apiRequest: ApiRequest, format: FeedFormat): Promise<Spool> {
  const { context, root, query, operation, minRevision, isGone } = apiRequest
  const feed = await feedOf(apiRequest)
  const isMoment = isMoving(query.args(operation.args), operation.args)
  const kind = kindOf(viewerOf(context).scope, { root })
  const question = isMoment ? undefined : JSON.stringify([format, kind, apiRequest.statuses, feed])
  const request = { question, moment: context.moment, minRevision, isGone }
  return apiRequest.feeds.text(request, (goOn) => makers[format](feed, apiRequest, goOn))
}

/** Returns the response of a feed, read as of one moment. */
async function feedResponse(apiRequest: ApiRequest): Promise<FeedResponse> {
  const { format = 'ics' } = apiRequest.operation
  const text = await (apiRequest.operation.by === undefined
    ? listText(apiRequest, format)
    : itemText(apiRequest))
  const isPrivate = apiRequest.statuses !== undefined
  return { type: feedTypes[format], fileName: `events.${format}`, text, isPrivate }
}

/** Builds the operation of feeds. It throws 400, 401, 403, 404, 429 or 503. */
export const feedOperation =
  (store: Store): OperationHandler =>
  async (request) =>
    feedResponse(request.operation.isSecret === true ? await asHolder(request, store) : request)
