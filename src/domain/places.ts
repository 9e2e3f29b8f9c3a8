/** Places on the globe. */

// Geographic points and the distance between them.

/** A point in degrees, north and east positive (WGS 84). */
export interface Point {
  readonly lat: number
  readonly lng: number
}

/** The mean radius in kilometres. */
export const EARTH_RADIUS_KM = 6371.0088

/** The central angle between two points in radians, by the haversine formula. */
export function centralAngle(one: Point, other: Point): number {
  const radians = Math.PI / 180
  const [dLat, dLng] = [((other.lat - one.lat) * radians) / 2, ((other.lng - one.lng) * radians) / 2]
  const half =
    Math.sin(dLat) ** 2 + Math.cos(one.lat * radians) * Math.cos(other.lat * radians) * Math.sin(dLng) ** 2
  return 2 * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** A venue's combined state or province (contract §1.2). */

interface Place {
  readonly state: string
  readonly province: string
  readonly country: string
}

const american = ['', 'US', 'USA', 'UNITED STATES']

/** The value while none is set: the state in the United States or without a country, otherwise the province. If that is empty, the other one. */
export function stateProvince({ state, province, country }: Place): string {
  return american.includes(country.trim().toUpperCase()) ? state || province : province || state
}
