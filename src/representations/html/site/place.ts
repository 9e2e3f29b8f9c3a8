/** A venue where an event is shown: its address, and the way to a map. Nothing is fetched from a map's server. */
import type { Event } from '../../json/event.ts'
import type { Venue } from '../../json/venue.ts'
import { html, type Markup } from '../markup.ts'
import { pathOf, type Site } from './site.ts'

type Located = Pick<Venue, 'address' | 'city' | 'zip' | 'stateprovince' | 'country' | 'geo_lat' | 'geo_lng'>

/** The lines of a postal address, those that say the same as the name left out. */
export function addressLines(
  { address, city, zip, stateprovince, country }: Located,
  name = '',
): readonly string[] {
  const town = [zip, city].filter((part) => part !== '').join(' ')
  return [address, town, stateprovince, country].filter(
    (part, at, all) => part !== '' && part !== name && all.indexOf(part) === at,
  )
}

export const latitude = ['N', 'S'] as const
export const longitude = ['E', 'W'] as const

/** Degrees as people read them: five decimals are a metre. */
export function degrees(
  value: number,
  [positive, negative]: typeof latitude | typeof longitude,
  digits = 5,
): string {
  const side = value === 0 || Math.abs(value) === 180 ? '' : ` ${value < 0 ? negative : positive}`
  return `${Math.abs(value).toFixed(digits)}°${side}`
}

/** The coordinates, which a telephone opens in its own map (RFC 5870). */
export function coordinates({ geo_lat, geo_lng }: Located, { word }: Site): Markup | false {
  if (geo_lat === null || geo_lng === null) return false
  const shown = `${degrees(geo_lat, latitude)}, ${degrees(geo_lng, longitude)}`
  return html`<p class="coordinates"><a href="geo:${geo_lat},${geo_lng}"><bdi dir="ltr">${shown}</bdi><span class="unseen">: ${word('site.map.open')}</span></a></p>`
}

/** A link to a map of the place: of its coordinates, else of its address; none where there is neither. */
export function mapLink(located: Located, { word }: Site): Markup | false {
  const { geo_lat, geo_lng } = located
  const lines = addressLines(located)
  if (lines.length === 0 && (geo_lat === null || geo_lng === null)) return false
  const query =
    geo_lat !== null && geo_lng !== null
      ? `?mlat=${geo_lat}&mlon=${geo_lng}#map=17/${geo_lat}/${geo_lng}`
      : `search?query=${encodeURIComponent(lines.join(', '))}`
  return html`<p><a class="map-link" href="https://www.openstreetmap.org/${query}" rel="noopener nofollow">${word('site.map')}</a></p>`
}

/** A venue of an event; a map is shown where both of them say so (contract §2.2). */
export function place(venue: Venue, event: Pick<Event, 'show_map' | 'show_map_link'>, site: Site): Markup {
  const lines = addressLines(venue, venue.venue).map((line) => html`<span dir="auto">${line}</span>`)
  return html`<section class="place"><h2 class="label">${site.word('site.venue')}</h2><p class="place-name"><a href="${pathOf(venue.url)}" dir="auto">${venue.venue}</a></p>${
    lines.length > 0 && html`<address>${lines}</address>`
  }${event.show_map && venue.show_map && coordinates(venue, site)}${event.show_map_link && venue.show_map_link && mapLink(venue, site)}</section>`
}
