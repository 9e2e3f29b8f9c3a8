/** Feeds and files of events. */

import { setImmediate } from 'node:timers/promises'
import {
  cancellationAnnouncedUntil,
  eventsOfFeed,
  type FeedArgs,
  type FoundCalendar,
  findCalendar,
  isStatusIn,
  wasTrashedLately,
} from '../../actions/feed.ts'
import { readEventAt } from '../../actions/read.ts'
import { type Context, viewerOf } from '../../api/context.ts'
import { mayReadUnpublished } from '../../api/policy.ts'
import { parseArgs } from '../../contract/arg.ts'
import { type FileFormat, formatMediaTypes } from '../../contract/operations/feeds.ts'
import type { ContentLanguages } from '../../domain/languages.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { windowOfArgs } from '../../domain/time/window.ts'
import { because, Problem } from '../../problem.ts'
import { atomFeed, jsonFeed, type NewsFeedContext, rssFeed } from '../../representations/feeds.ts'
import {
  eventLinesWriter,
  eventTableWriter,
  type ListFileWriter,
  representWithOwnTexts,
} from '../../representations/files.ts'
import {
  type CalendarPiece,
  calendarHead,
  calendarPieceOfEvent,
  calendarPieceOfSeries,
  calendarTail,
  zoneGatherer,
} from '../../representations/icalendar/calendar.ts'
import { contentChoiceOfRoot } from '../../representations/urls.ts'
import type { EventItem, Store } from '../../store/store.ts'
import type { RunInFairTurn } from '../../support/fair-queue.ts'
import { slicesOf } from '../../support/slices.ts'
import { wordingOf } from '../../words/index.ts'
import { actorOfAccount, newCountedPasswordGuess } from '../auth/credentials.ts'
import { type BuiltFeed, feedCache, type WholeFeedCache } from '../cache/feed-cache.ts'
import { viewerKey } from '../cache/renderings.ts'
import { digestOf } from '../protocol.ts'
import {
  type ApiRequest,
  idOrSlugInPath,
  representationContextOf,
  responseWithRootLink,
} from '../request/api-request.ts'
import {
  type FeedFileToSend,
  hasFeed,
  type SpoolPart,
  spoolBody,
  type ToldText,
} from '../response/send-feed.ts'
import {
  type EventOrCancelledPiece,
  type FeedPiece,
  type FeedRequest,
  feedAddress,
  feedPieceCache,
  type MakeFeedForRequest,
  type PieceViewer,
  readVisibleOccurrencesOfSeries,
  resolveFeed,
  spoolText,
  type VisibleOccurrenceQuery,
} from './feed-parts.ts'
import type { Exchange, OperationHandler } from './handler.ts'
import { redirectFromFormerSlug } from './moved.ts'

// Calendars of many events (contract §0, §10.4, ext.): iCalendar text from cached pieces, spooled.

/** Whether a list, newest first, has reached events that were trashed too long ago to announce. */
const hasPieceTrashedTooLongAgo = (pieces: readonly FeedPiece[], { moment }: Context): boolean =>
  pieces.some(({ modified }) => !wasTrashedLately(modified, moment))

/** Maximum events in one calendar: the first ones in the order of their start. */
const MAX_IN_CALENDAR = 10_000

/** Replaces occurrences by their series. */
async function withSeries(
  some: readonly FeedPiece[],
  { expand }: FeedArgs,
  take: (ids: readonly number[]) => Promise<readonly FeedPiece[]>,
): Promise<readonly FeedPiece[]> {
  if (expand === true) return some
  const all: FeedPiece[] = []
  for (const piece of some)
    all.push(...(piece.series === undefined ? [piece] : await take([piece.series.id])))
  return all
}

/**
 * Whether a cancellation is announced. Readers learn of an occurrence in the trash by its series' EXDATE; only a series of
 * which nothing is left is cancelled by its UID, which the first occurrence has.
 */
const isCancelled = ({ series }: FeedPiece, { expand }: FeedArgs, left: ReadonlySet<number>) =>
  series === undefined || expand === true || (series.isFirst && !left.has(series.id))

/** A calendar that is being written: its events, and how their entries are read. */
interface CalendarToWrite extends Pick<FeedRequest, 'pieces'> {
  readonly args: FeedArgs
  readonly found: FoundCalendar
  readonly reader: PieceViewer
}

/** Yields the entries of events, some at a time. */
async function* batches(
  { pieces, found: { view }, reader }: CalendarToWrite,
  kind: EventOrCancelledPiece,
  ids: readonly number[],
): AsyncIterable<readonly FeedPiece[]> {
  for (const some of slicesOf(ids)) {
    reader.goOn()
    yield await pieces.take(view, kind, some, reader)
    await setImmediate()
  }
}

/** Yields the entries of events and series, some at a time, and adds the series of which something is left to `left`. */
async function* liveEntries(
  calendar: CalendarToWrite,
  left: Set<number>,
): AsyncIterable<readonly FeedPiece[]> {
  const { args, found, reader, pieces } = calendar
  const ofSeries = async (series: readonly number[]) => {
    const taken = await pieces.series(found.view, series, found.shown, reader)
    if (taken.length > 0) for (const id of series) left.add(id)
    return taken
  }
  for await (const some of batches(calendar, 'event', found.live))
    yield await withSeries(
      some.filter(({ status }) => isStatusIn(found.shown.status, status)),
      args,
      ofSeries,
    )
}

