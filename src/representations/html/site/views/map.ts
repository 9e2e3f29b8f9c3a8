import { centralAngle, EARTH_RADIUS_KM, type Point } from '../../../../domain/places.ts'
import type { ListedEvent } from '../../../json/event.ts'
import type { Venue } from '../../../json/items.ts'
import { html, type Markup } from '../../markup.ts'
import { differingZoneMarkup, eventStatusMark, lastDayIfBegun, machineReadableStart } from '../entries.ts'
import { type CalendarWithoutAnyEvents, emptyCalendarInvitationMarkup } from '../event-lists.ts'
import { type ChosenFilters, filterRow, keptFilterValuesOf } from '../filters.ts'
import {
  addressLines,
  drawnPlacesMarkup,
  mapLinks,
  mapUrl,
  type NumberedPlace,
  placesMapElement,
} from '../items/places.ts'
import { textAttributes } from '../languages.ts'
import { sitePage } from '../layout.ts'
import { icon } from '../pictures.ts'
import { eventClasses, pathOfUrl, type Site, sitePath, venuesOf } from '../site.ts'
import { feedSourceOfView, legendMarkup } from './view.ts'

// The places of events: venues, each with its events.

interface VenueWithPointAndEvents {
  readonly venue: Venue
  /** Where it is on a map; undefined where it has no coordinates, or the venue or the events show no map (contract §2.2). */
  readonly point: Point | undefined
  readonly events: readonly ListedEvent[]
}

/** Where the reader is, if the search is around it. */
function readerPoint({ geoloc_lat, geoloc_lng }: ChosenFilters['sent']): Point | undefined {
  if (geoloc_lat === undefined || geoloc_lng === undefined) return undefined
  return { lat: Number(geoloc_lat), lng: Number(geoloc_lng) }
}

const distanceInKm = (point: Point | undefined, from: Point): number =>
  point === undefined ? Number.POSITIVE_INFINITY : centralAngle(point, from) * EARTH_RADIUS_KM

/** Returns the places of events, in the order of their first events, or the nearest first. A venue of which only some events show a map is there twice. */
function placesOfEvents(
  events: readonly ListedEvent[],
  from: Point | undefined,
): readonly VenueWithPointAndEvents[] {
  const places = new Map<string, VenueWithPointAndEvents & { readonly events: ListedEvent[] }>()
  for (const event of events)
    for (const venue of venuesOf(event)) {
      const { id, geo_lat, geo_lng } = venue
      const isMapped = event.show_map && venue.show_map && geo_lat !== null && geo_lng !== null
      const point = isMapped ? { lat: geo_lat, lng: geo_lng } : undefined
      const key = `${id} ${isMapped}`
      const place = places.get(key) ?? { venue, point, events: [] }
      place.events.push(event)
      places.set(key, place)
    }
  const all = [...places.values()]
  if (from === undefined) return all
  return all.sort((one, other) => distanceInKm(one.point, from) - distanceInKm(other.point, from))
}

/** The events of a place as lines: what begins from now before what goes on, and the next date of each series. */
function linesOfPlace(events: readonly ListedEvent[], site: Site): readonly ListedEvent[] {
  const seen = new Set<number>()
  const first = events.filter(({ series }) => {
    if (series === null) return true
    const isNew = !seen.has(series.id)
    seen.add(series.id)
    return isNew
  })
  const isBegun = (event: ListedEvent) => lastDayIfBegun(event, site) !== undefined
  return [...first.filter((event) => !isBegun(event)), ...first.filter(isBegun)].slice(0, MAX_OF_PLACE)
}

/** Maximum number of listed events per place. The search finds the others. */
const MAX_OF_PLACE = 5
/** The number of places that are visible at first. The others open in place: 300 entries delay the first paint on a phone. */
const SHOWN_PLACES = 30

interface MappedEvents {
  readonly events: readonly ListedEvent[]
  readonly total: number
  /** Set if the reader sees no events on any date. */
  readonly none: CalendarWithoutAnyEvents | undefined
}

