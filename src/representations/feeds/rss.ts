/** RSS 2.0 feeds of newly published events. */
import { httpDateOfSeconds } from '../../domain/time/timestamp.ts'
import type { EventItem } from '../../store/store.ts'
import { contentLanguageOfRoot, eventWithShownTexts } from '../shown-event.ts'
import { baseUrlOfPages, urlOfItemPage } from '../urls.ts'
import {
  categoryNamesOf,
  entryHtml,
  labelledEntryTitle,
  type NewsFeedContext,
  permanentUrnOfEvent,
} from './channel.ts'
import { xmlElement, xmlText } from './xml.ts'

/** Formats an epoch time in seconds as an RFC 822 date with a four-digit year: `04 May 2027 18:00:00 +0000`. */
const mailDate = (epoch: number): string =>
  httpDateOfSeconds(epoch).slice('Tue, '.length).replace('GMT', '+0000')

/** Escapes `<`, because RSS does not define whether titles are text or HTML; readers of both kinds then show a bracket. */
const titleOf = (title: string) => title.replaceAll('<', '&lt;')

function item(own: EventItem, view: NewsFeedContext): string {
  const { root } = view
  const event = eventWithShownTexts(own, root)
  const { record } = event
  return [
    '<item>\n',
    xmlElement('title', titleOf(labelledEntryTitle(record, view))),
    xmlElement('link', urlOfItemPage(root, 'event', record.slug)),
    xmlElement('guid', permanentUrnOfEvent(record), 'isPermaLink="false"'),
    // The plugin's clients read the start of an event from it.
    xmlElement('pubDate', mailDate(root.dialect === undefined ? record.date_utc : record.start_utc)),
    ...categoryNamesOf(event).map((name) => xmlElement('category', name)),
    xmlElement('description', entryHtml(event)),
    '</item>\n',
  ].join('')
}

/** Returns the RSS feed of the events, in the given order. */
export function rssFeed(events: readonly EventItem[], view: NewsFeedContext): string {
  const language = contentLanguageOfRoot(view.root)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n',
    xmlElement('title', titleOf(view.title)),
    xmlElement('link', baseUrlOfPages(view.root)),
    xmlElement('description', titleOf(view.title)),
    ...(language === undefined ? [] : [xmlElement('language', language)]),
    xmlElement('generator', 'Fasti'),
    `<atom:link href="${xmlText(view.address)}" rel="self" type="application/rss+xml" />\n`,
    ...events.map((one) => item(one, view)),
    '</channel>\n</rss>\n',
  ].join('')
}
