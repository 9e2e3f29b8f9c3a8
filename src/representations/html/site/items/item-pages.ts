/** Pages of venues, organizers, series, categories, tags, groups. */
import type { Image } from '../../../../contract/resources/shared.ts'
import type { Group, Organizer, Term, Venue } from '../../../json/items.ts'
import type { SchemaOrgThing } from '../../../json/linked-data.ts'
import type { SeriesJson } from '../../../json/series.ts'
import type { ItemLanguages } from '../../../shown-language.ts'
import { html, type Markup } from '../../markup.ts'
import { type EventListPage, listLinkedData, timelineMarkup } from '../event-lists.ts'
import { canonicalUrl, languagesLine, textAttributes } from '../languages.ts'
import { type FeedSource, feedUrls, type IndexName, sitePage, subscribeButtons } from '../layout.ts'
import { icon } from '../pictures.ts'
import { colorClassesOfCategory, colorClassOfGroup, type KeptFilters, type Site, sitePath } from '../site.ts'
import { descriptionMarkup, headImageMarkup, shareButton, summaryOfHtml, webLink } from './event-page.ts'
import { accessibilityMarkup, addressLines, directionsUrl, mapLinks, venueMap } from './places.ts'

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
export interface EventsAndLanguagesOfItem {
  readonly listed: EventListPage
  /** Undefined on a site with one language. */
  readonly languages: ItemLanguages | undefined
}

/** What the page of an item says and shows beside its events. */
interface ItemPage {
  readonly kind: 'venue' | 'organizer' | 'series' | 'category' | 'tag' | 'group'
  /** The kind in words, and the page that lists all of them. */
  readonly kindName: string
  readonly index: IndexName
  readonly name: string
  readonly slug: string
  /** HTML as users wrote it; "" for none. */
  readonly description: string
  /** What search engines and messengers show, where that is not the beginning of the description. */
  readonly summary?: string
  readonly image: Image | false
  /** Whether the service draws a picture of the page for messengers. */
  readonly hasDrawnPicture?: boolean
  /** Whether only editors see the page. */
  readonly isUnpublished?: boolean
  /** The path of the events of the item below the namespace, with its filters. */
  readonly feed: Omit<FeedSource, 'title'>
  readonly facts?: readonly (Markup | false)[]
  /** Buttons beside the one that follows. */
  readonly actions?: Markup | false
  /** A small map, which stands beside the name where there is no picture. */
  readonly map?: Markup | false
  /** The classes of a colour. */
  readonly colour?: string
  /** The filters with which links to views stay with the item. */
  readonly leadsTo?: KeptFilters
  /** The item as a schema.org thing. */
  readonly linkedData?: SchemaOrgThing | undefined
}

/** Returns a line of the head: an icon and what it stands for. */
const iconLine = (sign: Parameters<typeof icon>[0], text: Markup, site: Site): Markup =>
  html`<div>${icon(sign, site)}<span>${text}</span></div>`

/** Returns the article about an item, whose page is at a path: picture, name, what to know of it, and what to do next. */
function itemArticle(item: ItemPage, page: string, languages: ItemLanguages | undefined, site: Site): Markup {
  const { name, image, isUnpublished = false, facts = [], actions = false, map = false, colour } = item
  const { word } = site
  const besides = image === false ? map : false
  const kinds = [image !== false && 'pictured', besides !== false && 'located', colour]
  const classes = ['linked', ...kinds].filter(Boolean).join(' ')
  const note = isUnpublished && html`<p class="notice" role="note">${word('site.unpublished')}</p>`
  const lines = facts.filter((line) => line !== false)
  const written = descriptionMarkup(item.description, languages, site)
  const below = image === false ? false : map
  const about = (written !== false || below !== false) && html`<div class="about">${written}${below}</div>`
  return html`<article class="${classes}"><header class="hero">${headImageMarkup({ image }, site)}<div class="hero-text">${note}<p class="kicker"><a href="${sitePath(site, item.index)}">${item.kindName}</a></p><h1${textAttributes(languages?.shown, site)}>${name}</h1>${languagesLine(page, languages, site)}${lines.length > 0 && html`<div class="decides">${lines}</div>`}<div class="actions">${followMenu({ ...item.feed, title: name }, site)}${actions}${shareButton(name, site)}</div></div>${besides}</header>${about}</article>`
}

/** Returns the page of an item: the article about it, and its events. */
function itemPage(item: ItemPage, { listed, languages }: EventsAndLanguagesOfItem, site: Site): string {
  const { kind, name, image, isUnpublished = false, feed, leadsTo = {}, linkedData } = item
  const page = `${kind}/${encodeURIComponent(item.slug)}`
  const list = timelineMarkup(listed, page, { ...site, kept: leadsTo })
  const own = linkedData && { ...linkedData, url: canonicalUrl(page, languages, site) }
  return sitePage(
    site,
    {
      title: name,
      description: item.summary ?? summaryOfHtml(item.description),
      page,
      languages,
      image,
      hasDrawnPicture: item.hasDrawnPicture ?? false,
      feed: { ...feed, title: name },
      hasMap: kind === 'venue',
      leadsTo,
      isUnlisted: isUnpublished || listed.isPast || listed.page > 1,
      ...listLinkedData(listed.events, site, own),
    },
    html`${itemArticle(item, page, languages, site)}<section class="events of-${kind}" aria-label="${site.word('site.events')}">${list}</section>`,
  )
}

