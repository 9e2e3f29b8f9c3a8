/** The iCalendar text of events and of series: the pieces that calendars are joined from. */
import { setImmediate } from 'node:timers/promises'
import { allowContextToReadTrash, isCancellationAnnounced } from '../../../actions/feed.ts'
import { type Context, viewerOf } from '../../../api/context.ts'
import {
  calendarPieceOfEvent,
  calendarPieceOfTrashedEvent,
  type ZoneYears,
} from '../../../representations/icalendar/calendar.ts'
import { calendarPieceOfSeries } from '../../../representations/icalendar/series.ts'
import type { Root } from '../../../representations/urls.ts'
import type { EventItem, EventQuery, ReadView } from '../../../store/store.ts'
import { utf8Buffer } from '../../../support/kept-bytes.ts'
import { idsShownByEvent, imageIdsOf, type Rendering, renderingCache } from '../../cache/renderings.ts'
import { viewerKey } from '../../cache/viewer-key.ts'
import { digestOf } from '../../protocol/etag.ts'

/** One event in a calendar. */
export interface FeedPiece extends Rendering {
  readonly bytes: Buffer
  /** A digest of the bytes, for ETags. */
  readonly tag: string
  readonly zones: ZoneYears
  /** When the event last changed, in seconds since 1970 UTC. */
  readonly modified: number
  /** The series of an occurrence, and whether the occurrence has the UID of the series. */
  readonly series?: { readonly id: number; readonly isFirst: boolean }
}

/** A piece is of an event, or of the cancellation of one. */
export type EventOrCancelledPiece = 'event' | 'cancelled'

/** The viewer and root that pieces are made for. */
export interface PieceViewer {
  readonly context: Context
  readonly root: Root
  /** Throws 503 when no client waits for the calendar any more. */
  readonly goOn: () => void
}

/** Which occurrences a feed may show at all, whatever its window and its other filters. */
export type VisibleOccurrenceQuery = Pick<EventQuery, 'status' | 'hidden'>

export interface FeedPieceCache {
  /** The ids that have no valid piece. */
  missing(
    view: ReadView,
    kind: EventOrCancelledPiece,
    ids: readonly number[],
    reader: PieceViewer,
  ): readonly number[]
  /** The pieces of these events, in their order; makes the missing ones. */
  take(
    view: ReadView,
    kind: EventOrCancelledPiece,
    ids: readonly number[],
    reader: PieceViewer,
  ): Promise<readonly FeedPiece[]>
  /** The pieces of these series, in their order; makes the missing ones. Of a series without visible occurrences there is none. */
  series(
    view: ReadView,
    ids: readonly number[],
    shown: VisibleOccurrenceQuery,
    reader: PieceViewer,
  ): Promise<readonly FeedPiece[]>
}

/** Events processed before the event loop runs other work. */
export const EVENTS_PER_BATCH = 50
/** More than a series has. */
const MAX_OCCURRENCES = 100_000
/** Bytes of the id of an occurrence in a list. */
const ID = 8

/** Reads events some at a time, before the event loop runs other work. */
async function readInBatches(
  ids: readonly number[],
  goOn: () => void,
  read: (some: readonly number[]) => Promise<readonly EventItem[]>,
) {
  const items: EventItem[] = []
  for (let at = 0; at < ids.length; at += EVENTS_PER_BATCH) {
    goOn()
    items.push(...(await read(ids.slice(at, at + EVENTS_PER_BATCH))))
    if (at + EVENTS_PER_BATCH < ids.length) await setImmediate()
  }
  return items
}

/** The occurrences of a series that the reader sees. */
export async function readVisibleOccurrencesOfSeries(
  view: ReadView,
  id: number,
  { status, hidden }: VisibleOccurrenceQuery,
  { context, goOn }: PieceViewer,
) {
  const viewer = viewerOf(context)
  const all = { page: 1, per_page: MAX_OCCURRENCES, orderby: 'start_date', order: 'asc', window: {} } as const
  const { ids } = await view.findEvents({ ...all, status, hidden, series: [id] }, viewer)
  return readInBatches(ids, goOn, (some) => view.events(some, viewer))
}

