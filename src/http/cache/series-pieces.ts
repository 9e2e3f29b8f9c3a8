/**
 * The cache of iCalendar text by series, as bytes. An entry stays valid until the journal lists a change of the series or of
 * any of its occurrences, those included that the reader does not see.
 */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { viewerOf } from '../../api/context.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { calendarPieceOfSeries } from '../../representations/icalendar/series.ts'
import type { EventItem, EventQuery, ReadView } from '../../store/store.ts'
import { cacheByGroupAndId } from '../../support/shared-budget-cache.ts'
import { utf8Buffer } from './cached-event.ts'
import { areTermNamesUnchanged, type FeedPiece, type PieceViewer, termIdsOfEvents } from './feed-pieces.ts'
import { viewerKey } from './viewer-key.ts'

/** Which occurrences a feed may show at all, whatever its window and its other filters. */
export type VisibleOccurrenceQuery = Pick<EventQuery, 'status' | 'hidden'>

interface SeriesPiece extends FeedPiece {
  /** All occurrences, also those that are not shown. */
  readonly events: readonly number[]
}

export interface SeriesPieceCache {
  /** The entries of these series, in their order; builds the missing ones. Of a series without visible occurrences there is none. */
  take(
    view: ReadView,
    ids: readonly number[],
    shown: VisibleOccurrenceQuery,
    reader: PieceViewer,
  ): Promise<readonly FeedPiece[]>
}

/** Estimated overhead of an entry in bytes, and of each occurrence. */
const ENTRY = 600
const MEMBER = 16
/** More than a series has. */
const MAX_OCCURRENCES = 100_000
/** Occurrences read at once, before the event loop runs other work. */
const BATCH = 100

/** Whether an entry is still valid. */
function holds(piece: SeriesPiece, id: number, view: ReadView, now: number): boolean {
  const { asOf, since, until, events, images } = piece
  if (asOf > view.revision || now < since || now >= until) return false
  if (asOf === view.revision) return true
  if (!view.isAsOf('series', id, asOf) || !events.every((event) => view.isAsOf('event', event, asOf)))
    return false
  if (!images.every((image) => view.isAsOf('media', image, asOf))) return false
  if (!areTermNamesUnchanged(piece, view)) return false
  piece.asOf = view.revision
  return true
}

function queryOf(id: number, { status, hidden }: VisibleOccurrenceQuery): EventQuery {
  const all = { page: 1, per_page: MAX_OCCURRENCES, orderby: 'start_date', order: 'asc', window: {} } as const
  return { ...all, status, hidden, series: [id] }
}

/** The occurrences of a series that the reader sees. */
export async function readVisibleOccurrencesOfSeries(
  view: ReadView,
  id: number,
  shown: VisibleOccurrenceQuery,
  { context, goOn }: PieceViewer,
) {
  const viewer = viewerOf(context)
  const { ids } = await view.findEvents(queryOf(id, shown), viewer)
  const items: EventItem[] = []
  for (let at = 0; at < ids.length; at += BATCH) {
    goOn()
    items.push(...(await view.events(ids.slice(at, at + BATCH), viewer)))
    if (at + BATCH < ids.length) await setImmediate()
  }
  return items
}

async function build(view: ReadView, id: number, shown: VisibleOccurrenceQuery, reader: PieceViewer) {
  const { moment } = reader.context
  const record = await view.find('series', { id }, moment)
  if (record === undefined) return undefined
  const items = await readVisibleOccurrencesOfSeries(view, id, shown, reader)
  const { text, zones } =
    items.length === 0 ? { text: '', zones: [] } : calendarPieceOfSeries(record, items, reader.root)
  const bytes = utf8Buffer(text)
  const embedded = items.flatMap((item) => [item, ...item.venues, ...item.organizers])
  const piece: SeriesPiece = {
    bytes,
    tag: createHash('sha1').update(bytes).digest('base64url').slice(0, 12),
    zones,
    modified: record.modified_utc,
    images: [...new Set(embedded.flatMap(({ image }) => image?.id ?? []))],
    terms: termIdsOfEvents(items),
    events: (await view.occurrences(id)).map((one) => one.id),
    since: epochOfInstant(moment.now),
    until: (await view.nextPublication(moment)) ?? Number.POSITIVE_INFINITY,
    asOf: view.revision,
  }
  return piece
}

/** Returns an empty cache. */
export function seriesPieceCache(): SeriesPieceCache {
  const kept = cacheByGroupAndId<SeriesPiece>()
  return {
    async take(view, ids, shown, reader) {
      const { scope } = viewerOf(reader.context)
      const group = `${viewerKey(scope, reader)}\n${JSON.stringify([shown.status, shown.hidden])}`
      const now = epochOfInstant(reader.context.moment.now)
      const pieces: FeedPiece[] = []
      for (const id of ids) {
        const known = kept.get(group, id)
        const piece =
          known !== undefined && holds(known, id, view, now) ? known : await build(view, id, shown, reader)
        if (piece === undefined) continue
        if (piece !== known)
          kept.set(group, id, piece, piece.bytes.length + ENTRY + MEMBER * piece.events.length)
        if (piece.bytes.length > 0) pieces.push(piece)
      }
      return pieces
    },
  }
}