/** Returns what the pages of a venue and of an organizer have in common. */
function linked(kind: 'venue' | 'organizer', item: Venue | Organizer, name: string, site: Site) {
  const { slug, image, description, status, json_ld } = item
  const isFederated = 'federated' in item && item.federated
  const social = new URLSearchParams({ organizer: slug }).toString()
  return {
    kind,
    kindName: site.word(kind),
    index: `${kind}s`,
    name,
    slug,
    description,
    image,
    hasDrawnPicture: status === 'publish',
    isUnpublished: status !== 'publish',
    feed: { path: `/${kind}s/${item.id}/events`, ...(isFederated && { social }) },
    linkedData: json_ld,
  } as const
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

export function venuePage(venue: Venue, shownOn: EventsAndLanguagesOfItem, site: Site): string {
  const lines = addressLines(venue, venue.venue).map((line) => html`<span dir="auto">${line}</span>`)
  const address = lines.length > 0 && iconLine('map-pin', html`<address>${lines}</address>`, site)
  const access = accessibilityMarkup(venue, site)
  const elsewhere = mapLinks(venue, { isShown: venue.show_map, isLinked: venue.show_map_link }, site)
  const links = elsewhere && iconLine('map', elsewhere, site)
  return itemPage(
    {
      ...linked('venue', venue, venue.venue, site),
      facts: [address, access && iconLine('accessibility', access, site), links, ...contact(venue, site)],
      actions: directions(venue, site),
      map: venue.show_map && venueMap(venue, site),
    },
    shownOn,
    site,
  )
}

export function organizerPage(organizer: Organizer, shownOn: EventsAndLanguagesOfItem, site: Site): string {
  const { email } = organizer
  const mail =
    email !== '' &&
    iconLine(
      'mail',
      html`<span class="unseen">${site.word('site.email')}: </span><a href="mailto:${encodeURIComponent(email)}" dir="ltr">${email}</a>`,
      site,
    )
  const facts = [...contact(organizer, site), mail]
  return itemPage({ ...linked('organizer', organizer, organizer.organizer, site), facts }, shownOn, site)
}

const collections = { category: 'categories', tag: 'tags' } as const

/** Returns the function that renders the page of a term. */
export const termPage =
  (kind: 'category' | 'tag') =>
  ({ id, name, slug, description }: Term, shownOn: EventsAndLanguagesOfItem, site: Site): string => {
    const index = collections[kind]
    const isCategory = kind === 'category'
    return itemPage(
      {
        kind,
        kindName: site.word(isCategory ? 'category' : 'one.tag'),
        index,
        name,
        slug,
        description,
        image: false,
        hasDrawnPicture: isCategory,
        feed: { path: `/${index}/${id}/events` },
        ...(isCategory && { colour: colorClassesOfCategory(id) }),
      },
      shownOn,
      site,
    )
  }

/** Returns the page of a group. Its links to views stay with the group, whose events the main calendar may lack. */
export function groupPage(
  { id, name, slug, description, image, federated }: Group,
  shownOn: EventsAndLanguagesOfItem,
  site: Site,
): string {
  const { word, submits } = site
  const query = new URLSearchParams({ group: slug }).toString()
  const submit =
    submits &&
    html`<a class="button" href="${sitePath(site, 'submit', query)}">${icon('plus', site)}${word('site.submit.title')}</a>`
  return itemPage(
    {
      kind: 'group',
      kindName: word('one.group'),
      index: 'groups',
      name,
      slug,
      description,
      image,
      feed: { path: '/events', query, ...(federated && { social: query }) },
      actions: submit,
      colour: colorClassOfGroup(id),
      leadsTo: { group: slug },
    },
    shownOn,
    site,
  )
}

/** Returns the page of a series with its occurrences (contract §10.4). */
export function seriesPage(
  { id, title, slug, text, status }: SeriesJson,
  shownOn: EventsAndLanguagesOfItem,
  site: Site,
): string {
  return itemPage(
    {
      kind: 'series',
      kindName: site.word('one.series'),
      index: 'series',
      name: title,
      slug,
      description: '',
      summary: text,
      image: false,
      isUnpublished: status !== 'publish',
      feed: { path: '/events', query: `series=${id}` },
      facts: [text !== '' && iconLine('repeat', html`${text}`, site)],
    },
    shownOn,
    site,
  )
}
