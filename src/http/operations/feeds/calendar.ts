/** Calendars of many events (contract §0, §10.4, ext.): iCalendar text from cached pieces, spooled. */
import { setImmediate } from 'node:timers/promises'
import {
  type CalendarEventIds,
  cancellationAnnouncedUntil,
  type FeedArgs,
  runOnCalendar,
  wasTrashedLately,
} from '../../../actions/feed.ts'
import type { Context } from '../../../api/context.ts'
import { calendarHead, calendarTail, zoneGatherer } from '../../../representations/icalendar/calendar.ts'
import type { ReadView } from '../../../store/store.ts'
import { type SpoolPart, spoolBody } from '../../response/spool.ts'
import type { FeedRequest, MakeFeedForRequest, ResolvedFeed } from './feed.ts'
import { EVENTS_PER_BATCH, type EventOrCancelledPiece, type FeedPiece, type PieceViewer } from './pieces.ts'

/** Whether a list, newest first, has reached events that were trashed too long ago to announce. */
const hasPieceTrashedTooLongAgo = (pieces: readonly FeedPiece[], { moment }: Context): boolean =>
  pieces.some(({ modified }) => !wasTrashedLately(modified, moment))

/** Maximum events in one calendar: the first ones in the order of their start. */
const MAX_IN_CALENDAR = 10_000

/** Entries taken from one read view before the event loop runs other work. */
const AT_ONCE = 500

/** Builds the missing entries of a calendar, each batch in a separate read view, so that no view stays open for long. */
async function prepare({ args }: ResolvedFeed, feedRequest: FeedRequest, goOn: () => void): Promise<void> {
  const { request, pieces } = feedRequest
  const { context, root, minRevision } = request
  const reader = { context, root, goOn }
  const wanted = { args, most: MAX_IN_CALENDAR, minRevision }
  const { live, trashed, shown } = await runOnCalendar(wanted, context, async (readView, ids) => ({
    live: args.expand === true ? pieces.missing(readView, 'event', ids.live, reader) : ids.live,
    trashed: ids.trashed,
    shown: ids.shown,
  }))
  const inView = async <T>(act: (readView: ReadView) => Promise<T>) => {
    goOn()
    const taken = await context.store.readView(act, minRevision)
    await setImmediate()
    return taken
  }
  const take = (kind: EventOrCancelledPiece, ids: readonly number[]) =>
    inView((readView) => pieces.take(readView, kind, ids, reader))
  for (let at = 0; at < live.length; at += EVENTS_PER_BATCH) {
    const some = await take('event', live.slice(at, at + EVENTS_PER_BATCH))
    if (args.expand === true) continue
    for (const id of seriesOf(some)) await inView((readView) => pieces.series(readView, [id], shown, reader))
  }
  for (let at = 0; at < trashed.length; at += EVENTS_PER_BATCH)
    if (hasPieceTrashedTooLongAgo(await take('cancelled', trashed.slice(at, at + EVENTS_PER_BATCH)), context))
      return
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

/** A calendar that is being written: its events in one read view, and how their entries are read. */
interface CalendarInView extends Pick<FeedRequest, 'pieces'> {
  readonly args: FeedArgs
  readonly ids: CalendarEventIds
  readonly readView: ReadView
  readonly reader: PieceViewer
}

/** Yields the entries of events, some at a time. */
async function* batches(
  { pieces, readView, reader }: CalendarInView,
  kind: EventOrCancelledPiece,
  ids: readonly number[],
): AsyncIterable<readonly FeedPiece[]> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    yield await pieces.take(readView, kind, ids.slice(at, at + AT_ONCE), reader)
    await setImmediate()
  }
}

/** Yields the entries of events and series, some at a time, and adds the series of which something is left to `left`. */
async function* liveEntries(
  calendar: CalendarInView,
  left: Set<number>,
): AsyncIterable<readonly FeedPiece[]> {
  const { args, ids, readView, reader, pieces } = calendar
  const ofSeries = async (series: readonly number[]) => {
    const taken = await pieces.series(readView, series, ids.shown, reader)
    if (taken.length > 0) for (const id of series) left.add(id)
    return taken
  }
  for await (const some of batches(calendar, 'event', ids.live)) yield await withSeries(some, args, ofSeries)
}

/** Yields the cancellations of events in the trash, some at a time, but of none whose series is `left`. */
async function* cancelledEntries(
  calendar: CalendarInView,
  left: ReadonlySet<number>,
): AsyncIterable<readonly FeedPiece[]> {
  const {
    args,
    ids,
    reader: { context },
  } = calendar
  const isRecent = ({ bytes, modified }: FeedPiece) =>
    bytes.length > 0 && wasTrashedLately(modified, context.moment)
  for await (const some of batches(calendar, 'cancelled', ids.trashed)) {
    yield some.filter((piece) => isRecent(piece) && isCancelled(piece, args, left))
    if (hasPieceTrashedTooLongAgo(some, context)) break
  }
}

/** Builds the calendar of a feed. */
export const calendarFeed: MakeFeedForRequest = async (feed, feedRequest, goOn) => {
  const { request, caller, pieces } = feedRequest
  const { context, root, minRevision } = request
  const { args } = feed
  const view = { ...feed, root, zone: context.moment.zone }
  await prepare(feed, feedRequest, goOn)
  const wanted = { args, most: MAX_IN_CALENDAR, minRevision }
  return runOnCalendar(wanted, context, async (readView, ids) => {
    const calendar = { args, ids, readView, reader: { context, root, goOn }, pieces }
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
    return { text: await spoolBody(parts(), () => calendarHead(view, zones), caller), until }
  })
}
