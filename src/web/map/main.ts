/** Street maps: of the venues of events, of one venue, and for picking coordinates. */
import { baseMap, labelledMarkerAt, mapSettingsFromElement, SINGLE_POINT_ZOOM } from './base.ts'
import { FastiPicker } from './picker.ts'
import { showPlacesMap } from './places.ts'

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
