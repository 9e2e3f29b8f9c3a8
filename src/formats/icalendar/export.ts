/** Writes events as one iCalendar text, in the format of the feeds. */
import { viewerOfAll } from '../../api/context.ts'
import type { Moment } from '../../domain/time/moment.ts'
import {
  type CalendarPiece,
  calendarHead,
  calendarPieceOfEvent,
  calendarPieceOfSeries,
  calendarTail,
  zoneGatherer,
} from '../../representations/icalendar/calendar.ts'
import type { Root } from '../../representations/urls.ts'
import type { EventItem, EventRecord, Reading } from '../../store/store.ts'
import { eventRecordBatches } from '../csv/export.ts'

/** The name of the calendar, and the address of its pages. */
interface ExportView {
  readonly moment: Moment
  readonly root: Root
  readonly title: string
}

/** Users pass an exported calendar on to others, so it contains no more of protected events than the feeds do. */
const guarded = (item: EventItem): EventItem => ({
  ...item,
  isProtected: item.record.password_hash !== null && item.record.password_hash !== '',
})

async function itemsAmong(store: Reading, events: readonly EventRecord[], moment: Moment) {
  return (await store.items('event', events, viewerOfAll(moment))).map(guarded)
}

/** A series with its occurrences, except those in the trash. */
async function wholeSeries(store: Reading, id: number, { moment, root }: ExportView): Promise<CalendarPiece> {
  const record = await store.find('series', { id }, moment)
  const live = (await store.occurrences(id)).filter(({ status }) => status !== 'trash')
  const events = await store.eventRecords(live.map((one) => one.id))
  const inOrder = live.flatMap((one) => events.get(one.id) ?? [])
  const items = await itemsAmong(store, inOrder, moment)
  return record === undefined ? { text: '', zones: [] } : calendarPieceOfSeries(record, items, root)
}

/** Yields single events, and each series at the position of its first occurrence. */
async function* pieces(store: Reading, view: ExportView): AsyncIterable<CalendarPiece> {
  const seen = new Set<number>()
  for await (const events of eventRecordBatches(store)) {
    const single = events.filter(({ series }) => series === null)
    for (const item of await itemsAmong(store, single, view.moment))
      yield calendarPieceOfEvent(item, view.root)
    for (const { series } of events) {
      if (series === null || seen.has(series)) continue
      seen.add(series)
      yield await wholeSeries(store, series, view)
    }
  }
}

/** Exports all events, including drafts, except the trash. Leaves out what a password protects, as the feeds do. */
export async function* exportedCalendarChunks(store: Reading, own: ExportView): AsyncIterable<string> {
  const view = { root: own.root, title: own.title, zone: own.moment.zone, address: '' }
  // The zones come first in the text, so all events are read before it is written.
  const { add, zones } = zoneGatherer()
  for await (const piece of pieces(store, own)) add(piece.zones)
  yield calendarHead(view, zones)
  for await (const piece of pieces(store, own)) yield piece.text
  yield calendarTail
}
