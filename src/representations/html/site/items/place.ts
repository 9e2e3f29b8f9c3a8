/** The venue section of an event page: address, map and map link. */
import type { Event } from '../../../json/event.ts'
import type { Venue } from '../../../json/venue.ts'
import { html, type Markup } from '../../markup.ts'
import { textAttributes } from '../languages/text-language.ts'
import { venueMap } from '../map/tiles-map.ts'
import { pathOfUrl, type Site } from '../site.ts'

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
  return html`<p class="map-links">${own}${url !== undefined && html`<a class="map-link" href="${url}" rel="noopener nofollow">${word('site.map')}</a>${others}`}</p>`
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
