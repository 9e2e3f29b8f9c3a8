/** Pages of venues and organizers, with their events. */
import type { Organizer } from '../../../json/organizer.ts'
import type { Venue } from '../../../json/venue.ts'
import { html, type Markup } from '../../markup.ts'
import { sitePage } from '../layout.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import { type EventListPage, timelineMarkup } from '../lists/timeline.ts'
import { venueMap } from '../map/tiles-map.ts'
import type { Site } from '../site.ts'
import { descriptionMarkup, posterMarkup, summaryOf } from './event-page.ts'
import { factMarkup, webLink } from './facts.ts'
import { addressLines, geoLink, mapLink } from './place.ts'

interface Linked {
  readonly kind: 'venue' | 'organizer'
  readonly item: Venue | Organizer
  readonly name: string
  readonly details: Markup
  readonly listed: EventListPage
}

function linkedPage({ kind, item, name, details, listed }: Linked, site: Site): string {
  const { word } = site
  const page = `${kind}/${encodeURIComponent(item.slug)}`
  const isPublic = item.status === 'publish'
  const main = html`<article class="linked"><header>${!isPublic && html`<p class="notice" role="note">${word('site.unpublished')}</p>`}<p class="kicker">${word(kind)}</p><h1 dir="auto">${name}</h1></header>${posterMarkup(item)}<div class="about">${descriptionMarkup(item.description, site)}${details}</div></article><section class="events" aria-label="${word('site.events')}">${timelineMarkup(listed, page, site)}</section>`
  const head = {
    title: name,
    description: summaryOf(item.description),
    page,
    image: item.image,
    feed: { path: `/${kind}s/${item.id}/events`, title: name },
    hasMap: kind === 'venue',
    isUnlisted: !isPublic || listed.isPast || listed.page > 1,
    ...listLinkedData(listed.events, site, 'json_ld' in item ? item.json_ld : undefined),
  }
  return sitePage(site, head, main)
}

const contact = (item: Pick<Venue, 'phone' | 'website'>, { word }: Site) => [
  item.phone !== '' &&
    factMarkup(
      word('phone'),
      html`<a href="tel:${item.phone.replace(/[^\d+]/g, '')}" dir="ltr">${item.phone}</a>`,
    ),
  item.website !== '' && factMarkup(word('site.website'), webLink(item.website)),
]

/** Returns the page of a venue. */
export function venuePage(venue: Venue, listed: EventListPage, site: Site): string {
  const lines = addressLines(venue, venue.venue).map((line) => html`<span dir="auto">${line}</span>`)
  const details = html`${lines.length > 0 && html`<address>${lines}</address>`}${venue.show_map && html`${geoLink(venue, site)}${venueMap(venue, site)}`}${venue.show_map_link && mapLink(venue, site)}<dl class="facts">${contact(venue, site)}</dl>`
  return linkedPage({ kind: 'venue', item: venue, name: venue.venue, details, listed }, site)
}

/** Returns the page of an organizer. */
export function organizerPage(organizer: Organizer, listed: EventListPage, site: Site): string {
  const { email } = organizer
  const details = html`<dl class="facts">${contact(organizer, site)}${
    email !== '' &&
    factMarkup(
      site.word('site.email'),
      html`<a href="mailto:${encodeURIComponent(email)}" dir="ltr">${email}</a>`,
    )
  }</dl>`
  return linkedPage({ kind: 'organizer', item: organizer, name: organizer.organizer, details, listed }, site)
}
