/** Events → one iCalendar text, as the feeds write them. */
import type { Moment } from '../../domain/time/moment.ts'
import {
  calendarHead,
  calendarTail,
  eventPiece,
  zoneGatherer,
} from '../../representations/icalendar/calendar.ts'
import type { Root } from '../../representations/urls.ts'
import type { EventItem, Reading, Viewer } from '../../store/store.ts'
import { eventBatches } from '../csv/export.ts'

/** What the calendar is called, and where its pages are. */
export interface ExportView {
  readonly moment: Moment
  readonly root: Root
  readonly title: string
}

async function* items(store: Reading, moment: Moment): AsyncIterable<EventItem> {
  const viewer: Viewer = { scope: { user: undefined, reads: 'all', edits: 'all' }, moment }
  for await (const events of eventBatches(store)) {
    for (const item of await store.items('event', events, viewer)) {
      // A calendar is made to be handed on: a password still protects what it protects in the feeds.
      yield { ...item, isProtected: item.record.password_hash !== null && item.record.password_hash !== '' }
    }
  }
}

/** Every event but those in the trash, drafts too. What a password protects is left out, as in the feeds. */
export async function* exportedCalendar(
  store: Reading,
  { moment, root, title }: ExportView,
): AsyncIterable<string> {
  const view = { root, title, zone: moment.zone, address: '' }
  // The zones come first, and are known once every event has been seen.
  const { add, zones } = zoneGatherer()
  for await (const item of items(store, moment)) add(eventPiece(item, root).zones)
  yield calendarHead(view, zones)
  for await (const item of items(store, moment)) yield eventPiece(item, root).text
  yield calendarTail
}
