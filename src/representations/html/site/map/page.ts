/** The map page: the places of events as a picture and as a list. */
import { angle, EARTH_RADIUS } from '../../../../domain/globe.ts'
import type { Event } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDay, lastDay } from '../dates.ts'
import { outcomeMark, zoneOf } from '../entry.ts'
import { type Asked, filterForm } from '../filters.ts'
import { sitePage } from '../layout.ts'
import { addressLines, coordinates } from '../place.ts'
import { classesOf, pathOf, type Site, sitePath } from '../site.ts'
import { type Cluster, clustersOf } from './clusters.ts'
import { mapPicture } from './picture.ts'
import { type Place, placesOf } from './places.ts'
import { sectionOf } from './section.ts'

/** Maximum number of listed events per place. The search finds the others. */
const MAX_OF_PLACE = 5

export interface Mapped extends Asked {
  /** The events at venues with coordinates; undefined if the search was invalid. */
  readonly found: { readonly events: readonly Event[]; readonly total: number } | undefined
}

const page = 'calendar/map'
const search = 'calendar/search'

type Query = Readonly<Record<string, string>>

const withQuery = (site: Site, to: string, query: Query) =>
  sitePath(site, to, new URLSearchParams(query).toString())

function line(event: Event, site: Site): Markup {
  const { title, url, all_day, start_date } = event
  const { dates } = site
  const [first, last] = [firstDay(event), lastDay(event)]
  const clock = !all_day && first === last && html`, ${dates.clock(start_date)}${zoneOf(event, site)}`
  return html`<li class="${classesOf(event, 'happening')}"><a href="${pathOf(url)}">${outcomeMark(event, site)}<span class="name" dir="auto">${title}</span> <span class="time">${dates.days(first, last)}${clock}</span></a></li>`
}

function placeEntry({ venue, events }: Place, asked: Query, site: Site): Markup {
  const address = addressLines(venue, venue.venue).join(', ')
  const rest = events.length - MAX_OF_PLACE
  const all = withQuery(site, search, { ...asked, venue: venue.slug })
  return html`<h2><a href="${pathOf(venue.url)}" dir="auto">${venue.venue}</a></h2>${address !== '' && html`<p class="small"><bdi>${address}</bdi></p>`}${coordinates(venue, site)}<ul class="lines">${events
    .slice(0, MAX_OF_PLACE)
    .map((event) => line(event, site))}</ul>${
    rest > 0 &&
    html`<p class="more"><a href="${all}">${site.word('site.more', { count: rest })}<span class="unseen">, ${venue.venue}</span></a></p>`
  }`
}

/** Returns a link that zooms in to the places of a cluster, or false if they are at one point. */
function closer({ members }: Cluster<Place>, asked: Query, site: Site): Markup | false {
  const [first, ...others] = members
  if (first === undefined) return false
  const far = Math.max(0, ...others.map(({ point }) => angle(first.point, point) * EARTH_RADIUS))
  if (far === 0) return false
  const circle = {
    geoloc_lat: String(first.point.lat),
    geoloc_lng: String(first.point.lng),
    // Slightly more than the greatest distance, to allow for rounding.
    geoloc_distance: (Math.ceil(far * 10) / 10 + 0.1).toFixed(1),
  }
  return html`<p><a href="${withQuery(site, page, { ...asked, ...circle })}">${site.word('site.places.closer')}</a></p>`
}

const idOf = (number: number) => `place-${number}`

function legend(clusters: readonly Cluster<Place>[], asked: Query, site: Site): Markup {
  const each = clusters.map(
    (cluster, at) =>
      html`<li id="${idOf(at + 1)}"><span class="number">${at + 1}</span><div>${cluster.members.map((place) => placeEntry(place, asked, site))}${clusters.length > 1 && closer(cluster, asked, site)}</div></li>`,
  )
  return html`<ol class="legend" id="places" tabindex="-1">${each}</ol>`
}

function shown(events: readonly Event[], asked: Query, site: Site): Markup {
  const { word } = site
  const places = placesOf(events)
  if (places.length === 0) return html`<p class="nothing">${word('site.places.none')}</p>`
  const section = sectionOf(places.map(({ point }) => point))
  const clusters = clustersOf(
    places,
    ({ point }) => section.at(point),
    (place) => place.events.length,
  )
  const marks = clusters.map(({ x, y, members }, at) => ({
    ...{ x, y, number: at + 1, isMany: members.length > 1 },
    name: members.map(({ venue }) => venue.venue).join(', '),
    href: `#${idOf(at + 1)}`,
  }))
  const label = word('site.places.label', { count: places.length })
  return html`<div class="mapped"><a class="skip" href="#places">${word('site.places.skip')}</a>${mapPicture(section, marks, label, site)}${legend(clusters, asked, site)}</div>`
}

function results({ asked, found }: Mapped, site: Site): Markup {
  const { word } = site
  if (found === undefined) return html`<p class="notice" role="alert">${word('site.search.invalid')}</p>`
  const { events, total } = found
  const count = new Intl.NumberFormat(site.language).format(total)
  const isCut = events.length < total
  return html`<div class="found"><p class="count" role="status">${word('site.search.found', { count })}</p><a href="${withQuery(site, search, asked)}">${word('site.places.list')}</a></div>${
    isCut && html`<p class="notice">${word('site.places.cut', { count: events.length })}</p>`
  }${shown(events, asked, site)}`
}

/** Returns the map page. */
export function mapPage(mapped: Mapped, site: Site): string {
  const { word } = site
  const { asked, faults } = mapped
  const title = word('site.places')
  const many = Object.keys(asked).length
  const filters = html`<details class="filtering"${faults.length > 0 && html` open`}><summary class="button">${word('site.filters')}${many > 0 && html` (${many})`}</summary>${filterForm(mapped, page, site)}</details>`
  const main = html`<div class="view-head"><h1>${title}</h1></div>${filters}<div id="results">${results(mapped, site)}</div><p class="small">${word('site.places.note')}</p>`
  return sitePage(site, { title, page, view: 'map', isUnlisted: true }, main)
}
