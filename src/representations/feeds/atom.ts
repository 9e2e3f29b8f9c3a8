/** Atom feeds of newly published events (RFC 4287). */
import type { EventItem } from '../../store/store.ts'
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
import { xmlElement, xmlText } from './xml.ts'

function entry(own: EventItem, view: NewsFeedContext): string {
  const { root } = view
  const event = eventWithShownTexts(own, root)
  const { record } = event
  return [
    '<entry>\n',
    xmlElement('title', labelledEntryTitle(record, view)),
    `<link href="${xmlText(urlOfItemPage(root, 'event', record.slug))}" />\n`,
    xmlElement('id', permanentUrnOfEvent(record)),
    xmlElement('published', isoUtcTime(record.date_utc)),
    xmlElement('updated', isoUtcTime(Math.max(record.date_utc, eventChangeTime(event)))),
    ...categoryNamesOf(event).map((name) => `<category term="${xmlText(name)}" />\n`),
    xmlElement('content', entryHtml(event), 'type="html"'),
    '</entry>\n',
  ].join('')
}

/** Returns the Atom feed of the events, in the given order. An empty feed has the update time 1970-01-01. */
export function atomFeed(events: readonly EventItem[], view: NewsFeedContext): string {
  const language = contentLanguageOfRoot(view.root)
  const updated = Math.max(
    0,
    ...events.map((event) => Math.max(event.record.date_utc, eventChangeTime(event))),
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    `<feed xmlns="http://www.w3.org/2005/Atom"${language === undefined ? '' : ` xml:lang="${language}"`}>\n`,
    xmlElement('title', view.title),
    xmlElement('id', view.address),
    xmlElement('updated', isoUtcTime(updated)),
    xmlElement('generator', 'Fasti'),
    `<author>\n${xmlElement('name', 'Fasti')}</author>\n`,
    `<link href="${xmlText(view.address)}" rel="self" type="application/atom+xml" />\n`,
    `<link href="${xmlText(baseUrlOfPages(view.root))}" />\n`,
    ...events.map((one) => entry(one, view)),
    '</feed>\n',
  ].join('')
}
