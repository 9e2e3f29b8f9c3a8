/** A map with the tiles of the site. */
import L from 'leaflet'

/** The settings of a map, which its element carries as data attributes. */
interface MapSettings {
  readonly tiles: string
  readonly attribution: string
  readonly zoomIn: string
  readonly zoomOut: string
}

export type MapPoint = readonly [lat: number, lng: number]

/** The initial zoom of a map with one point. */
export const SINGLE_POINT_ZOOM = 16

/** Leaflet replaces removed tiles by an image in a data: URL, which the Content-Security-Policy blocks. */
const Tiles: new (template: string, options: L.TileLayerOptions) => L.TileLayer = L.TileLayer.extend({
  _abortLoading() {},
  _removeTile: Reflect.get(L.GridLayer.prototype, '_removeTile'),
})

/** Reads the settings from the data attributes of an element. */
export function mapSettingsFromElement({ dataset }: HTMLElement): MapSettings {
  const { tiles = '', attribution = '', zoomIn = '+', zoomOut = '−' } = dataset
  return { tiles, attribution, zoomIn, zoomOut }
}

/** Creates a map in an element. The wheel scrolls the page until the map has the focus. */
export function baseMap(element: HTMLElement, { tiles, attribution, zoomIn, zoomOut }: MapSettings): L.Map {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const calm = isStill ? { zoomAnimation: false, fadeAnimation: false, markerZoomAnimation: false } : {}
  const map = L.map(element, { scrollWheelZoom: false, zoomControl: false, ...calm })
  map.attributionControl.setPrefix(false)
  // At the bottom: popups open towards the top, where nothing may cover their titles.
  L.control.zoom({ zoomInTitle: zoomIn, zoomOutTitle: zoomOut, position: 'bottomright' }).addTo(map)
  // Public tile servers ask for a Referer header, to see which site uses them.
  map.addLayer(
    new Tiles(tiles, { attribution, maxZoom: 19, referrerPolicy: 'strict-origin-when-cross-origin' }),
  )
  map.on('focus', () => map.scrollWheelZoom.enable())
  map.on('blur', () => map.scrollWheelZoom.disable())
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') map.closePopup()
  })
  return map
}

/** A button with the accessible name `label`, which ends with the visible text. The text may be "". */
export function labelledMarkerAt(point: MapPoint, label: string, text = '', kind = ''): L.Marker {
  const html = document.createElement('span')
  const name = document.createElement('span')
  name.className = 'unseen'
  name.textContent = `${label} `
  html.append(name, text)
  const icon = L.divIcon({ className: `mark ${kind}`, html, iconSize: [36, 36] })
  return L.marker([point[0], point[1]], { icon, keyboard: true, riseOnHover: true, title: label })
}
