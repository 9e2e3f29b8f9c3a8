/** The search in the visible part of the map, and the reader's own position, which is asked for on a tap alone. */
import L from 'leaflet'
import { buttonWith } from '../pages/site/button-with.ts'
import { labelledMarkerAt } from './base.ts'

const KILOMETRE = 1000
/** Metres of a degree of latitude. */
const DEGREE = 111_195
/** The zoom at which the surroundings of the reader are seen. */
const NEAR_ZOOM = 14
/** Decimals of coordinates in an address: two for the reader, about a kilometre, and three for a place of the map. */
const DIGITS = { reader: 2, map: 3 } as const

/** Returns the bounds of the circle in the address of the page; undefined if it has none. */
export function areaInAddress(): L.LatLngBounds | undefined {
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
export function offerAreaSearch(map: L.Map, element: HTMLElement): void {
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
