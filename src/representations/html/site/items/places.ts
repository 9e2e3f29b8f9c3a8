import { EARTH_RADIUS_KM, type Point } from '../../../../domain/places.ts'
import { memoizedByText } from '../../../../support/remembered.ts'
import type { Event } from '../../../json/event.ts'
import type { Venue } from '../../../json/items.ts'
import { html, type Markup } from '../../markup.ts'
import { textAttributes } from '../languages.ts'
import { pathOfUrl, type Site } from '../site.ts'

// Maps without streets: places as they lie to one another, north at the top, on a grid of degrees with a scale. They need nothing from elsewhere.

/** A place on a map of several: its number in the list below, which it leads to. */
export interface NumberedPlace {
  readonly point: Point
  readonly number: number
  readonly name: string
  readonly href: string
}

/** The width of a map divided by its height, as the style sets it: of one place, and of several. */
const SINGLE_RATIO = 2
const SHARED_RATIO = 4 / 3
/** The kilometres that a map is wide at least, and how much wider than its places it is. */
const LEAST_KM = 1.6
const MARGIN = 1.35
/** The share of the width within which places have one mark, so that a finger finds it on a telephone; and the most numbers on a mark. */
const MARK_WIDTH = 7.5
const MAX_NUMBERS = 3
/** The share of the width of a letter of a name, and of the height of a name, on a wide screen. */
const LETTER_WIDTH = 1.15
const NAME_HEIGHT = 4

/** How far from the middle a line has its degrees, as a share of the map: the corners have the scale and the arrow. */
const FREE = 0.34

const KM_A_DEGREE = (EARTH_RADIUS_KM * Math.PI) / 180

/** Returns the degrees from one meridian to another, the shorter way round. */
const degreesEast = (from: number, to: number): number => ((((to - from + 180) % 360) + 360) % 360) - 180

/** Returns the largest of 1, 2, 5, 10 … (or 0.5, 0.2 …) that is at most a number. */
function roundedDown(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  return ([5, 2].find((one) => one * power <= most) ?? 1) * power
}

/** The part of the globe that a map shows, with the kilometres of a degree eastwards. */
type MapFrame = ReturnType<typeof frameAround>

function frameAround(points: readonly [Point, ...Point[]], ratio: number) {
  const [{ lat, lng }] = points
  const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const north = points.map((point) => point.lat - lat)
  const east = points.map((point) => degreesEast(lng, point.lng))
  const centre = { lat: lat + middle(north), lng: lng + middle(east) }
  const eastKm = KM_A_DEGREE * Math.max(0.01, Math.cos((centre.lat * Math.PI) / 180))
  const widest = Math.max(span(east) * eastKm, span(north) * KM_A_DEGREE * ratio)
  const widthKm = Math.max(LEAST_KM, widest * MARGIN)
  return { centre, widthKm, heightKm: widthKm / ratio, eastKm }
}

/** Returns where a point is on a map, in per cent from its left and its top. */
const placed = ({ lat, lng }: Point, { centre, widthKm, heightKm, eastKm }: MapFrame) => ({
  x: 50 + (degreesEast(centre.lng, lng) * eastKm * 100) / widthKm,
  y: 50 - ((lat - centre.lat) * KM_A_DEGREE * 100) / heightKm,
})

const percent = (value: number) => `${value.toFixed(2)}%`

const degreeFormat = memoizedByText(
  100,
  (language, digits: number) =>
    new Intl.NumberFormat(language, {
      ...{ style: 'unit', unit: 'degree', unitDisplay: 'narrow' },
      maximumFractionDigits: digits,
    }),
)
const lengthFormat = memoizedByText(
  100,
  (language, unit: 'meter' | 'kilometer') =>
    new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 0 }),
)

