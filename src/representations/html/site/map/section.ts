/**
 * The part of the globe that a map shows, and the positions of its points.
 *
 * The projection is equirectangular, with the standard parallel in the middle of the map: degrees of latitude have the same length
 * everywhere, degrees of longitude have their length on that parallel. A map of a town looks as in any other projection. A map of
 * the globe includes the poles, which the Mercator projection can't show. Distances along meridians are true everywhere, so a
 * scale bar is meaningful.
 */
import { EARTH_RADIUS, type Point } from '../../../../domain/globe.ts'

/** The size of the picture in its own units. Pages scale it to their width. */
export const WIDTH = 480
export const HEIGHT = 360
/** Distance of the outermost points from the edge, in units. */
const MARGIN = 48
/** Minimum degrees of latitude between the margins: about the distance between two street corners. */
const LEAST = 0.004
/** Minimum length of a degree of longitude relative to a degree of latitude, so that points near a pole stay distinguishable. */
const LEAST_SQUEEZE = 0.1
const CIRCLE = 360

export interface Spot {
  readonly x: number
  readonly y: number
}

/** A part of the globe on a picture of `WIDTH` × `HEIGHT`. Its edges are those of the globe or of the picture. */
export interface Section {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Degrees; `east` exceeds 180 if the map crosses the antimeridian. */
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
  /** The length of a kilometre, in units. */
  readonly kilometre: number
  x(lng: number): number
  y(lat: number): number
  at(point: Point): Spot
}

const beyond = (lng: number, west: number) => (((lng - west) % CIRCLE) + CIRCLE) % CIRCLE

/** Returns the shortest arc that contains all longitudes: its west end, and its extent to the east in degrees. */
export function arcOf(lngs: readonly number[]): { readonly west: number; readonly span: number } {
  const sorted = [...lngs].sort((a, b) => a - b)
  let [west, widest] = [sorted[0] ?? 0, 0]
  for (const [at, lng] of sorted.entries()) {
    const next = sorted[at + 1]
    const gap = (next ?? (sorted[0] ?? 0) + CIRCLE) - lng
    if (gap > widest) [west, widest] = [next ?? sorted[0] ?? 0, gap]
  }
  return { west, span: Math.max(0, CIRCLE - widest) }
}

/** Returns the section that shows all points with a margin around them. Needs at least one point. */
export function sectionOf(points: readonly Point[]): Section {
  const lats = points.map(({ lat }) => lat)
  const arc = arcOf(points.map(({ lng }) => lng))
  const [least, most] = [Math.min(...lats), Math.max(...lats)]
  const middle = { lat: (least + most) / 2, lng: arc.west + arc.span / 2 }
  const squeeze = Math.max(LEAST_SQUEEZE, Math.cos((middle.lat * Math.PI) / 180))
  const high = Math.max(LEAST, most - least)
  const wide = Math.max(LEAST, arc.span * squeeze)
  const degree = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / high)
  const x = (lng: number) => WIDTH / 2 + (lng - middle.lng) * squeeze * degree
  const y = (lat: number) => HEIGHT / 2 - (lat - middle.lat) * degree
  const [left, right] = [Math.max(0, x(middle.lng - CIRCLE / 2)), Math.min(WIDTH, x(middle.lng + CIRCLE / 2))]
  const [top, bottom] = [Math.max(0, y(90)), Math.min(HEIGHT, y(-90))]
  const lngAt = (at: number) => middle.lng + (at - WIDTH / 2) / (squeeze * degree)
  const latAt = (at: number) => middle.lat - (at - HEIGHT / 2) / degree
  return {
    ...{ left, right, top, bottom },
    ...{ west: lngAt(left), east: lngAt(right), south: latAt(bottom), north: latAt(top) },
    kilometre: (degree * 180) / (Math.PI * EARTH_RADIUS),
    x,
    y,
    at: ({ lat, lng }) => ({ x: x(arc.west + beyond(lng, arc.west)), y: y(lat) }),
  }
}
