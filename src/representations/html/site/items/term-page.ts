/** Pages of categories, tags and groups, with their events. */

import type { Group, Term } from '../../../json/term.ts'
import { html, type Markup } from '../../markup.ts'
import type { FeedSource } from '../feeds.ts'
import { icon } from '../icon.ts'
import type { IndexName } from '../index-links.ts'
import { sitePage } from '../layout.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import { timelineMarkup } from '../lists/timeline.ts'
import type { PageHead } from '../page-head.ts'
import { colorClassesOfCategory, colorClassOfGroup, type Site, sitePath } from '../site.ts'
import { summaryOfHtml } from './event-page.ts'
import { type EventsAndLanguagesOfItem, itemArticle } from './item-article.ts'

interface NamedItem extends Required<Pick<PageHead, 'page' | 'image' | 'leadsTo'>> {
  readonly item: Pick<Term | Group, 'name' | 'description'>
  readonly kind: string
  readonly index: IndexName
  readonly feed: Omit<FeedSource, 'title'>
  readonly image: Group['image']
  readonly colour?: string
  readonly actions?: Markup | false
}

function namedItemPage(
  { item, page, leadsTo, ...about }: NamedItem,
  { listed, languages }: EventsAndLanguagesOfItem,
  site: Site,
) {
  const { name, description } = item
  const hero = itemArticle(
    { ...about, page, languages, name, description, isUnpublished: false, facts: [] },
    site,
  )
  const within = { ...site, kept: leadsTo }
  const main = html`${hero}<section class="events" aria-label="${site.word('site.events')}">${timelineMarkup(listed, page, within)}</section>`
  const head = {
    title: name,
    description: summaryOfHtml(description),
    page,
    languages,
    leadsTo,
    image: about.image,
    hasDrawnPicture: about.index === 'categories',
    feed: { ...about.feed, title: name },
    isUnlisted: listed.isPast || listed.page > 1,
    ...listLinkedData(listed.events, site),
  }
  return sitePage(site, head, main)
}

const collections = { category: 'categories', tag: 'tags' } as const

/** Returns the page of a term. */
export function termPage(
  kind: 'category' | 'tag',
  term: Term,
  shownOn: EventsAndLanguagesOfItem,
  site: Site,
): string {
  const index = collections[kind]
  const shown = {
    item: term,
    page: `${kind}/${encodeURIComponent(term.slug)}`,
    kind: site.word(kind === 'tag' ? 'one.tag' : kind),
    index,
    feed: { path: `/${index}/${term.id}/events` },
    image: false,
    leadsTo: {},
    ...(kind === 'category' && { colour: colorClassesOfCategory(term.id) }),
  } as const
  return namedItemPage(shown, shownOn, site)
}

/** The link to the form with which the public sends events to a group; false where it may not. */
const submitLink = (query: string, site: Site): Markup | false =>
  site.submits &&
  html`<a class="button" href="${sitePath(site, 'submit', query)}">${icon('plus', site)}${site.word('site.submit.title')}</a>`

/** Returns the page of a group. Its links to views stay with the group, whose events the main calendar may lack. */
export function groupPage(group: Group, shownOn: EventsAndLanguagesOfItem, site: Site): string {
  const { id, slug, image, federated } = group
  const query = new URLSearchParams({ group: slug }).toString()
  const shown = {
    item: group,
    page: `group/${encodeURIComponent(slug)}`,
    kind: site.word('one.group'),
    index: 'groups',
    feed: { path: '/events', query, ...(federated && { social: query }) },
    image,
    leadsTo: { group: slug },
    colour: colorClassOfGroup(id),
    actions: submitLink(query, site),
  } as const
  return namedItemPage(shown, shownOn, site)
}