/** The lines of round degrees that a map has in one direction: how far each is from the middle, as a share of the map, and its degrees. */
function gridLines(centre: number, degrees: number, language: string) {
  const step = roundedDown(degrees / 3)
  const format = degreeFormat(language, Math.max(0, -Math.floor(Math.log10(step))))
  const first = Math.ceil((centre - degrees / 2) / step)
  const last = Math.floor((centre + degrees / 2) / step)
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const degree = (first + at) * step
    return { share: (degree - centre) / degrees, label: format.format(degreesEast(0, degree)) }
  })
}

function grid({ centre, widthKm, heightKm, eastKm }: MapFrame, { language }: Site): Markup {
  const meridians = gridLines(centre.lng, widthKm / eastKm, language).map(({ share, label }) => {
    const x = percent(50 + share * 100)
    const isFree = Math.abs(share) < FREE
    return html`<line x1="${x}" x2="${x}" y2="100%"/>${isFree && html`<text x="${x}" y="14" dx="4">${label}</text>`}`
  })
  const parallels = gridLines(centre.lat, heightKm / KM_A_DEGREE, language).map(({ share, label }) => {
    const y = percent(50 - share * 100)
    const isFree = Math.abs(share) < FREE
    return html`<line x2="100%" y1="${y}" y2="${y}"/>${isFree && html`<text x="6" y="${y}" dy="-4">${label}</text>`}`
  })
  const scale = roundedDown(widthKm / 3)
  const length =
    scale < 1
      ? lengthFormat(language, 'meter').format(scale * 1000)
      : lengthFormat(language, 'kilometer').format(scale)
  return html`<g class="grid">${meridians}${parallels}</g><svg class="scale" y="100%" overflow="visible"><line x1="${percent(96 - (scale * 100) / widthKm)}" x2="96%" y1="-12" y2="-12"/><text x="96%" y="-18" text-anchor="end">${length}</text></svg><svg x="96%" overflow="visible"><path class="north" d="M0 10l7 18-7-4-7 4z"/></svg>`
}

/** Returns the map of one place. */
function drawnPlaceMarkup(point: Point, label: string, site: Site): Markup {
  const pin = html`<svg x="50%" y="50%" overflow="visible"><path class="pin" d="M0 0C-6-9-12-14-12-22a12 12 0 1 1 24 0C12-14 6-9 0 0z"/><circle class="eye" cy="-22" r="4.5"/></svg>`
  return html`<svg class="drawn-map small" role="img" direction="ltr" aria-label="${label}">${grid(frameAround([point], SINGLE_RATIO), site)}${pin}</svg>`
}

/** Places that one mark stands for. */
interface Mark {
  readonly x: number
  readonly y: number
  readonly places: readonly [NumberedPlace, ...NumberedPlace[]]
  readonly side?: 1 | -1 | undefined
}

function markMarkup({ x, y, places, side }: Mark): Markup {
  const numbers = places.slice(0, MAX_NUMBERS).map(({ number }) => number)
  const rest = places.length - numbers.length
  const text = [...numbers, ...(rest > 0 ? [`+${rest}`] : [])].join(', ')
  const width = Math.max(26, 10 + text.length * 8)
  const names = `${text}: ${places.map(({ name }) => name).join(', ')}`
  const name =
    side !== undefined &&
    html`<text class="name" x="${side * (width / 2 + 6)}" y="5" text-anchor="${side > 0 ? 'start' : 'end'}">${places[0].name}</text>`
  return html`<svg x="${percent(x)}" y="${percent(y)}" overflow="visible">${name}<a href="${places[0].href}" aria-label="${names}"><title>${names}</title><rect class="pin" x="${-width / 2}" y="-13" width="${width}" height="26" rx="13"/><text y="5" text-anchor="middle">${text}</text></a></svg>`
}

