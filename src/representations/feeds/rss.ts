/** Newly published events as RSS 2.0. */
import { dateDetails, utcTimestamp } from '../../domain/timestamp.ts'
import type { EventItem } from '../../store/store.ts'
import { pageUrl, siteUrl } from '../urls.ts'
import { categoriesOf, type FeedView, htmlOf, idOf } from './channel.ts'
import { element, xmlText } from './xml.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `04 May 2027 18:00:00 +0000`, RFC 822's date with the year in full. */
function mailDate(epoch: number): string {
  const { year, month, day } = dateDetails(utcTimestamp(epoch))
  return `${day} ${months[Number(month) - 1]} ${year} ${utcTimestamp(epoch).slice(11)} +0000`
}

/** RSS leaves open whether titles are text or HTML: a bracket that both read as one. */
const titleOf = (title: string) => title.replaceAll('<', '&lt;')

function item(event: EventItem, { root }: FeedView): string {
  const { record } = event
  return [
    '<item>\n',
    element('title', titleOf(record.title)),
    element('link', pageUrl(root, 'event', record.slug)),
    element('guid', idOf(record), 'isPermaLink="false"'),
    element('pubDate', mailDate(record.date_utc)),
    ...categoriesOf(event).map((name) => element('category', name)),
    element('description', htmlOf(event)),
    '</item>\n',
  ].join('')
}

/** The feed of these events, in their order. */
export function rss(events: readonly EventItem[], view: FeedView): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">\n<channel>\n',
    element('title', titleOf(view.title)),
    element('link', siteUrl(view.root)),
    element('description', titleOf(view.title)),
    element('generator', 'Fasti'),
    `<atom:link href="${xmlText(view.address)}" rel="self" type="application/rss+xml" />\n`,
    ...events.map((one) => item(one, view)),
    '</channel>\n</rss>\n',
  ].join('')
}
