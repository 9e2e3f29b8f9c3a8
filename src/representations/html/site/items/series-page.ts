/** The page of a series with its occurrences (contract §10.4). */
import type { SeriesJson } from '../../../json/series.ts'
import { html } from '../../markup.ts'
import { sitePage } from '../layout.ts'
import { timelineMarkup } from '../lists/timeline.ts'
import type { Site } from '../site.ts'
import { type EventsAndLanguagesOfItem, iconLine, itemArticle } from './item-article.ts'

/** Returns the page of a series with its occurrences. */
export function seriesPage(
  series: SeriesJson,
  { listed, languages }: EventsAndLanguagesOfItem,
  site: Site,
): string {
  const { id, title, slug, text, status } = series
  const page = `series/${encodeURIComponent(slug)}`
  const feed = { path: '/events', query: `series=${id}` }
  const about = {
    name: title,
    page,
    languages,
    kind: site.word('one.series'),
    index: 'series',
    image: false,
    isUnpublished: status !== 'publish',
    feed,
    facts: [text !== '' && iconLine('repeat', html`${text}`, site)],
    description: '',
  } as const
  const main = html`${itemArticle(about, site)}<section class="events" aria-label="${site.word('site.events')}">${timelineMarkup(listed, page, site)}</section>`
  const head = {
    title,
    description: text,
    page,
    languages,
    feed: { ...feed, title },
    isUnlisted: status !== 'publish' || listed.isPast || listed.page > 1,
  }
  return sitePage(site, head, main)
}
