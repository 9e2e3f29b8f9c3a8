/** Street maps: of the venues of events, of one venue, and for picking coordinates. */
import type L from 'leaflet'
import {
  baseMap,
  labelledMarkerAt,
  type MapPoint,
  mapSettingsFromElement,
  SINGLE_POINT_ZOOM,
} from './base.ts'
import { showPlacesMap } from './places.ts'

// A map for picking coordinates, as an element for the desk: `<fasti-picker>`.

/** Decimals of picked coordinates; five are about a metre. */
const DIGITS = 5

/** Attributes `lat` and `lng`; dispatches `pick` with `detail: { lat, lng }`, in degrees. */
class FastiPicker extends HTMLElement {
  static readonly observedAttributes = ['lat', 'lng']
  #map: L.Map | undefined
  #marker: L.Marker | undefined
  /** The place that was picked on this map, which then stays where it is. */
  #picked: L.LatLngLiteral | undefined

  connectedCallback(): void {
    this.classList.add('tiles-map', 'small')
    const map = baseMap(this, mapSettingsFromElement(this))
    this.#map = map
    map.setView([20, 0], 1)
    map.on('click', ({ latlng }) => this.#pick(latlng.wrap()))
    // With a keyboard, users move the map and pick its centre.
    this.addEventListener('keydown', (event) => {
      if (event.target !== this || event.key !== 'Enter') return
      event.preventDefault()
      this.#pick(map.getCenter().wrap())
    })
    this.#show()
  }

  disconnectedCallback(): void {
    this.#map?.remove()
    this.#map = undefined
  }

  attributeChangedCallback(): void {
    this.#show()
  }

  #pick({ lat, lng }: L.LatLng): void {
    const detail = { lat: Number(lat.toFixed(DIGITS)), lng: Number(lng.toFixed(DIGITS)) }
    this.#picked = detail
    this.dispatchEvent(new CustomEvent('pick', { detail }))
  }

  /** Marks the place, and shows it near by where it comes from elsewhere: from an address that was found, for instance. */
  #show(): void {
    const map = this.#map
    if (map === undefined) return
    this.#marker?.remove()
    const [lat, lng] = [this.getAttribute('lat') || 'none', this.getAttribute('lng') || 'none'].map(Number)
    if (lat === undefined || lng === undefined || !Number.isFinite(lat) || !Number.isFinite(lng)) return
    const point: MapPoint = [lat, lng]
    this.#marker = labelledMarkerAt(point, `${lat}, ${lng}`).addTo(map)
    // The two attributes change one after the other.
    const isPicked = this.#picked?.lat === lat || this.#picked?.lng === lng
    if (!isPicked || !map.getBounds().contains([lat, lng]))
      map.setView([lat, lng], Math.max(map.getZoom(), SINGLE_POINT_ZOOM))
  }
}

for (const element of document.querySelectorAll<HTMLElement>('.tiles-map')) {
  const { lat, lng, name = '' } = element.dataset
  if (lat === undefined || lng === undefined) showPlacesMap(element)
  else {
    const point = [Number(lat), Number(lng)] as const
    const map = baseMap(element, mapSettingsFromElement(element)).setView(
      [point[0], point[1]],
      SINGLE_POINT_ZOOM,
    )
    labelledMarkerAt(point, name).addTo(map)
  }
}

if (customElements.get('fasti-picker') === undefined) customElements.define('fasti-picker', FastiPicker)
