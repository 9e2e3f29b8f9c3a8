/** Pages of categories and tags, with their events. */
import type { Term } from '../../../json/term.ts'
import { html } from '../../markup.ts'
import { sitePage } from '../layout.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import { type EventListPage, timelineMarkup } from '../lists/timeline.ts'
import type { Site } from '../site.ts'
import { descriptionMarkup, summaryOf } from './event-page.ts'

const collections = { category: 'categories', tag: 'tags' } as const

/** Returns the page of a term. */
export function termPage(kind: 'category' | 'tag', term: Term, listed: EventListPage, site: Site): string {
  const { id, name, slug } = term
  const { word } = site
  const page = `${kind}/${encodeURIComponent(slug)}`
  const main = html`<header class="linked"><p class="kicker">${word(kind === 'tag' ? 'one.tag' : kind)}</p><h1 dir="auto">${name}</h1>${descriptionMarkup(term.description, site)}</header>${timelineMarkup(listed, page, site)}`
  const head = {
    title: name,
    description: summaryOf(term.description),
    page,
    feed: { path: `/${collections[kind]}/${id}/events`, title: name },
    isUnlisted: listed.isPast || listed.page > 1,
    ...listLinkedData(listed.events, site),
  }
  return sitePage(site, head, main)
}
