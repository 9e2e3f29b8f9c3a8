/** Maps as SVG, drawn entirely by this service without external requests. */
import { html, type Markup } from '../../markup.ts'
import { degrees, latitude, longitude } from '../place.ts'
import type { Site } from '../site.ts'
import { barOf, linesBetween } from './graticule.ts'
import { HEIGHT, type Section, type Spot, WIDTH } from './section.ts'

/** Width of the striped frame, in units of the picture. */
const FRAME = 5
const RADIUS = 16
/** Distance of labels from the edge, in units of the picture. */
const INSIDE = FRAME + 4

/** A mark, linked to the events of its place. */
export interface Mark extends Spot {
  readonly number: number
  readonly name: string
  readonly href: string
  readonly isMany: boolean
}

/** Rounds to hundredths of a unit, which is less than a pixel. */
const at = (units: number) => Number(units.toFixed(2))

/** Returns the longitude from −180 to 180, also for degrees beyond the antimeridian. */
const named = (lng: number) => (lng > 180 ? lng - 360 : lng < -180 ? lng + 360 : lng)

/** Returns the rectangle of the picture that shows the globe; beyond the poles the picture is empty. */
const ground = ({ left, right, top, bottom }: Section) =>
  html`<rect class="ground" x="${at(left)}" y="${at(top)}" width="${at(right - left)}" height="${at(bottom - top)}"/>`

function meridians({ west, east, right, top, bottom, x }: Section): Markup {
  const lines = linesBetween(west, east).map(({ degree, digits }) => {
    const place = at(x(degree))
    const label = html`<text x="${place + 3}" y="${at(bottom) - INSIDE}">${degrees(named(degree), longitude, digits)}</text>`
    return html`<path d="M${place} ${at(top)}V${at(bottom)}"/>${place < right - 2 * RADIUS - FRAME && label}`
  })
  return html`${lines}`
}

function parallels({ south, north, left, right, top, bottom, y }: Section): Markup {
  const lines = linesBetween(south, north).map(({ degree, digits }) => {
    const place = at(y(degree))
    const label = html`<text x="${at(left) + INSIDE}" y="${place - 3}">${degrees(degree, latitude, digits)}</text>`
    const isFree = place > top + 2 * RADIUS && place < bottom - 2 * RADIUS
    return html`<path d="M${at(left)} ${place}H${at(right)}"/>${isFree && label}`
  })
  return html`${lines}`
}

/** Returns the dark stripes of the frame: every other interval between lines, including intervals cut by the edge. */
function dark(places: readonly number[], from: number, to: number): readonly (readonly [number, number])[] {
  const ends = [from, ...places.filter((place) => place > from && place < to), to]
  return ends.slice(1).flatMap((end, index) => (index % 2 === 0 ? [[ends[index] ?? from, end] as const] : []))
}

function frame({ west, east, south, north, left, right, top, bottom, x, y }: Section): Markup {
  const columns = linesBetween(west, east).map(({ degree }) => x(degree))
  const rows = linesBetween(south, north)
    .map(({ degree }) => y(degree))
    .reverse()
  const across = dark(columns, left, right).flatMap(([from, to]) =>
    [top, bottom - FRAME].map((edge) => [from, edge, to - from, FRAME] as const),
  )
  const down = dark(rows, top, bottom).flatMap(([from, to]) =>
    [left, right - FRAME].map((edge) => [edge, from, FRAME, to - from] as const),
  )
  const bars = [...across, ...down].map(
    ([bx, by, width, height]) =>
      html`<rect x="${at(bx)}" y="${at(by)}" width="${at(width)}" height="${at(height)}"/>`,
  )
  const inner = FRAME / 2
  return html`<g class="ladder"><rect class="edge" x="${at(left + inner)}" y="${at(top + inner)}" width="${at(right - left - FRAME)}" height="${at(bottom - top - FRAME)}"/>${bars}</g>`
}

function bar(section: Section, { language }: Site): Markup {
  const far = barOf(section)
  const [unit, value] = far < 1 ? (['meter', far * 1000] as const) : (['kilometer', far] as const)
  const label = new Intl.NumberFormat(language, { style: 'unit', unit }).format(value)
  const end = at(section.right) - INSIDE - 4
  const start = at(end - far * section.kilometre)
  const y = at(section.top) + INSIDE + 14
  return html`<g class="bar-of-scale"><path d="M${start} ${y - 4}V${y}H${end}V${y - 4}"/><text x="${end}" y="${y - 6}" text-anchor="end">${label}</text></g>`
}

const mark = ({ x, y, number, name, href, isMany }: Mark) =>
  html`<a class="marker${isMany && ' many'}" href="${href}"><title>${name}</title><circle cx="${at(x)}" cy="${at(y)}" r="${RADIUS}"/><text x="${at(x)}" y="${at(y)}" text-anchor="middle" dominant-baseline="central">${number}</text></a>`

/** Returns the map with its marks. Marks with the highest numbers are drawn below the others. */
export function mapPicture(section: Section, marks: readonly Mark[], label: string, site: Site): Markup {
  return html`<svg class="map" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="group" aria-label="${label}"><g class="graticule" aria-hidden="true">${ground(section)}${meridians(section)}${parallels(section)}${bar(section, site)}${frame(section)}</g>${marks.map(mark)}</svg>`
}
