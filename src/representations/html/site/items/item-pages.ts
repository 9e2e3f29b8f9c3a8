/** Pages of venues, organizers, series, categories, tags, groups. */
import type { Image } from '../../../../contract/resources/shared.ts'
import type { Group, Organizer, Term, Venue } from '../../../json/items.ts'
import type { SeriesJson } from '../../../json/series.ts'
import type { ItemLanguages } from '../../../shown-language.ts'
import { html, type Markup } from '../../markup.ts'
import { type EventListPage, listLinkedData, timelineMarkup } from '../event-lists.ts'
import { canonicalUrl, languagesLine, textAttributes } from '../languages.ts'
import {
  type FeedSource,
  feedUrls,
  type IndexName,
  type PageHead,
  sitePage,
  subscribeButtons,
} from '../layout.ts'
import { icon } from '../pictures.ts'
import { colorClassesOfCategory, colorClassOfGroup, type Site, sitePath } from '../site.ts'
import { descriptionMarkup, headImageMarkup, shareButton, summaryOfHtml, webLink } from './event-page.ts'
import { accessibilityMarkup, addressLines, directionsUrl, mapLinks, venueMap } from './places.ts'

// The head of the page of a venue, organizer, series, category, tag or group: picture, name, what to know of it, and what to do next.

// The menu beside a title that follows the events of an item in other calendars. The service itself never requests these sites.

/** Returns the menu of the feeds of a list. */
function followMenu(list: FeedSource, site: Site): Markup {
  const { word } = site
  const paths = feedUrls(site, list)
  const social =
    list.social !== undefined &&
    site.socialHost !== undefined &&
    html`<li><a href="${sitePath(site, 'follow', list.social)}">${icon('users', site)}${word('site.social')}</a></li>`
  return html`<details class="menu following"><summary class="button strong">${icon('calendar-plus', site)}${word('site.follow')}${icon('chevron-down', site)}</summary><ul class="panel"><li><a href="${paths.webcal}">${word('site.add.program')} (Apple)</a></li>${subscribeButtons(site, paths, list.title)}<li><a href="${paths.rss}">${icon('rss', site)}RSS</a></li>${social}</ul></details>`
}

/** The events and the languages of an item, which its page shows beside it. */
interface EventsAndLanguagesOfItem {
  readonly listed: EventListPage
  /** Undefined on a site with one language. */
  readonly languages: ItemLanguages | undefined
}

/** The content of the head, and what stands below it. */
interface ItemHead {
  readonly name: string
  /** The path of the page below each root. */
  readonly page: string
  /** Undefined on a site with one language. */
  readonly languages: ItemLanguages | undefined
  /** The kind of the item, and the page that lists all of them. */
  readonly kind: string
  readonly index: string
  readonly image: Image | false
  /** Whether only editors see the page. */
  readonly isUnpublished: boolean
  /** The path of the events of the item below the namespace, with its filters. */
  readonly feed: Omit<FeedSource, 'title'>
  readonly facts: readonly (Markup | false)[]
  /** Buttons beside the one that follows. */
  readonly actions?: Markup | false
  /** HTML as users wrote it; "" for none. */
  readonly description: string
  /** A small map, which stands beside the name where there is no picture. */
  readonly map?: Markup | false
  /** The classes of a colour. */
  readonly colour?: string
}

/** Returns a line of the head: an icon and what it stands for. */
const iconLine = (sign: Parameters<typeof icon>[0], text: Markup, site: Site): Markup =>
  html`<div>${icon(sign, site)}<span>${text}</span></div>`

/** Returns the article about an item. Its events follow. */
function itemArticle(item: ItemHead, site: Site): Markup {
  const { name, languages, kind, index, image, isUnpublished, feed, facts, actions = false } = item
  const { word } = site
  const { map = false } = item
  const besides = image === false ? map : false
  const kinds = [image !== false && 'pictured', besides !== false && 'located', item.colour]
  const classes = ['linked', ...kinds].filter(Boolean).join(' ')
  const note = isUnpublished && html`<p class="notice" role="note">${word('site.unpublished')}</p>`
  const lines = facts.filter((line) => line !== false)
  const written = descriptionMarkup(item.description, languages, site)
  const below = image === false ? false : map
  const about = (written !== false || below !== false) && html`<div class="about">${written}${below}</div>`
  return html`<article class="${classes}"><header class="hero">${headImageMarkup({ image }, site)}<div class="hero-text">${note}<p class="kicker"><a href="${sitePath(site, index)}">${kind}</a></p><h1${textAttributes(languages?.shown, site)}>${name}</h1>${languagesLine(item.page, languages, site)}${lines.length > 0 && html`<div class="decides">${lines}</div>`}<div class="actions">${followMenu({ ...feed, title: name }, site)}${actions}${shareButton(name, site)}</div></div>${besides}</header>${about}</article>`
}

