/** Street maps: of the venues of events, of one venue, and for picking coordinates. */
import L from 'leaflet'
import { buttonWith } from '../pages/site/controls.ts'

// A map with the tiles of the site.

/** The settings of a map, which its element carries as data attributes. */
interface MapSettings {
  readonly tiles: string
  readonly attribution: string
  readonly zoomIn: string
  readonly zoomOut: string
}

type MapPoint = readonly [lat: number, lng: number]

/** The initial zoom of a map with one point. */
const SINGLE_POINT_ZOOM = 16

/** Leaflet replaces removed tiles by an image in a data: URL, which the Content-Security-Policy blocks. */
const Tiles: new (template: string, options: L.TileLayerOptions) => L.TileLayer = L.TileLayer.extend({
  _abortLoading() {},
  _removeTile: Reflect.get(L.GridLayer.prototype, '_removeTile'),
})

/** Reads the settings from the data attributes of an element. */
function mapSettingsFromElement({ dataset }: HTMLElement): MapSettings {
  const { tiles = '', attribution = '', zoomIn = '+', zoomOut = '−' } = dataset
  return { tiles, attribution, zoomIn, zoomOut }
}

/** Creates a map in an element. The wheel scrolls the page until the map has the focus. */
function baseMap(element: HTMLElement, { tiles, attribution, zoomIn, zoomOut }: MapSettings): L.Map {
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
function labelledMarkerAt(point: MapPoint, label: string, text = '', kind = ''): L.Marker {
  const html = document.createElement('span')
  const name = document.createElement('span')
  name.className = 'unseen'
  name.textContent = `${label} `
  html.append(name, text)
  const icon = L.divIcon({ className: `mark ${kind}`, html, iconSize: [36, 36] })
  return L.marker([point[0], point[1]], { icon, keyboard: true, riseOnHover: true, title: label })
}

// The map of venues beside their list.

// The search in the visible part of the map, and the reader's own position, which is asked for on a tap alone.

const KILOMETRE = 1000
/** Metres of a degree of latitude. */
const DEGREE = 111_195
/** The zoom at which the surroundings of the reader are seen. */
const NEAR_ZOOM = 14
/** Decimals of coordinates in an address: two for the reader, about a kilometre, and three for a place of the map. */
const DIGITS = { reader: 2, map: 3 } as const

/** Returns the bounds of the circle in the address of the page; undefined if it has none. */
function areaInAddress(): L.LatLngBounds | undefined {
  const query = new URLSearchParams(location.search)
  const [lat, lng, distance] = ['geoloc_lat', 'geoloc_lng', 'geoloc_distance'].map((name) =>
    Number.parseFloat(query.get(name) ?? ''),
  )
  if (lat === undefined || lng === undefined || distance === undefined) return undefined
  if (![lat, lng, distance].every(Number.isFinite)) return undefined
  // The circle goes through the corners of the part that was visible.
  return L.latLng(lat, lng).toBounds(distance * KILOMETRE * Math.SQRT2)
}

/** The address of the page with the events in a circle around the visible part of the map. */
function addressOfArea(map: L.Map): string {
  const centre = map.getCenter().wrap()
  const bounds = map.getBounds()
  const corner = L.latLng(Math.min(bounds.getNorth(), 85), bounds.getEast())
  const metres = Math.min(map.distance(map.getCenter(), corner), 90 * DEGREE)
  const query = new URLSearchParams(location.search)
  query.set('geoloc_lat', centre.lat.toFixed(DIGITS.map))
  query.set('geoloc_lng', centre.lng.toFixed(DIGITS.map))
  query.set('geoloc_distance', Math.max(metres / KILOMETRE, 0.1).toFixed(1))
  return `${location.pathname}?${query}`
}

/** Moves the map to the reader, and marks where that is. */
function locate(map: L.Map, { here = '', denied = '' }: DOMStringMap, said: HTMLElement): void {
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const lat = Number(coords.latitude.toFixed(DIGITS.reader))
      const lng = Number(coords.longitude.toFixed(DIGITS.reader))
      said.textContent = ''
      labelledMarkerAt([lat, lng], here, '', 'own').addTo(map)
      map.closePopup()
      map.setView([lat, lng], NEAR_ZOOM)
    },
    () => {
      said.textContent = denied
    },
  )
}

/** Offers the search in the visible part once the reader has moved the map, and the reader's position where browsers give it. */
function offerAreaSearch(map: L.Map, element: HTMLElement): void {
  const tools = document.createElement('div')
  tools.className = 'map-tools'
  const said = document.createElement('span')
  said.setAttribute('role', 'status')
  const search = buttonWith(element.dataset.area ?? '', () => location.assign(addressOfArea(map)))
  search.classList.add('strong')
  search.hidden = true
  tools.append(search)
  if ('geolocation' in navigator && isSecureContext)
    tools.append(buttonWith(element.dataset.locate ?? '', () => locate(map, element.dataset, said)))
  tools.append(said)
  L.DomEvent.disableClickPropagation(tools)
  element.append(tools)
  // The first view is one of the page and not of the reader.
  map.whenReady(() =>
    map.on('moveend', () => {
      search.hidden = false
    }),
  )
}

// Groups markers that are too close together, on a grid of pixels.

interface Spot {
  readonly x: number
  readonly y: number
}

/** The minimum distance of markers in pixels, so that a finger touches only one. */
const CELL = 56

