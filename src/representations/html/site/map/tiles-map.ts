/** The elements that the script of maps fills. They are hidden without the script, and drawn maps without tiles. */
import type { Venue } from '../../../json/venue.ts'
import { html, type Markup } from '../../markup.ts'
import type { Site } from '../site.ts'
import { drawnPlaceMarkup } from './drawn-map.ts'

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
