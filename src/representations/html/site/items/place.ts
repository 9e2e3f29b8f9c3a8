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

/** Returns a `geo:` link, which phones open in their map app (RFC 5870). */
export function geoLink({ geo_lat, geo_lng }: Located, { word }: Site): Markup | false {
  if (geo_lat === null || geo_lng === null) return false
  return html`<p class="coordinates"><a href="geo:${geo_lat},${geo_lng}">${word('site.map.open')}</a></p>`
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

/** Returns a link to a map of a place; false if nobody knows where it is. */
export function mapLink(located: Located, { word }: Site): Markup | false {
  const url = mapUrl(located)
  return (
    url !== undefined &&
    html`<p><a class="map-link" href="${url}" rel="noopener nofollow">${word('site.map')}</a></p>`
  )
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
  return html`<section class="place"><h2 class="label">${site.word('venue')}</h2><p class="place-name"><a href="${pathOfUrl(venue.url)}"${textAttributes(venue.language, site)}>${venue.venue}</a></p>${
    lines.length > 0 && html`<address>${lines}</address>`
  }${access && html`<p>${access}</p>`}${event.show_map && venue.show_map && html`${geoLink(venue, site)}${venueMap(venue, site)}`}${event.show_map_link && venue.show_map_link && mapLink(venue, site)}</section>`
}
