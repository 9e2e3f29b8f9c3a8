/** Favourites: the events that a browser keeps, as a page and as a calendar with reminders. The service keeps none of them. */
import { viewerOf } from '../../../api/context.ts'
import { favouriteIds, MAX_FAVOURITES } from '../../../domain/favourites.ts'
import {
  type Favourites,
  favouritesPage,
  reminderMinutesAndWordKeys,
} from '../../../representations/html/site/favourites.ts'
import {
  calendarHead,
  calendarPieceOfEvent,
  calendarTail,
  zoneGatherer,
} from '../../../representations/icalendar/calendar.ts'
import { veventWithReminder } from '../../../representations/icalendar/reminder.ts'
import { listDefaults, shownEventsByIds } from '../lists.ts'
import { callWithEventView, type PageRequest, type RenderedPage } from '../reader.ts'

const idsIn = ({ query }: PageRequest) => favouriteIds(query.texts('ids').join(','))

const listOf = (ids: readonly number[]) => ({ ...listDefaults, include: ids, per_page: MAX_FAVOURITES })

/** The favourites as this reader sees them. Those that no list shows are counted. */
function readFavourites(ids: readonly number[], reader: PageRequest): Promise<Favourites> {
  return callWithEventView(reader, async (view, viewReader) => {
    const found = ids.length === 0 ? [] : (await view.find(listOf(ids))).ids
    return { ids, events: await shownEventsByIds(viewReader, view.readView, found) }
  })
}

/** The page of the favourites whose ids are in the address. */
export async function favouritesPageOf(reader: PageRequest): Promise<RenderedPage> {
  return favouritesPage(await readFavourites(idsIn(reader), reader), reader.site)
}

/** The calendar of the favourites, each with a reminder if the address asks for one. */
export async function favouritesCalendarOf(reader: PageRequest): Promise<RenderedPage> {
  const { site, context, query } = reader
  const ids = idsIn(reader)
  const minutes = reminderMinutesAndWordKeys.find(
    ({ minutes }) => String(minutes) === query.text('reminder'),
  )?.minutes
  const text = await callWithEventView(reader, async ({ find, readView }) => {
    const found = ids.length === 0 ? [] : (await find(listOf(ids))).ids
    const items = await readView.events(found, viewerOf(context))
    const { add, zones } = zoneGatherer()
    const entries = items.map((item) => {
      const entry = calendarPieceOfEvent(item, site.root)
      add(entry.zones)
      return minutes === undefined ? entry.text : veventWithReminder(entry.text, item.record.title, minutes)
    })
    const title = `${site.word('site.favourites')} · ${site.name}`
    const head = calendarHead({ root: site.root, zone: site.zone, title, address: '' }, zones)
    return [head, ...entries, calendarTail].join('')
  })
  return { type: 'text/calendar; charset=utf-8', text }
}
