/** Street maps: of the venues of events, of one venue, and for picking coordinates. */
import { baseMap, markAt, NEAR, settingsOf } from './base.ts'
import { FastiPicker } from './picker.ts'
import { placesMap } from './places.ts'

for (const element of document.querySelectorAll<HTMLElement>('.tiles-map')) {
  const { lat, lng, name = '' } = element.dataset
  if (lat === undefined || lng === undefined) placesMap(element)
  else {
    const point = [Number(lat), Number(lng)] as const
    const map = baseMap(element, settingsOf(element)).setView([point[0], point[1]], NEAR)
    markAt(point, name).addTo(map)
  }
}

if (customElements.get('fasti-picker') === undefined) customElements.define('fasti-picker', FastiPicker)
