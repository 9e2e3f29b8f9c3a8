/** A map for picking coordinates, as an element for the desk: `<fasti-picker>`. */
import type L from 'leaflet'
import {
  baseMap,
  labelledMarkerAt,
  type MapPoint,
  mapSettingsFromElement,
  SINGLE_POINT_ZOOM,
} from './base.ts'

/** Decimals of picked coordinates; five are about a metre. */
const DIGITS = 5

/** Attributes `lat` and `lng`; dispatches `pick` with `detail: { lat, lng }`, in degrees. */
export class FastiPicker extends HTMLElement {
  static readonly observedAttributes = ['lat', 'lng']
  #map: L.Map | undefined
  #marker: L.Marker | undefined

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
    this.#show(true)
  }

  disconnectedCallback(): void {
    this.#map?.remove()
    this.#map = undefined
  }

  attributeChangedCallback(): void {
    this.#show(false)
  }

  #pick({ lat, lng }: L.LatLng): void {
    const detail = { lat: Number(lat.toFixed(DIGITS)), lng: Number(lng.toFixed(DIGITS)) }
    this.dispatchEvent(new CustomEvent('pick', { detail }))
  }

  #show(isFirst: boolean): void {
    const map = this.#map
    if (map === undefined) return
    this.#marker?.remove()
    const [lat, lng] = [this.getAttribute('lat') || 'none', this.getAttribute('lng') || 'none'].map(Number)
    if (lat === undefined || lng === undefined || !Number.isFinite(lat) || !Number.isFinite(lng)) return
    const point: MapPoint = [lat, lng]
    this.#marker = labelledMarkerAt(point, `${lat}, ${lng}`).addTo(map)
    if (isFirst || !map.getBounds().contains([lat, lng]))
      map.setView([lat, lng], Math.max(map.getZoom(), SINGLE_POINT_ZOOM))
  }
}
