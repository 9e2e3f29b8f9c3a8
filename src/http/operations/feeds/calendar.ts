/** Calendars of many events (contract §0, §10.4, ext.): iCalendar text from cached pieces, spooled. */
import { setImmediate } from 'node:timers/promises'
import { type FeedArgs, forgottenAt, lookAtCalendar, wasTrashedLately } from '../../../actions/feed.ts'
import { calendarHead, calendarTail, zoneGatherer } from '../../../representations/icalendar/calendar.ts'
import type { ReadView } from '../../../store/store.ts'
import { BATCH, type FeedPiece, isLastTrashed, type PieceKind } from '../../cache/feed-pieces.ts'
import { type SpoolPart, spoolBody } from '../../response/spool.ts'
import type { Feed, FeedRequest, MakeFeed } from './feed.ts'

/** Maximum events in one calendar: the first ones in the order of their start. */
const MAX_IN_CALENDAR = 10_000

/** Entries taken from one read view before the event loop runs other work. */
const AT_ONCE = 500

/** Builds the missing entries of a calendar, each batch in a separate read view, so that no view stays open for long. */
async function prepare({ args }: Feed, feedRequest: FeedRequest, goOn: () => void): Promise<void> {
  const { request, pieces, seriesPieces } = feedRequest
  const { context, root, minRevision } = request
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
export const calendarFeed: MakeFeed = async (feed, feedRequest, goOn) => {
  const { request, pieces, seriesPieces } = feedRequest
  const { context, root, minRevision } = request
  const reader = { context, root, goOn }
  const view = { ...feed, root, zone: context.moment.zone }
  await prepare(feed, feedRequest, goOn)
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
      return { text: await spoolBody(parts(), () => calendarHead(view, zones)), until }
    },
  )
}