interface Mapped {
  readonly chosen: ChosenFilters
  /** The events with a venue; undefined if the search was invalid. */
  readonly found: MappedEvents | undefined
}

const page = 'calendar/map'
const search = 'calendar/search'

type Query = Readonly<Record<string, string>>

function line(event: ListedEvent, site: Site): Markup {
  const { title, url } = event
  const { dates, today } = site
  const when = lastDayIfBegun(event, site) ?? dates.brief(event, today)
  return html`<li class="${eventClasses(event, 'happening')}"><a href="${pathOfUrl(url)}">${eventStatusMark(event, site)}<span class="name"${textAttributes(event.language, site)}>${title}</span> <time class="time" datetime="${machineReadableStart(event)}">${when}${differingZoneMarkup(event, site)}</time></a></li>`
}

/** Returns the address of a place, which leads to a map of it. */
function addressOf(venue: Venue, site: Site): Markup | false {
  const address = addressLines(venue, venue.venue).join(', ')
  if (address === '') return mapLinks(venue, { isShown: false, isLinked: venue.show_map_link }, site)
  const url = venue.show_map_link ? mapUrl(venue) : undefined
  if (url === undefined) return html`<p class="small"><bdi>${address}</bdi></p>`
  return html`<p class="small"><a class="map-link" href="${url}" rel="noopener nofollow" title="${site.word('site.map')}">${icon('map-pin', site)}<bdi>${address}</bdi></a></p>`
}

/** Returns how far a place is from the reader, who gives a position by two decimals: in whole kilometres. */
function distanceText(point: Point | undefined, from: Point | undefined, { language }: Site): Markup | false {
  if (point === undefined || from === undefined) return false
  const kilometres = Math.max(1, Math.round(distanceInKm(point, from)))
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: 'kilometer' })
  return html`<p class="distance">${format.format(kilometres)}</p>`
}

/** The id of the entry of a place, by its number in the list. */
const idOfPlace = (number: number) => `place-${number}`

function placeEntry(
  { venue, events, point }: VenueWithPointAndEvents,
  number: number,
  sent: Query,
  site: Site,
): Markup {
  const { word } = site
  const shown = linesOfPlace(events, site)
  const rest = events.length - shown.length
  const all = sitePath(site, search, { ...sent, venue: venue.slug })
  const unmapped =
    site.tiles !== undefined &&
    point === undefined &&
    html`<p class="small">${word('site.places.unmapped')}</p>`
  const here =
    site.tiles !== undefined &&
    point !== undefined &&
    html`<div class="place-links"><button class="button show-here" type="button">${word('site.places.show')}<span class="unseen">: ${venue.venue}</span></button></div>`
  const drawn =
    site.tiles === undefined &&
    point !== undefined &&
    html`<span class="number" aria-hidden="true">${number}</span>`
  return html`<li${point !== undefined && html` data-lat="${point.lat}" data-lng="${point.lng}" data-events="${events.length}"`} id="${idOfPlace(number)}">${drawn}<h2><a href="${pathOfUrl(venue.url)}"${textAttributes(venue.language, site)}>${venue.venue}</a></h2>${distanceText(point, readerPoint(sent), site)}${addressOf(venue, site)}${unmapped}<ul class="lines">${shown.map((event) => line(event, site))}</ul>${
    rest > 0 &&
    html`<p class="more"><a href="${all}">${word('site.more', { count: rest })}<span class="unseen">, ${venue.venue}</span></a></p>`
  }${here}</li>`
}

/** How far away places are found that are near the reader, in kilometres. */
const NEAR_KM = '100'

