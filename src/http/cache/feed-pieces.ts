/**
 * The cache of iCalendar text by event, as bytes. An entry stays valid until the journal lists a change of its event or of an
 * item that the event embeds.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { allowContextToReadTrash, isCancellationAnnounced, wasTrashedLately } from '../../actions/feed.ts'
import { type Context, viewerOf } from '../../api/context.ts'
import { type TermName, termNames } from '../../contract/resources/index.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import {
  calendarPieceOfEvent,
  calendarPieceOfTrashedEvent,
  type ZoneYears,
} from '../../representations/icalendar/calendar.ts'
import type { Root } from '../../representations/urls.ts'
import type { EventItem, ReadView } from '../../store/store.ts'
import { cacheByGroupAndId } from '../../support/shared-budget-cache.ts'
import { utf8Buffer } from './cached-event.ts'
import type { CacheEntryValidity } from './freshness.ts'
import { viewerKey } from './viewer-key.ts'

/** The ids of terms. */
type TermIds = Readonly<Record<TermName, readonly number[]>>

/** One event in a calendar. */
export interface FeedPiece extends CacheEntryValidity {
  readonly bytes: Buffer
  /** A digest of the bytes, for ETags. */
  readonly tag: string
  readonly zones: ZoneYears
  /** When the event last changed, in seconds since 1970 UTC. */
  readonly modified: number
  readonly images: readonly number[]
  /** The terms that it names. */
  readonly terms: TermIds
  /** The series of an occurrence, and whether the occurrence has the UID of the series. */
  readonly series?: { readonly id: number; readonly isFirst: boolean }
}

/** An entry holds an event, or the cancellation of one. */
export type EventOrCancelledPiece = 'event' | 'cancelled'

/** The viewer and root that entries are built for. */
export interface PieceViewer {
  readonly context: Context
  readonly root: Root
  /** Throws 503 when no client waits for the calendar any more. */
  readonly goOn: () => void
}

export interface FeedPieceCache {
  /** The ids that have no valid entry. */
  missing(
    view: ReadView,
    kind: EventOrCancelledPiece,
    ids: readonly number[],
    reader: PieceViewer,
  ): readonly number[]
  /** The entries of these events, in their order; builds the missing ones. */
  take(
    view: ReadView,
    kind: EventOrCancelledPiece,
    ids: readonly number[],
    reader: PieceViewer,
  ): Promise<readonly FeedPiece[]>
}

/** Estimated overhead of an entry in bytes, besides its text. */
const ENTRY = 600
/** Events processed before the event loop runs other work. */
export const EVENTS_PER_BATCH = 50

function written(kind: EventOrCancelledPiece, item: EventItem, { context, root }: PieceViewer) {
  if (kind === 'event') return calendarPieceOfEvent(item, root)
  return isCancellationAnnounced(item, context) ? calendarPieceOfTrashedEvent(item) : { text: '', zones: [] }
}

function pieceOf(
  kind: EventOrCancelledPiece,
  item: EventItem,
  reader: PieceViewer,
  freshness: CacheEntryValidity,
): FeedPiece {
  const { text, zones } = written(kind, item, reader)
  const bytes = utf8Buffer(text)
  return {
    bytes,
    tag: createHash('sha1').update(bytes).digest('base64url').slice(0, 12),
    zones,
    modified: item.record.modified_utc,
    images: [item, ...item.venues, ...item.organizers].flatMap(({ image }) => image?.id ?? []),
    terms: termIdsOfEvents([item]),
    ...(item.series !== undefined && {
      series: { id: item.series.id, isFirst: item.series.uid === item.record.uid },
    }),
    ...freshness,
  }
}