/** Marks with the sides on which there is room for the name of their place, where a screen is wide: 1 for the end, -1 for the start. */
function named(marks: readonly Mark[]): readonly Mark[] {
  const taken: { left: number; right: number; y: number }[] = marks.map(({ x, y }) => ({
    ...{ left: x - MARK_WIDTH / 3, right: x + MARK_WIDTH / 3 },
    y,
  }))
  return marks.map((mark) => {
    const { x, y, places } = mark
    if (places.length > 1) return mark
    const length = places[0].name.length * LETTER_WIDTH + MARK_WIDTH / 2
    const side = ([1, -1] as const).find((one) => {
      const [left, right] = one > 0 ? [x + MARK_WIDTH / 3, x + length] : [x - length, x - MARK_WIDTH / 3]
      const isFree = taken.every(
        (other) => other.right <= left || other.left >= right || Math.abs(other.y - y) > NAME_HEIGHT,
      )
      if (left < 0 || right > 100 || !isFree) return false
      taken.push({ left, right, y })
      return true
    })
    return { ...mark, side }
  })
}

/** Returns the map of places that a list describes, each with its number; those that would lie on one another share a mark. */
export function drawnPlacesMarkup(
  places: readonly [NumberedPlace, ...NumberedPlace[]],
  label: string,
  site: Site,
): Markup {
  const [first, ...others] = places
  const frame = frameAround([first.point, ...others.map(({ point }) => point)], SHARED_RATIO)
  const marks: Mark[] = []
  for (const place of places) {
    const { x, y } = placed(place.point, frame)
    const at = marks.findIndex((mark) => Math.hypot(mark.x - x, (mark.y - y) / SHARED_RATIO) < MARK_WIDTH)
    const mark = marks[at]
    if (mark === undefined) marks.push({ x, y, places: [place] })
    else marks[at] = { ...mark, places: [...mark.places, place] }
  }
  return html`<svg class="drawn-map" role="group" direction="ltr" aria-label="${label}">${grid(frame, site)}${named(marks).map(markMarkup)}</svg>`
}

// The elements that the script of maps fills. They are hidden without the script, and drawn maps without tiles.

function element(site: Site, label: string, more: Markup, kind: string): Markup | false {
  const { tiles, word } = site
  if (tiles === undefined) return false
  return html`<div class="tiles-map${kind}" role="region" tabindex="0" aria-label="${label}" data-tiles="${tiles.template}" data-attribution="${tiles.attribution}" data-zoom-in="${word('map.closer')}" data-zoom-out="${word('map.farther')}"${more}></div>`
}

/** Returns the element that the script fills with the map of the places of the page. */
export function placesMapElement(label: string, site: Site): Markup | false {
  const { word } = site
  const words = html` data-area="${word('site.places.area')}" data-locate="${word('site.search.near.use')}" data-here="${word('site.places.here')}" data-denied="${word('site.search.near.denied')}"`
  return element(site, label, words, '')
}

/** Returns a small map of one venue, drawn on a site without tiles; false if it has no coordinates. */
export function venueMap({ venue, geo_lat, geo_lng }: Venue, site: Site): Markup | false {
  if (geo_lat === null || geo_lng === null) return false
  const label = `${site.word('site.places')}: ${venue}`
  if (site.tiles === undefined) return drawnPlaceMarkup({ lat: geo_lat, lng: geo_lng }, label, site)
  return element(
    site,
    label,
    html` data-lat="${geo_lat}" data-lng="${geo_lng}" data-name="${venue}"`,
    ' small',
  )
}

// The venue section of an event page: address, map and map link.

type Located = Pick<Venue, 'address' | 'city' | 'zip' | 'stateprovince' | 'country' | 'geo_lat' | 'geo_lng'>

/** Returns the lines of a postal address, without lines that repeat the name. */
export function addressLines(
  { address, city, zip, stateprovince, country }: Located,
  name = '',
): readonly string[] {
  const town = [zip, city].filter((part) => part !== '').join(' ')
  return [address, town, stateprovince, country].filter(
    (part, at, all) => part !== '' && part !== name && all.indexOf(part) === at,
  )
}