/** Returns the button that asks for the reader's position and brings the nearest places first. Scripts show it. */
function nearestFirst(sent: ChosenFilters['sent'], site: Site): Markup | false {
  if (readerPoint(sent) !== undefined) return false
  const { word } = site
  const fields = { ...sent, geoloc_lat: '', geoloc_lng: '', geoloc_distance: NEAR_KM }
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`<form class="nearest" method="get" action="${sitePath(site, page)}">${hidden}<button class="button locate" type="button" data-denied="${word('site.search.near.denied')}" hidden>${icon('navigation', site)}${word('site.places.nearest')}</button> <span class="located" role="status"></span></form>`
}

/** Returns the list of places: the first ones, and the others in an element that opens. */
function placeList(places: readonly VenueWithPointAndEvents[], sent: Query, site: Site): Markup {
  const entries = places.map((place, at) => placeEntry(place, at + 1, sent, site))
  const rest = entries.slice(SHOWN_PLACES)
  const more =
    rest.length > 0 &&
    html`<details class="more"><summary class="button">${site.word('site.places.more', { count: rest.length })}</summary><ol class="legend" start="${SHOWN_PLACES + 1}">${rest}</ol></details>`
  return html`<div id="places" tabindex="-1"><ol class="legend">${entries.slice(0, SHOWN_PLACES)}</ol>${more}</div>`
}

function shown(events: readonly ListedEvent[], sent: ChosenFilters['sent'], site: Site): Markup {
  const { word } = site
  const places = placesOfEvents(events, readerPoint(sent))
  if (places.length === 0) return html`<p class="nothing">${word('site.places.none')}</p>`
  const list = placeList(places, sent, site)
  const [first, ...others] = places.flatMap(({ venue, point }, at): readonly NumberedPlace[] =>
    point === undefined ? [] : [{ point, number: at + 1, name: venue.venue, href: `#${idOfPlace(at + 1)}` }],
  )
  if (first === undefined) return list
  const nearest = others.length > 0 && nearestFirst(sent, site)
  const label = word('site.places.label', { count: others.length + 1 })
  const map =
    site.tiles === undefined
      ? drawnPlacesMarkup([first, ...others], label, site)
      : placesMapElement(label, site)
  return html`${nearest}<div class="mapped"><a class="skip" href="#places">${word('site.places.skip')}</a>${map}${list}</div>`
}

function results({ chosen: { sent }, found }: Mapped, site: Site): Markup {
  const { word } = site
  if (found === undefined) return html`<p class="notice" role="alert">${word('site.search.invalid')}</p>`
  const { events, total, none } = found
  if (none) return emptyCalendarInvitationMarkup(none, site)
  const isCut = events.length < total
  return html`<div class="found"><p class="count" role="status">${word('site.day.count', { count: total })}</p><a href="${sitePath(site, search, sent)}">${word('site.places.list')}</a></div>${
    isCut && html`<p class="notice">${word('site.places.cut', { count: events.length })}</p>`
  }${shown(events, sent, site)}${legendMarkup(events, site, sent)}`
}

/** Returns the note that names the host of the tiles. */
function note({ tiles, word }: Site): Markup | false {
  if (tiles === undefined) return false
  const { host } = new URL(tiles.template.replace(/[{}]/g, ''))
  return html`<p class="small">${word('site.places.note', { host })}</p>`
}

/** Returns the map page: places as a list, beside a map if the site has tiles. */
export function mapPage(mapped: Mapped, plain: Site): string {
  const { chosen } = mapped
  const site = { ...plain, kept: keptFilterValuesOf(chosen) }
  const { word } = site
  const title = word(site.tiles === undefined ? 'site.places.by' : 'site.places')
  const filters =
    mapped.found?.none === undefined &&
    filterRow({ page, target: 'calendar/day', day: site.today, hasDays: true }, chosen, site)
  const main = html`<div class="view-head"><h1>${title}</h1></div>${filters}<div id="results">${results(mapped, site)}</div>${note(site)}`
  return sitePage(
    site,
    {
      title,
      page,
      view: 'map',
      isUnlisted: true,
      hasMap: true,
      feed: feedSourceOfView(chosen, site),
      hasNothing: mapped.found?.none !== undefined,
      fields: chosen.sent,
    },
    main,
  )
}
