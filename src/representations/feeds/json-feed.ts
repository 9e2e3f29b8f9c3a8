/** JSON feeds of newly published events (JSON Feed 1.1, jsonfeed.org). */
import type { EventItem } from '../../store/store.ts'
import { representImage } from '../json/image.ts'
import { contentLanguageOfRoot, eventWithShownTexts } from '../shown-event.ts'
import { baseUrlOfPages, urlOfItemPage } from '../urls.ts'
import {
  categoryNamesOf,
  entryHtml,
  isoUtcTime,
  labelledEntryTitle,
  type NewsFeedContext,
  permanentUrnOfEvent,
} from './channel.ts'
import { eventChangeTime } from './last-change.ts'

function item(own: EventItem, view: NewsFeedContext): object {
  const { root } = view
  const event = eventWithShownTexts(own, root)
  const { record } = event
  const shown = event.isProtected ? false : representImage(event.image, root)
  const tags = categoryNamesOf(event)
  return {
    id: permanentUrnOfEvent(record),
    url: urlOfItemPage(root, 'event', record.slug),
    title: labelledEntryTitle(record, view),
    content_html: entryHtml(event),
    date_published: isoUtcTime(record.date_utc),
    date_modified: isoUtcTime(Math.max(record.date_utc, eventChangeTime(event))),
    ...(shown !== false && { image: shown.url }),
    ...(tags.length > 0 && { tags }),
  }
}

/** Returns the JSON feed of the events, in the given order. */
export function jsonFeed(events: readonly EventItem[], view: NewsFeedContext): string {
  const language = contentLanguageOfRoot(view.root)
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: view.title,
    home_page_url: baseUrlOfPages(view.root),
    feed_url: view.address,
    ...(language !== undefined && { language }),
    items: events.map((one) => item(one, view)),
  })
}
