/** The events that one under review resembles: on the same day at the same venue, or of a like title (contract §14). */
import { runOnEventListsView } from '../actions/list.ts'
import { viewerOf } from '../api/context.ts'
import type { ReadingContext, SentRequest } from '../api/operation.ts'
import { parseListArgs } from '../contract/resources/parse.ts'
import { resemblanceOfEvents } from '../domain/publication/resemblance.ts'
import { plusDays } from '../domain/time/calendar-days.ts'
import type { Event } from '../representations/json/event.ts'
import { type Root, restUrl } from '../representations/urls.ts'
import type { ListedEventItem } from '../store/store.ts'

/** Events compared with a submission, and those shown. */
const MAX_COMPARED = 100
const MAX_SIMILAR = 5
/** Days before and after a submission whose events it is compared with. */
const DAYS_AROUND = 7

/** Returns the events of the week before and after that a submission resembles, the most alike first; not the dates of its own series. */
export async function similarEvents(
  event: Event,
  { root, request, ...by }: ReadingContext & { readonly root: Root; readonly request: SentRequest },
) {
  const day = event.start_date.slice(0, 10)
  const args = parseListArgs('event', {
    start_date: plusDays(day, -DAYS_AROUND) ?? day,
    end_date: `${plusDays(day, DAYS_AROUND) ?? day} 23:59:59`,
    status: 'publish,future,draft,pending,private',
    per_page: MAX_COMPARED,
  })
  const venue = [event.venue].flat()[0]?.venue ?? ''
  const side = { title: event.title, day, venue }
  return runOnEventListsView(by, request.minRevision, async ({ find, readView }) => {
    const { ids } = await find(args)
    const others = ids.filter((id) => id !== event.id)
    const items = await readView.listedEvents(others, viewerOf(by), ['venue'])
    return items
      .filter(({ record }) => record.series === null || record.series !== event.series?.id)
      .map((item) => ({ item, score: resemblanceOfEvents(side, sideOf(item)) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_SIMILAR)
      .map(({ item }) => resembling(item, root))
  })
}

const venueOf = ({ venues, isProtected }: ListedEventItem) =>
  isProtected ? '' : (venues[0]?.record.name ?? '')

const sideOf = (item: ListedEventItem) => ({
  title: item.record.title,
  day: item.record.start_date.slice(0, 10),
  venue: venueOf(item),
})

function resembling(item: ListedEventItem, root: Root) {
  const { id, title, status, start_date, end_date } = item.record
  return {
    id,
    title,
    status,
    start_date,
    end_date,
    venue: venueOf(item),
    rest_url: restUrl(root, 'events', id),
  }
}
