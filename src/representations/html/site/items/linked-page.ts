/** Pages of venues and organizers, with their events. */
import type { ItemLanguages } from '../../../item-languages.ts'
import type { Organizer } from '../../../json/organizer.ts'
import type { Venue } from '../../../json/venue.ts'
import { html, type Markup } from '../../markup.ts'
import { icon } from '../icon.ts'
import { canonicalUrl } from '../languages/addresses.ts'
import { sitePage } from '../layout.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import { type EventListPage, timelineMarkup } from '../lists/timeline.ts'
import { venueMap } from '../map/tiles-map.ts'
import type { Site } from '../site.ts'
import { summaryOfHtml } from './event-page.ts'
import { webLink } from './facts.ts'
import { type EventsAndLanguagesOfItem, iconLine, itemArticle } from './item-article.ts'
import { accessibilityMarkup, addressLines, directionsUrl, mapLinks } from './place.ts'

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