const noText = { text: '', zones: [] }

/** The bytes of a text, and what follows from them. */
function bytesOf(text: string) {
  const bytes = utf8Buffer(text)
  return { bytes, tag: digestOf(bytes), size: bytes.length }
}

function pieceOfEvent(
  item: EventItem,
  kind: EventOrCancelledPiece,
  { context, root }: PieceViewer,
): FeedPiece {
  const { record, series } = item
  const cancelled = () =>
    isCancellationAnnounced(item, context) ? calendarPieceOfTrashedEvent(item) : noText
  const { text, zones } = kind === 'event' ? calendarPieceOfEvent(item, root) : cancelled()
  const of = series && { series: { id: series.id, isFirst: series.uid === record.uid } }
  const { modified_utc: modified } = record
  return { ...bytesOf(text), id: record.id, shown: idsShownByEvent(item), zones, modified, ...of }
}

async function pieceOfSeries(view: ReadView, id: number, shown: VisibleOccurrenceQuery, reader: PieceViewer) {
  const record = await view.find('series', { id }, reader.context.moment)
  if (record === undefined) return []
  const items = await readVisibleOccurrencesOfSeries(view, id, shown, reader)
  const { text, zones } = items.length === 0 ? noText : calendarPieceOfSeries(record, items, reader.root)
  const all = items.map(idsShownByEvent)
  // Those too that the reader does not see.
  const events = (await view.occurrences(id)).map((one) => one.id)
  const own = bytesOf(text)
  const piece: FeedPiece = {
    ...own,
    id,
    size: own.size + ID * events.length,
    zones,
    modified: record.modified_utc,
    shown: {
      series: [id],
      event: events,
      category: [...new Set(all.flatMap(({ category = [] }) => category))],
      tag: [...new Set(all.flatMap(({ tag = [] }) => tag))],
      media: [...new Set(items.flatMap((item) => imageIdsOf([item, ...item.venues, ...item.organizers])))],
    },
  }
  return [piece]
}

/** The viewer for whom events are read; those that are cancelled are in the trash. */
const viewerFor = (kind: EventOrCancelledPiece, { context }: PieceViewer) =>
  viewerOf(kind === 'event' ? context : allowContextToReadTrash(context))

/** Returns an empty cache. */
export function feedPieceCache(): FeedPieceCache {
  const kept = renderingCache<FeedPiece>({ showsTermNamesAlone: true })
  const readerOf = (readView: ReadView, kind: EventOrCancelledPiece, reader: PieceViewer) => ({
    readView,
    group: `${kind}\n${viewerKey(viewerFor(kind, reader).scope, reader)}`,
    moment: reader.context.moment,
  })
  return {
    missing(view, kind, ids, reader) {
      const asked = readerOf(view, kind, reader)
      return ids.filter((id) => kept.find(id, asked) === undefined)
    },
    take: (view, kind, ids, reader) =>
      kept.take(ids, readerOf(view, kind, reader), async (missing) => {
        const viewer = viewerFor(kind, reader)
        const items = await readInBatches(missing, reader.goOn, (some) => view.events(some, viewer))
        return items.map((item) => pieceOfEvent(item, kind, reader))
      }),
    async series(view, ids, shown, reader) {
      const { group, ...own } = readerOf(view, 'event', reader)
      const ofSeries = { ...own, group: `series ${JSON.stringify([shown.status, shown.hidden])}\n${group}` }
      const pieces: FeedPiece[] = []
      for (const id of ids)
        pieces.push(...(await kept.take([id], ofSeries, () => pieceOfSeries(view, id, shown, reader))))
      return pieces.filter(({ bytes }) => bytes.length > 0)
    },
  }
}