/** Returns the terms that calendars name with these events. */
export function termIdsOfEvents(items: readonly EventItem[]): TermIds {
  const shown = items.filter(({ isProtected }) => !isProtected)
  const ids = (terms: readonly { readonly record: { readonly id: number } }[]) => [
    ...new Set(terms.map(({ record }) => record.id)),
  ]
  return {
    category: ids(shown.flatMap(({ categories }) => categories)),
    tag: ids(shown.flatMap(({ tags }) => tags)),
  }
}

/** Whether the terms of an entry have the names that they had when it was made. Calendars don't show their counts. */
export const areTermNamesUnchanged = ({ asOf, terms }: FeedPiece, view: ReadView): boolean =>
  termNames.every(
    (name) => view.namesAsOf(name, asOf) || terms[name].every((id) => view.isAsOf(name, id, asOf)),
  )

/** Whether an entry is still valid. */
function holds(piece: FeedPiece, id: number, view: ReadView, now: number): boolean {
  const { asOf, since, until, images } = piece
  if (asOf > view.revision || now < since || now >= until) return false
  if (asOf === view.revision) return true
  if (!view.isAsOf('event', id, asOf) || !images.every((image) => view.isAsOf('media', image, asOf)))
    return false
  if (!areTermNamesUnchanged(piece, view)) return false
  piece.asOf = view.revision
  return true
}

/** The viewer for whom events are read; those that are cancelled are in the trash. */
const viewerFor = (kind: EventOrCancelledPiece, { context }: PieceViewer) =>
  viewerOf(kind === 'event' ? context : allowContextToReadTrash(context))

/** The group of the cache for what a viewer sees. */
const groupOf = (kind: EventOrCancelledPiece, reader: PieceViewer) =>
  `${kind}\n${viewerKey(viewerFor(kind, reader).scope, reader)}`

/** Returns an empty cache. */
export function feedPieceCache(): FeedPieceCache {
  const kept = cacheByGroupAndId<FeedPiece>()
  const find = (view: ReadView, group: string, id: number, now: number) => {
    const piece = kept.get(group, id)
    return piece !== undefined && holds(piece, id, view, now) ? piece : undefined
  }
  const write = async (
    view: ReadView,
    kind: EventOrCancelledPiece,
    ids: readonly number[],
    reader: PieceViewer,
  ) => {
    const { moment } = reader.context
    const until = (await view.nextPublication(moment)) ?? Number.POSITIVE_INFINITY
    const freshness = { since: epochOfInstant(moment.now), until, asOf: view.revision }
    const group = groupOf(kind, reader)
    const items = await view.events(ids, viewerFor(kind, reader))
    return items.map((item) => {
      const piece = pieceOf(kind, item, reader, freshness)
      kept.set(group, item.record.id, piece, piece.bytes.length + ENTRY)
      return [item.record.id, piece] as const
    })
  }
  return {
    missing(view, kind, ids, reader) {
      const [group, now] = [groupOf(kind, reader), epochOfInstant(reader.context.moment.now)]
      return ids.filter((id) => find(view, group, id, now) === undefined)
    },
    async take(view, kind, ids, reader) {
      const [group, now] = [groupOf(kind, reader), epochOfInstant(reader.context.moment.now)]
      const found = new Map(ids.map((id) => [id, find(view, group, id, now)]))
      const missing = ids.filter((id) => found.get(id) === undefined)
      for (let at = 0; at < missing.length; at += EVENTS_PER_BATCH) {
        reader.goOn()
        for (const [id, piece] of await write(view, kind, missing.slice(at, at + EVENTS_PER_BATCH), reader))
          found.set(id, piece)
        if (at + EVENTS_PER_BATCH < missing.length) await setImmediate()
      }
      return ids.map((id) => found.get(id)).filter((piece) => piece !== undefined)
    },
  }
}

/** Whether the list, newest first, has reached events that were trashed too long ago to announce. */
export const hasPieceTrashedTooLongAgo = (pieces: readonly FeedPiece[], { moment }: Context): boolean =>
  pieces.some(({ modified }) => !wasTrashedLately(modified, moment))
