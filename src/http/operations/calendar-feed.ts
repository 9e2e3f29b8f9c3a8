/** Calendars: the events of a feed, or one event, as iCalendar (contract §0, §10.4, ext.). */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type FeedArgs, forgottenAt, lookAtCalendar, wasTrashedLately } from '../../actions/feed.ts'
import { rights } from '../../actions/policy.ts'
import { read } from '../../actions/read.ts'
import { itemFeedArgs } from '../../contract/feeds.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import {
  type CalendarPiece,
  calendarHead,
  calendarTail,
  eventPiece,
  zoneGatherer,
} from '../../representations/icalendar/calendar.ts'
import { seriesPiece } from '../../representations/icalendar/series.ts'
import type { EventItem, ReadView } from '../../store/store.ts'
import { guessOf } from '../auth/event-passwords.ts'
import type { MadeFeed } from '../cache/feed-cache.ts'
import { BATCH, type FeedPiece, isLastTrashed, type PieceKind } from '../cache/feed-pieces.ts'
import { type Shown, visibleOccurrences } from '../cache/series-pieces.ts'
import { type ApiRequest, itemAddress } from '../request/api-request.ts'
import { type Spool, type SpoolPart, spooled } from '../response/spool.ts'

/** Maximum events in one calendar: the first ones in the order of their start. */
const MAX_IN_CALENDAR = 10_000
/** A feed's filters, title and address. */
export interface Feed {
  readonly args: FeedArgs
  readonly title: string
  readonly address: string
}

/** Builds the text of a feed. */
export type Made = (feed: Feed, apiRequest: ApiRequest, goOn: () => void) => Promise<MadeFeed>

/** The feed's own address: its path with the filters of the request. */
export function addressOf({ operation, params, query, root: { url, namespace } }: ApiRequest): string {
  const path = operation.path.replace('{id}', params.id ?? '').replace('{slug}', params.slug ?? '')
  const sent = Object.keys(operation.args).filter((name) => name !== 'password' && query.has(name))
  const pairs = sent.map((name) => `${name}=${encodeURIComponent(query.texts(name).join(','))}`)
  return `${url}/${namespace}${encodeURI(path)}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

/** Spools a text that is complete in memory. */
export function wholeText(text: string): Promise<Spool> {
  const bytes = Buffer.from(text)
  const tag = createHash('sha1').update(bytes).digest('base64url')
  return spooled([{ bytes, tag }], () => '')
}

/** Entries taken from one read view before the event loop runs other work. */
const AT_ONCE = 500

/** Builds the missing entries of a calendar, each batch in a separate read view, so that no view stays open for long. */
async function prepare({ args }: Feed, apiRequest: ApiRequest, goOn: () => void): Promise<void> {
  const { context, root, minRevision, pieces, seriesPieces } = apiRequest
  const reader = { context, root, goOn }
  const { live, trashed, shown } = await lookAtCalendar(
    args,
    MAX_IN_CALENDAR,
    context,
    minRevision,
    async (readView, ids) => ({
      live: args.expand === true ? pieces.missing(readView, 'event', ids.live, reader) : ids.live,
      trashed: ids.trashed,
      shown: ids.shown,
    }),
  )
  const inView = async <T>(act: (readView: ReadView) => Promise<T>) => {
    goOn()
    const taken = await context.store.readView(act, minRevision)
    await setImmediate()
    return taken
  }
  const take = (kind: PieceKind, ids: readonly number[]) =>
    inView((readView) => pieces.take(readView, kind, ids, reader))
  for (let at = 0; at < live.length; at += BATCH) {
    const some = await take('event', live.slice(at, at + BATCH))
    if (args.expand === true) continue
    for (const id of seriesOf(some))
      await inView((readView) => seriesPieces.take(readView, [id], shown, reader))
  }
  for (let at = 0; at < trashed.length; at += BATCH)
    if (isLastTrashed(await take('cancelled', trashed.slice(at, at + BATCH)), context)) return
}

const seriesOf = (some: readonly FeedPiece[]) => some.flatMap(({ series }) => series?.id ?? [])

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

/** Builds the calendar of a feed. */
export const calendarMade: Made = async (feed, apiRequest, goOn) => {
  const { context, root, minRevision, pieces, seriesPieces } = apiRequest
  const reader = { context, root, goOn }
  const view = { ...feed, root, zone: context.moment.zone }
  await prepare(feed, apiRequest, goOn)
  return lookAtCalendar(
    feed.args,
    MAX_IN_CALENDAR,
    context,
    minRevision,
    async (readView, { live, trashed, shown }) => {
      const { add, zones } = zoneGatherer()
      let until = Number.POSITIVE_INFINITY
      async function* batches(kind: PieceKind, ids: readonly number[]) {
        for (let at = 0; at < ids.length; at += AT_ONCE) {
          yield await pieces.take(readView, kind, ids.slice(at, at + AT_ONCE), reader)
          await setImmediate()
        }
      }
      const left = new Set<number>()
      const ofSeries = async (ids: readonly number[]) => {
        const taken = await seriesPieces.take(readView, ids, shown, reader)
        if (taken.length > 0) for (const id of ids) left.add(id)
        return taken
      }
      async function* parts(): AsyncIterable<SpoolPart> {
        for await (const some of batches('event', live))
          yield* used(await withSeries(some, feed.args, ofSeries))
        for await (const some of batches('cancelled', trashed)) {
          const announced = some.filter(
            (piece) =>
              piece.bytes.length > 0 &&
              wasTrashedLately(piece.modified, context.moment) &&
              isCancelled(piece, feed.args, left),
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

/** The entry of an event: itself, or its series as this reader sees it. */
async function entryOf(item: EventItem, isSingle: boolean, apiRequest: ApiRequest): Promise<CalendarPiece> {
  const { context, root, minRevision } = apiRequest
  const id = item.series?.id
  if (id === undefined || isSingle) return eventPiece(item, root)
  const mayReadAll = rights[context.actor.role].reads !== 'none'
  const shown: Shown = {
    status: mayReadAll ? ['any'] : ['publish'],
    hidden: item.record.hide_from_listings === 1,
  }
  return context.store.readView(async (readView) => {
    const record = await readView.find('series', { id }, context.moment)
    const items = await visibleOccurrences(readView, id, shown, { context, root, goOn: () => {} })
    // The password sent opens the event that was asked for.
    const opened = items.map((one) => (one.record.id === item.record.id ? item : one))
    return record === undefined ? eventPiece(item, root) : seriesPiece(record, opened, root)
  }, minRevision)
}

/** Builds the calendar of one event, or of the series that it belongs to. Throws 400, 401, 403, 404 or 410. */
export async function itemText(apiRequest: ApiRequest): Promise<Spool> {
  const { operation, context, root, params, query, headers } = apiRequest
  const { password, expand } = parseArgs(itemFeedArgs.id, query.args(itemFeedArgs.id), 'query')
  const sent = password ?? (query.text('password') || headers['x-event-password'])
  const guess = guessOf(sent, apiRequest.guesser)
  try {
    const item = await read('event', itemAddress(operation, params), guess.opens, context)
    const view = { root, zone: context.moment.zone, title: item.record.title, address: addressOf(apiRequest) }
    const { add, zones } = zoneGatherer()
    const entry = await entryOf(item, expand === true, apiRequest)
    add(entry.zones)
    return await wholeText(calendarHead(view, zones) + entry.text + calendarTail)
  } finally {
    guess.end()
  }
}
