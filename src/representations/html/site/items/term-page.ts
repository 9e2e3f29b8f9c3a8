/** Pages of categories and tags, with their events. */
import type { Term } from '../../../json/term.ts'
import { html } from '../../markup.ts'
import { sitePage } from '../layout.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import { type EventListPage, timelineMarkup } from '../lists/timeline.ts'
import { categoryColourClasses, type Site } from '../site.ts'
import { summaryOf } from './event-page.ts'
import { itemHead } from './item-head.ts'

const collections = { category: 'categories', tag: 'tags' } as const

/** Returns the page of a term. */
export function termPage(kind: 'category' | 'tag', term: Term, listed: EventListPage, site: Site): string {
  const { id, name, slug, description } = term
  const { word } = site
  const page = `${kind}/${encodeURIComponent(slug)}`
  const index = collections[kind]
  const feed = { path: `/${index}/${id}/events` }
  const about = {
    name,
    kind: word(kind === 'tag' ? 'one.tag' : kind),
    index,
    image: false,
    isUnpublished: false,
    feed,
    facts: [],
    description,
    ...(kind === 'category' && { colour: categoryColourClasses(id) }),
  } as const
  const main = html`${itemHead(about, site)}<section class="events" aria-label="${word('site.events')}">${timelineMarkup(listed, page, site)}</section>`
  const head = {
    title: name,
    description: summaryOf(description),
    page,
    feed: { ...feed, title: name },
    isUnlisted: listed.isPast || listed.page > 1,
    ...listLinkedData(listed.events, site),
  }
  return sitePage(site, head, main)
}