/** Returns the address of a map of the coordinates, or of the postal address if there are none; undefined if both are missing. */
export function mapUrl(located: Located): string | undefined {
  const { geo_lat, geo_lng } = located
  if (geo_lat !== null && geo_lng !== null)
    return `https://www.openstreetmap.org/?mlat=${geo_lat}&mlon=${geo_lng}#map=17/${geo_lat}/${geo_lng}`
  const lines = addressLines(located)
  return lines.length === 0
    ? undefined
    : `https://www.openstreetmap.org/search?query=${encodeURIComponent(lines.join(', '))}`
}

/** The addresses of a place in maps that many have, besides OpenStreetMap. */
function otherMapUrls({ geo_lat, geo_lng, ...rest }: Located, name: string) {
  const point = geo_lat !== null && geo_lng !== null && `${geo_lat},${geo_lng}`
  const address = addressLines({ geo_lat, geo_lng, ...rest }).join(', ')
  const google = new URLSearchParams({ api: '1', query: point || address })
  const apple = new URLSearchParams(point ? { q: name || point, ll: point } : { q: address })
  return {
    'Google Maps': `https://www.google.com/maps/search/?${google}`,
    'Apple Maps': `https://maps.apple.com/?${apple}`,
  }
}

/**
 * Returns the links to maps of a place: the one that the reader's device opens (RFC 5870), where the calendar shows it on a map, and others,
 * where it links to maps; false for none.
 */
export function mapLinks(
  venue: Venue,
  { isShown, isLinked }: { readonly isShown: boolean; readonly isLinked: boolean },
  { word }: Site,
): Markup | false {
  const { geo_lat, geo_lng } = venue
  const own =
    isShown &&
    geo_lat !== null &&
    geo_lng !== null &&
    html`<a href="geo:${geo_lat},${geo_lng}">${word('site.map.open')}</a>`
  const url = isLinked ? mapUrl(venue) : undefined
  if (!own && url === undefined) return false
  const others = Object.entries(otherMapUrls(venue, venue.venue)).map(
    ([name, address]) => html`<a href="${address}" rel="noopener nofollow">${name}</a>`,
  )
  return html`<p class="map-links">${own}${url !== undefined && html`<a class="map-link" href="${url}" rel="noopener nofollow">OpenStreetMap</a>${others}`}</p>`
}

/** Returns the address of the directions to a venue; undefined if it shows no link to a map, or nobody knows where it is. */
export function directionsUrl(venue: Venue): string | undefined {
  const { geo_lat, geo_lng, show_map_link } = venue
  const lines = addressLines(venue)
  if (!show_map_link) return undefined
  if (geo_lat !== null && geo_lng !== null)
    return `https://www.openstreetmap.org/directions?to=${geo_lat}%2C${geo_lng}`
  return lines.length === 0
    ? undefined
    : `https://www.openstreetmap.org/directions?to=${encodeURIComponent(lines.join(', '))}`
}

/** Returns what visitors should know about access; false if nobody wrote it. */
export const accessibilityMarkup = ({ accessibility }: Venue, { word }: Site): Markup | false =>
  accessibility !== '' &&
  html`<span class="access"><strong>${word('accessibility')}:</strong> <span dir="auto">${accessibility}</span></span>`

/** Returns a venue of an event. A map is shown if both venue and event enable it (contract §2.2). */
export function placeMarkup(
  venue: Venue,
  event: Pick<Event, 'show_map' | 'show_map_link'>,
  site: Site,
): Markup {
  const lines = addressLines(venue, venue.venue).map((line) => html`<span dir="auto">${line}</span>`)
  const access = accessibilityMarkup(venue, site)
  const shown = {
    isShown: event.show_map && venue.show_map,
    isLinked: event.show_map_link && venue.show_map_link,
  }
  return html`<section class="place"><h2 class="label">${site.word('venue')}</h2><p class="place-name"><a href="${pathOfUrl(venue.url)}"${textAttributes(venue.language, site)}>${venue.venue}</a></p>${
    lines.length > 0 && html`<address>${lines}</address>`
  }${access && html`<p>${access}</p>`}${shown.isShown && venueMap(venue, site)}${mapLinks(venue, shown, site)}</section>`
}
