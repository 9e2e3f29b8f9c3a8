/** Requests the coordinates of an address from a geocoder that is compatible with Nominatim. */
import { fetchPublic } from './guarded-fetch.ts'

const limits = { bytes: 512 * 1024, milliseconds: 10_000, redirects: 0 }
const MAX_PLACES = 5

interface FoundPlace {
  readonly name: string
  readonly geo_lat: number
  readonly geo_lng: number
}

/** The places that a geocoder found, and the attribution of its data. */
interface Geocoded {
  readonly places: readonly FoundPlace[]
  readonly attribution: string
}

interface GeocoderResult {
  readonly display_name?: unknown
  readonly lat?: unknown
  readonly lon?: unknown
  readonly licence?: unknown
}

function placeOf({ display_name, lat, lon }: GeocoderResult): readonly FoundPlace[] {
  const [geo_lat, geo_lng] = [Number(lat ?? Number.NaN), Number(lon ?? Number.NaN)]
  const isPoint = Math.abs(geo_lat) <= 90 && Math.abs(geo_lng) <= 180
  return isPoint ? [{ name: String(display_name).slice(0, 300), geo_lat, geo_lng }] : []
}

/**
 * Returns at most five places at an address. `geocoder` is the address of the search, whose host may be private, since the operator
 * chose it; `site` names the site that requests it. Throws an Error if the response is not that of a geocoder.
 */
export async function findPlacesByAddress(
  geocoder: string,
  address: string,
  { site, language }: { readonly site: string; readonly language: string },
): Promise<Geocoded> {
  const url = new URL(geocoder)
  for (const [name, value] of Object.entries({ q: address, format: 'jsonv2', limit: String(MAX_PLACES) }))
    url.searchParams.set(name, value)
  // The usage policy of Nominatim asks for the name of the application.
  const headers = { 'User-Agent': `Fasti (${site})`, 'Accept-Language': language, Accept: 'application/json' }
  const { bytes } = await fetchPublic(url.href, { ...limits, allowedHosts: [url.host] }, { headers })
  const response: unknown = JSON.parse(bytes.toString('utf8'))
  if (!Array.isArray(response)) throw new Error('it did not return a list')
  const found = response.slice(0, MAX_PLACES).map((one): GeocoderResult => Object(one))
  const attribution = String(
    found.find(({ licence }) => licence !== undefined)?.licence ?? '© OpenStreetMap contributors',
  )
  return { places: found.flatMap(placeOf), attribution: attribution.slice(0, 500) }
}
