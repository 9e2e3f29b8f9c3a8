/** Events → one iCalendar text, as the feeds write them. */
import type { Moment } from '../../domain/time/moment.ts'
import {
  type CalendarPiece,
  calendarHead,
  calendarTail,
  eventPiece,
  zoneGatherer,
} from '../../representations/icalendar/calendar.ts'
import { seriesPiece } from '../../representations/icalendar/series.ts'
import type { Root } from '../../representations/urls.ts'
import type { EventItem, EventRecord, Reading, Viewer } from '../../store/store.ts'
import { eventBatches } from '../csv/export.ts'

/** What the calendar is called, and where its pages are. */
export interface ExportView {
  readonly moment: Moment
  readonly root: Root
  readonly title: string
}

const viewerAt = (moment: Moment): Viewer => ({
  scope: { user: undefined, reads: 'all', edits: 'all' },
  moment,
})

/** A calendar is made to be handed on: a password still protects what it protects in the feeds. */
const guarded = (item: EventItem): EventItem => ({
  ...item,
  isProtected: item.record.password_hash !== null && item.record.password_hash !== '',
})

async function itemsAmong(store: Reading, events: readonly EventRecord[], moment: Moment) {
  return (await store.items('event', events, viewerAt(moment))).map(guarded)
}

/** A series with all its occurrences but those in the trash. */
async function wholeSeries(store: Reading, id: number, { moment, root }: ExportView): Promise<CalendarPiece> {
  const record = await store.find('series', { id }, moment)
  const live = (await store.occurrences(id)).filter(({ status }) => status !== 'trash')
  const events = await store.eventRecords(live.map((one) => one.id))
  const inOrder = live.flatMap((one) => events.get(one.id) ?? [])
  const items = await itemsAmong(store, inOrder, moment)
  return record === undefined ? { text: '', zones: [] } : seriesPiece(record, items, root)
}

/** Single events, and each series where the first of its occurrences is met. */
async function* pieces(store: Reading, view: ExportView): AsyncIterable<CalendarPiece> {
  const seen = new Set<number>()
  for await (const events of eventBatches(store)) {
    const single = events.filter(({ series }) => series === null)
    for (const item of await itemsAmong(store, single, view.moment)) yield eventPiece(item, view.root)
    for (const { series } of events) {
      if (series === null || seen.has(series)) continue
      seen.add(series)
      yield await wholeSeries(store, series, view)
    }
  }
}

/** Every event but those in the trash, drafts too. What a password protects is left out, as in the feeds. */
export async function* exportedCalendar(store: Reading, own: ExportView): AsyncIterable<string> {
  const view = { root: own.root, title: own.title, zone: own.moment.zone, address: '' }
  // The zones come first, and are known once every event has been seen.
  const { add, zones } = zoneGatherer()
  for await (const piece of pieces(store, own)) add(piece.zones)
  yield calendarHead(view, zones)
  for await (const piece of pieces(store, own)) yield piece.text
  yield calendarTail
}