/** Yields the cancellations of events in the trash, some at a time, but of none whose series is `left`. */
async function* cancelledEntries(
  calendar: CalendarToWrite,
  left: ReadonlySet<number>,
): AsyncIterable<readonly FeedPiece[]> {
  const {
    args,
    found,
    reader: { context },
  } = calendar
  const isRecent = ({ bytes, modified }: FeedPiece) =>
    bytes.length > 0 && wasTrashedLately(modified, context.moment)
  for await (const some of batches(calendar, 'cancelled', found.trashed)) {
    yield some.filter((piece) => isRecent(piece) && isCancelled(piece, args, left))
    if (hasPieceTrashedTooLongAgo(some, context)) break
  }
}

/** Builds the calendar of a feed. */
const calendarFeed: MakeFeedForRequest = async (feed, { request, caller, pieces }, goOn) => {
  const { context, root, minRevision } = request
  const { args } = feed
  const head = { ...feed, root, zone: context.moment.zone }
  const found = await findCalendar({ args, most: MAX_IN_CALENDAR, minRevision }, context)
  const calendar = { args, found, reader: { context, root, goOn }, pieces }
  const { add, zones } = zoneGatherer()
  let until = Number.POSITIVE_INFINITY
  function* withZones(some: readonly FeedPiece[]) {
    for (const piece of some) {
      add(piece.zones)
      yield piece
    }
  }
  async function* parts(): AsyncIterable<SpoolPart> {
    const left = new Set<number>()
    for await (const some of liveEntries(calendar, left)) yield* withZones(some)
    for await (const some of cancelledEntries(calendar, left)) {
      for (const { modified } of some) until = Math.min(until, cancellationAnnouncedUntil(modified))
      yield* withZones(some)
    }
    yield { bytes: Buffer.from(calendarTail), tag: 'end' }
  }
  return { text: await spoolBody(parts(), () => calendarHead(head, zones), caller), until }
}

// The calendar of one event, or of the series that it belongs to (contract §0, §10.4, ext.).

/** Runs a task in the turns of the queue of feeds. */
type InTurn = <T>(task: () => Promise<T>) => Promise<T>

/** The entry of an event: itself, or its series as this reader sees it. */
async function entryOf(
  item: EventItem,
  isSingle: boolean,
  apiRequest: ApiRequest,
  inTurn: InTurn,
): Promise<CalendarPiece> {
  const { context, root, minRevision, isGone } = apiRequest
  const id = item.series?.id
  if (id === undefined || isSingle) return calendarPieceOfEvent(item, root)
  const shown: VisibleOccurrenceQuery = {
    status: mayReadUnpublished(context.actor) ? ['any'] : ['publish'],
    hidden: item.record.hide_from_listings === 1,
  }
  const goOn = () => {
    if (isGone()) throw new Problem('rest_unavailable', because('connection_closed'))
  }
  // A series may have thousands of occurrences.
  return inTurn(async () => {
    const view = await context.store.readView(minRevision)
    const record = await context.store.find('series', { id }, context.moment)
    const items = await readVisibleOccurrencesOfSeries(view, id, shown, { context, root, goOn })
    // The sent password opens the requested event.
    const opened = items.map((one) => (one.record.id === item.record.id ? item : one))
    return record === undefined
      ? calendarPieceOfEvent(item, root)
      : calendarPieceOfSeries(record, opened, root)
  })
}

/**
 * Builds the calendar of one event, named by its slug, or of the series that it belongs to, which is read in turn with other feeds. Throws 400, 401,
 * 403, 404, 410, 429 or 503.
 */
async function buildEventOrSeriesCalendar(
  { request: apiRequest, caller }: Pick<FeedRequest, 'request' | 'caller'>,
  inTurn: InTurn,
) {
  const { operation, context, root, params, query, headers } = apiRequest
  const { password, expand } = parseArgs(operation.args, query.args(operation.args), 'query')
  // The route by slug does not declare the password arg, but accepts it too.
  const sent = password ?? (query.text('password') || headers['x-event-password'])
  const guess = newCountedPasswordGuess(sent, apiRequest.guesser)
  try {
    const item = await readEventAt(idOrSlugInPath(operation, params), context, guess.opens)
    const view = {
      root,
      zone: context.moment.zone,
      title: item.record.title,
      address: feedAddress(apiRequest),
    }
    const { add, zones } = zoneGatherer()
    const entry = await entryOf(item, expand === true, apiRequest, inTurn)
    add(entry.zones)
    const text = await spoolText(calendarHead(view, zones) + entry.text + calendarTail, caller)
    return { text, name: item.record.slug, until: Number.POSITIVE_INFINITY }
  } finally {
    guess.end()
  }
}

// Files with all events of a list (contract §3, ext.): texts that are built batch by batch and spooled.

/** The most events in one file: the first ones in the order of the list. */
const MAX_IN_FILE = 10_000

function partOf(text: string): SpoolPart {
  return { bytes: Buffer.from(text), tag: digestOf(text) }
}

/** Makes a file of the events that the reader sees in a list; `textOfValue` gives its text on a site with these content languages. */
const makeListFileMaker =
  (textIn: (languages: ContentLanguages) => ListFileWriter): MakeFeedForRequest =>
  async (feed, { request, caller }, goOn) => {
    const { context, minRevision } = request
    const view = representationContextOf(request, false, feed.title)
    const { head, row } = textIn(contentChoiceOfRoot(view.root).languages)
    async function* parts(): AsyncIterable<SpoolPart> {
      for await (const items of eventsOfFeed(feed.args, MAX_IN_FILE, context, minRevision)) {
        goOn()
        yield partOf(items.map((item) => row(representWithOwnTexts(item, view))).join(''))
        await setImmediate()
      }
    }
    return { text: await spoolBody(parts(), () => head, caller), until: Number.POSITIVE_INFINITY }
  }

// Feeds of events (contract §0, ext.): of all, of an item, of one event, and secret ones.

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