// Pages of venues and organizers, with their events.

interface Linked {
  readonly kind: 'venue' | 'organizer'
  readonly item: Venue | Organizer
  readonly name: string
  readonly facts: readonly (Markup | false)[]
  readonly actions?: Markup | false
  readonly map?: Markup | false
  readonly listed: EventListPage
  readonly languages: ItemLanguages | undefined
}

function linkedPage({ kind, item, name, listed, ...head }: Linked, site: Site): string {
  const { word } = site
  const page = `${kind}/${encodeURIComponent(item.slug)}`
  const isUnpublished = item.status !== 'publish'
  const { image, description } = item
  const isFederated = 'federated' in item && item.federated
  const social = new URLSearchParams({ organizer: item.slug }).toString()
  const feed = { path: `/${kind}s/${item.id}/events`, ...(isFederated && { social }) }
  const about = {
    ...head,
    page,
    name,
    kind: word(kind),
    index: `${kind}s`,
    image,
    description,
    isUnpublished,
    feed,
  }
  const main = html`${itemArticle(about, site)}<section class="events of-${kind}" aria-label="${word('site.events')}">${timelineMarkup(listed, page, site)}</section>`
  const own = {
    title: name,
    description: summaryOfHtml(item.description),
    page,
    languages: head.languages,
    image: item.image,
    hasDrawnPicture: !isUnpublished,
    feed: { ...feed, title: name },
    hasMap: kind === 'venue',
    isUnlisted: isUnpublished || listed.isPast || listed.page > 1,
    ...listLinkedData(
      listed.events,
      site,
      item.json_ld && { ...item.json_ld, url: canonicalUrl(page, head.languages, site) },
    ),
  }
  return sitePage(site, own, main)
}

const contact = ({ phone, website }: Pick<Venue, 'phone' | 'website'>, site: Site) => [
  phone !== '' &&
    iconLine(
      'phone',
      html`<span class="unseen">${site.word('phone')}: </span><a href="tel:${phone.replace(/[^\d+]/g, '')}" dir="ltr">${phone}</a>`,
      site,
    ),
  website !== '' &&
    iconLine(
      'globe',
      html`<span class="unseen">${site.word('site.website')}: </span>${webLink(website)}`,
      site,
    ),
]

function directions(venue: Venue, site: Site): Markup | false {
  const to = directionsUrl(venue)
  return (
    to !== undefined &&
    html`<a class="button" href="${to}" rel="noopener nofollow">${icon('navigation', site)}${site.word('site.directions')}</a>`
  )
}

/** Returns the page of a venue. */
export function venuePage(venue: Venue, { listed, languages }: EventsAndLanguagesOfItem, site: Site): string {
  const lines = addressLines(venue, venue.venue).map((line) => html`<span dir="auto">${line}</span>`)
  const address = lines.length > 0 && iconLine('map-pin', html`<address>${lines}</address>`, site)
  const access = accessibilityMarkup(venue, site)
  const elsewhere = mapLinks(venue, { isShown: venue.show_map, isLinked: venue.show_map_link }, site)
  const links = elsewhere && iconLine('map', elsewhere, site)
  return linkedPage(
    {
      kind: 'venue',
      item: venue,
      name: venue.venue,
      facts: [address, access && iconLine('accessibility', access, site), links, ...contact(venue, site)],
      actions: directions(venue, site),
      map: venue.show_map && venueMap(venue, site),
      listed,
      languages,
    },
    site,
  )
}

/** Returns the page of an organizer. */
export function organizerPage(
  organizer: Organizer,
  { listed, languages }: EventsAndLanguagesOfItem,
  site: Site,
): string {
  const { email } = organizer
  const mail =
    email !== '' &&
    iconLine(
      'mail',
      html`<span class="unseen">${site.word('site.email')}: </span><a href="mailto:${encodeURIComponent(email)}" dir="ltr">${email}</a>`,
      site,
    )
  const facts = [...contact(organizer, site), mail]
  const item = { kind: 'organizer', item: organizer, name: organizer.organizer, facts } as const
  return linkedPage({ ...item, listed, languages }, site)
}

// Pages of categories, tags and groups, with their events.

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

// The page of a series with its occurrences (contract §10.4).

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