/**
 * Returns the groups of members that fall into the same cell of the grid. Cells are fixed to the world and not to the window,
 * so that groups stay the same while the user moves the map.
 */
function clustersOf<T>(members: readonly T[], spotOf: (member: T) => Spot): readonly (readonly T[])[] {
  const cells = new Map<string, T[]>()
  for (const member of members) {
    const { x, y } = spotOf(member)
    const key = `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [member])
    else cell.push(member)
  }
  return [...cells.values()]
}

interface Place {
  readonly entry: HTMLElement
  readonly point: MapPoint
  readonly name: string
  readonly events: number
}

function placesIn(list: Element): readonly Place[] {
  return [...list.querySelectorAll<HTMLElement>('[data-lat]')].map((entry) => {
    const { lat, lng, events } = entry.dataset
    const name = entry.querySelector('h2')?.textContent ?? ''
    return { entry, point: [Number(lat), Number(lng)] as const, name, events: Number(events) }
  })
}

/** The popup of a venue: its entry of the list, without the ids. */
function copyOf({ entry }: Place): HTMLElement {
  const copy = document.createElement('div')
  for (const child of entry.children) copy.append(child.cloneNode(true))
  copy.querySelector('.show-here')?.remove()
  return copy
}

/** The content of the popup of venues that are too near to each other for markers of their own. */
function popupOf(group: readonly Place[]): HTMLElement {
  const content = document.createElement('div')
  content.append(...group.map(copyOf))
  return content
}

const LIT = 'lit'

/** Ends what listens for the markers of the zoom before. */
let drawing = new AbortController()

/** Marks the entries of a marker while it is pointed at or has the focus, and the marker while one of its entries is. */
function keepInStep(marker: L.Marker, group: readonly Place[], signal: AbortSignal): void {
  const mark = marker.getElement()
  if (mark === undefined) return
  const listen = (from: HTMLElement, to: readonly HTMLElement[]) => {
    const turn = (isOn: boolean) => () => {
      for (const one of to) one.classList.toggle(LIT, isOn)
    }
    for (const name of ['pointerenter', 'focusin']) from.addEventListener(name, turn(true), { signal })
    for (const name of ['pointerleave', 'focusout']) from.addEventListener(name, turn(false), { signal })
  }
  listen(
    mark,
    group.map(({ entry }) => entry),
  )
  for (const { entry } of group) listen(entry, [mark])
}

/** Draws the markers of one zoom: one for each group. A click opens a venue or zooms into a group. */
function draw(map: L.Map, marks: L.LayerGroup, places: readonly Place[]): void {
  const focused = marks
    .getLayers()
    .findIndex((one) => one instanceof L.Marker && one.getElement() === document.activeElement)
  marks.clearLayers()
  drawing.abort()
  drawing = new AbortController()
  const groups = clustersOf(places, ({ point }) => map.project([point[0], point[1]]))
  for (const group of groups) {
    const [first] = group
    if (first === undefined) continue
    const events = group.reduce((sum, place) => sum + place.events, 0)
    const label = group.map(({ name }) => name).join(', ')
    const marker = labelledMarkerAt(first.point, label, String(events), group.length > 1 ? 'many' : '')
    const bounds = L.latLngBounds(group.map(({ point }) => [point[0], point[1]]))
    const isOnePoint =
      bounds.getNorthEast().equals(bounds.getSouthWest()) || map.getZoom() >= map.getMaxZoom()
    if (group.length > 1 && !isOnePoint)
      marker.on('click', () => map.fitBounds(bounds, { padding: [48, 48] }))
    else {
      // The copies are made when the popup opens: there may be 300 venues.
      marker.bindPopup(() => popupOf(group), { maxHeight: 260, autoPanPaddingTopLeft: [12, 64] })
    }
    marks.addLayer(marker)
    keepInStep(marker, group, drawing.signal)
  }
  // Redrawing removes the focused marker, so that the focus moves to a new one.
  const layer = focused < 0 ? undefined : marks.getLayers()[0]
  if (layer instanceof L.Marker) layer.getElement()?.focus()
}

/** Shows the venues of a list on a map. */
function showPlacesMap(element: HTMLElement): void {
  const list = document.querySelector('#places')
  const places = list === null ? [] : placesIn(list)
  if (places.length === 0) return
  const map = baseMap(element, mapSettingsFromElement(element))
  const marks = L.layerGroup().addTo(map)
  const bounds = areaInAddress() ?? L.latLngBounds(places.map(({ point }) => [point[0], point[1]]))
  map.fitBounds(bounds, { maxZoom: SINGLE_POINT_ZOOM, padding: [40, 40] })
  offerAreaSearch(map, element)
  draw(map, marks, places)
  map.on('zoomend', () => draw(map, marks, places))
  // The button of a venue in the list centres the map on it.
  for (const { entry, point } of places)
    entry.querySelector('.show-here')?.addEventListener('click', () => {
      map.setView([point[0], point[1]], SINGLE_POINT_ZOOM)
      element.scrollIntoView({ block: 'nearest' })
    })
}

// A map for picking coordinates, as an element for the desk: `<fasti-picker>`.

/** Decimals of picked coordinates; five are about a metre. */
const PICKED_DIGITS = 5

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
    const detail = { lat: Number(lat.toFixed(PICKED_DIGITS)), lng: Number(lng.toFixed(PICKED_DIGITS)) }
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
