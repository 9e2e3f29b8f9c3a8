/**
 * Which part of the globe a map shows, and where its points lie on it.
 *
 * The projection is equirectangular with its standard parallel in the middle of the map: degrees of latitude are of one length
 * everywhere, those of longitude as long as they are on that parallel. A town looks as on any map, since there the two agree;
 * the whole globe has a place with its poles, which Mercator's projection has not; and distances along meridians are true
 * everywhere, so that the bar of a scale means something.
 */
import { EARTH_RADIUS, type Point } from '../../../../domain/globe.ts'

/** The units of the picture. Pages show it as wide as they are. */
export const WIDTH = 480
export const HEIGHT = 360
/** Units between the outermost points and the edge. */
const MARGIN = 48
/** Degrees of latitude that a map shows at least between its margins: as far as one sees from a corner to the next. */
const LEAST = 0.004
/** Next to a pole a degree of longitude has hardly any length; points are to be told from each other there too. */
const LEAST_SQUEEZE = 0.1
const CIRCLE = 360

export interface Spot {
  readonly x: number
  readonly y: number
}

/** A part of the globe on a picture of `WIDTH` × `HEIGHT`; its edges lie where the globe or the picture ends. */
export interface Section {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Degrees; `east` is beyond 180 where the antimeridian is on the map. */
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
  /** Units. */
  readonly kilometre: number
  x(lng: number): number
  y(lat: number): number
  at(point: Point): Spot
}

const beyond = (lng: number, west: number) => (((lng - west) % CIRCLE) + CIRCLE) % CIRCLE

/** The shortest arc of longitudes that has them all: where it begins, and how far it goes east. */
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

/** The section that shows all points with a margin around them. There is at least one. */
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
