/** Loads the map for picking coordinates, if the site has map tiles. */
import { callApi } from '../api/api.ts'
import type { Places } from '../api/types.ts'

const { mapstyle, mapscript } = document.body.dataset
let isLoaded = false

/** Whether the site has map tiles. */
export const hasMaps = mapstyle !== undefined && mapscript !== undefined

/** Loads the script and the styles of the map, once. */
export function loadMaps(): void {
  if (isLoaded || mapstyle === undefined || mapscript === undefined) return
  isLoaded = true
  const style = document.createElement('link')
  style.rel = 'stylesheet'
  style.href = mapstyle
  const script = document.createElement('script')
  script.type = 'module'
  script.src = mapscript
  document.head.append(style, script)
}

/** Geocodes an address: returns the matching places. Throws a Fault. */
export const geocodeTypedAddress = async (address: string) =>
  (await callApi<Places>('GET', '/geocode', { query: { address } })).body
