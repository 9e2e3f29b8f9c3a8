/** Feeds: selects the events and writes the format (contract §0, ext.). */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { viewerOf } from '../../actions/context.ts'
import {
  allowFeed,
  type FeedArgs,
  feedEvents,
  forgottenAt,
  inView,
  lookAtCalendar,
  scopeName,
  wasTrashedLately,
  within,
  withinStatuses,
} from '../../actions/feed.ts'
import { read } from '../../actions/read.ts'
import { type FeedFormat, feedArgs, feedTypes } from '../../contract/feeds.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { siteWordOf } from '../../locales/index.ts'
import { atom } from '../../representations/feeds/atom.ts'
import type { FeedView } from '../../representations/feeds/channel.ts'
import { jsonFeed } from '../../representations/feeds/json-feed.ts'
import { rss } from '../../representations/feeds/rss.ts'
import {
  calendarHead,
  calendarTail,
  eventPiece,
  zoneGatherer,
} from '../../representations/icalendar/calendar.ts'
import type { EventItem, Store } from '../../store/store.ts'
import { guessOf } from '../auth/event-passwords.ts'
import { kindOf } from '../cache/event-json-cache.ts'
import type { MadeFeed } from '../cache/feed-cache.ts'
import { BATCH, type FeedPiece, isLastTrashed, type PieceKind } from '../cache/feed-pieces.ts'
import { type ApiRequest, idIn, itemAddress } from '../request/api-request.ts'
import type { FeedResponse } from '../response/send-feed.ts'
import { type Spool, type SpoolPart, spooled } from '../response/spool.ts'
import type { OperationHandler } from './handler.ts'
import { isMoving } from './list.ts'
import { asHolder } from './secret-feeds.ts'

/** Maximum events in one calendar: the first ones in the order of their start. */
const MAX_IN_CALENDAR = 10_000
/** Maximum events in a news feed: the latest published. */
const NEWEST = 50

interface Feed {
  readonly args: FeedArgs
  readonly title: string
  readonly address: string
}

/** The feed's own address: its path with the filters of the request. */
function addressOf({ operation, params, query, root: { url, namespace } }: ApiRequest): string {
  const path = operation.path.replace('{id}', params.id ?? '').replace('{slug}', params.slug ?? '')
  const sent = Object.keys(operation.args).filter((name) => name !== 'password' && query.has(name))
  const pairs = sent.map((name) => `${name}=${encodeURIComponent(query.texts(name).join(','))}`)
  return `${url}/${namespace}${encodeURI(path)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

const byStart = { orderby: 'start_date', order: 'asc' } as const
const newestFirst = { orderby: 'date', order: 'desc' } as const

/** Resolves the request to its filters and the feed's title. Throws 400, 401, 403 or 404. */
async function feedOf(apiRequest: ApiRequest): Promise<Feed> {
  const { operation, context, params, statuses } = apiRequest
  const { scope } = operation
  const sent = parseArgs(feedArgs, apiRequest.query.args(feedArgs), 'query')
  const order = operation.format === 'ics' ? byStart : newestFirst
  const all: FeedArgs = { ...sent, ...order }
  const args = statuses === undefined ? all : withinStatuses(all, statuses, context)
  if (statuses === undefined) allowFeed(args, context)
  // A secret address must not appear in the feed's text, which readers may share.
  const address = statuses === undefined ? addressOf(apiRequest) : ''
  if (scope === undefined) return { args, title: apiRequest.siteName, address }
  const id = idIn(params)
  return { args: within(args, scope, id), title: await scopeName(scope, id, context), address }
}

type Made = (feed: Feed, apiRequest: ApiRequest, goOn: () => void) => Promise<MadeFeed>

/** Entries taken from one read view before the event loop runs other work. */
const AT_ONCE = 500

/** Builds the missing entries of a calendar, each batch in a separate read view, so that no view stays open for long. */
async function prepare({ args }: Feed, apiRequest: ApiRequest, goOn: () => void): Promise<void> {
  const { context, root, minRevision, pieces } = apiRequest
  const reader = { context, root, goOn }
  const { live, trashed } = await lookAtCalendar(
    args,
    MAX_IN_CALENDAR,
    context,
    minRevision,
    async (readView, ids) => ({
      live: pieces.missing(readView, 'event', ids.live, reader),
      trashed: ids.trashed,
    }),
  )
  const take = async (kind: PieceKind, ids: readonly number[]) => {
    goOn()
    const taken = await context.store.readView(
      (readView) => pieces.take(readView, kind, ids, reader),
      minRevision,
    )
    await setImmediate()
    return taken
  }
  for (let at = 0; at < live.length; at += BATCH) await take('event', live.slice(at, at + BATCH))
  for (let at = 0; at < trashed.length; at += BATCH)
    if (isLastTrashed(await take('cancelled', trashed.slice(at, at + BATCH)), context)) return
}

const calendarMade: Made = async (feed, apiRequest, goOn) => {
  const { context, root, minRevision, pieces } = apiRequest
  const reader = { context, root, goOn }
  const view = { ...feed, root, zone: context.moment.zone }
  await prepare(feed, apiRequest, goOn)
  return lookAtCalendar(
    feed.args,
    MAX_IN_CALENDAR,
    context,
    minRevision,
    async (readView, { live, trashed }) => {
      const { add, zones } = zoneGatherer()
      let until = Number.POSITIVE_INFINITY
      async function* batches(kind: PieceKind, ids: readonly number[]) {
        for (let at = 0; at < ids.length; at += AT_ONCE) {
          yield await pieces.take(readView, kind, ids.slice(at, at + AT_ONCE), reader)
          await setImmediate()
        }
      }
      async function* parts(): AsyncIterable<SpoolPart> {
        for await (const some of batches('event', live)) yield* used(some)
        for await (const some of batches('cancelled', trashed)) {
          const announced = some.filter(
            ({ bytes, modified }) => bytes.length > 0 && wasTrashedLately(modified, context.moment),
          )
          for (const { modified } of announced) until = Math.min(until, forgottenAt(modified))
          yield* used(announced)
          if (isLastTrashed(some, context)) break
        }
        yield { bytes: Buffer.from(calendarTail), tag: 'end' }
      }
      function* used(some: readonly FeedPiece[]) {
        for (const piece of some) {
          add(piece.zones)
          yield piece
        }
      }
      return { text: await spooled(parts(), () => calendarHead(view, zones)), until }
    },
  )
}

/** Spools a text that is complete in memory. */
function wholeText(text: string): Promise<Spool> {
  const bytes = Buffer.from(text)
  const tag = createHash('sha1').update(bytes).digest('base64url')
  return spooled([{ bytes, tag }], () => '')
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

async function itemText(apiRequest: ApiRequest): Promise<Spool> {
  const { operation, context, root, params, query, headers } = apiRequest
  const { password } = parseArgs(operation.args, query.args(operation.args), 'query')
  const sent = password ?? (query.text('password') || headers['x-event-password'])
  const guess = guessOf(sent, apiRequest.guesser)
  try {
    const item = await read('event', itemAddress(operation, params), guess.opens, context)
    const view = { root, zone: context.moment.zone, title: item.record.title, address: addressOf(apiRequest) }
    const { add, zones } = zoneGatherer()
    const event = eventPiece(item, root)
    add(event.zones)
    return await wholeText(calendarHead(view, zones) + event.text + calendarTail)
  } finally {
    guess.end()
  }
}

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
