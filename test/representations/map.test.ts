import { describe, expect, it } from 'vitest'
import { clustersOf, GAP } from '../../src/representations/html/site/map/clusters.ts'
import { barOf, linesBetween } from '../../src/representations/html/site/map/graticule.ts'
import { arcOf, HEIGHT, sectionOf, WIDTH } from '../../src/representations/html/site/map/section.ts'

const isInside = ({ x, y }: { readonly x: number; readonly y: number }) =>
  x > 0 && x < WIDTH && y > 0 && y < HEIGHT

describe('the section of the globe that a map shows', () => {
  it('centres a single place, with a margin around it', () => {
    const place = { lat: 52.01, lng: 3.61 }
    const section = sectionOf([place])
    expect(section.at(place)).toEqual({ x: WIDTH / 2, y: HEIGHT / 2 })
    expect(section.north - section.south).toBeGreaterThan(0.004)
    expect(section.north - section.south).toBeLessThan(0.02)
  })

  it('has north at the top, east on the right, and the same scale on both axes', () => {
    const section = sectionOf([
      { lat: 60, lng: 10 },
      { lat: 60.1, lng: 10.2 },
    ])
    const [from, to] = [section.at({ lat: 60, lng: 10 }), section.at({ lat: 60.1, lng: 10.2 })]
    expect(to.x).toBeGreaterThan(from.x)
    expect(to.y).toBeLessThan(from.y)
    // At 60° latitude, two degrees of longitude are as long as one degree of latitude.
    expect((to.x - from.x) / (from.y - to.y)).toBeCloseTo(1, 1)
    expect((from.y - to.y) / section.kilometre).toBeCloseTo(11.12, 1)
  })

  it('takes the shorter way around the globe, across the antimeridian', () => {
    expect(arcOf([179, -179])).toEqual({ west: 179, span: 2 })
    expect(arcOf([-180, 180])).toEqual({ west: 180, span: 0 })
    expect(arcOf([-10, 10, 0])).toEqual({ west: -10, span: 20 })
    const places = [
      { lat: -17, lng: 178 },
      { lat: -14, lng: -172 },
    ]
    const section = sectionOf(places)
    const [fiji, samoa] = places.map(section.at)
    expect(fiji && isInside(fiji) && samoa && isInside(samoa)).toBe(true)
    expect(Number(samoa?.x)).toBeGreaterThan(Number(fiji?.x))
    expect(section.east).toBeGreaterThan(180)
  })

  it('includes the poles and all longitudes, and ends at the edges of the globe', () => {
    for (const places of [
      [{ lat: 90, lng: 0 }],
      [
        { lat: -90, lng: -120 },
        { lat: -89.9, lng: 60 },
      ],
      [
        { lat: 90, lng: 0 },
        { lat: -90, lng: 90 },
        { lat: 0, lng: 180 },
        { lat: 0, lng: -90 },
      ],
    ]) {
      const section = sectionOf(places)
      expect(places.map(section.at).every(isInside)).toBe(true)
      expect(section.north).toBeLessThanOrEqual(90.0001)
      expect(section.south).toBeGreaterThanOrEqual(-90.0001)
      expect(section.east - section.west).toBeLessThanOrEqual(360.0001)
    }
  })
})

describe('the lines of a map', () => {
  it('are at round degrees, with as many decimals in their names as needed', () => {
    expect(linesBetween(3.59, 3.635)).toEqual(
      [3.59, 3.6, 3.61, 3.62, 3.63].map((degree) => ({ degree, digits: 2 })),
    )
    expect(linesBetween(-90, 90).map(({ degree }) => degree)).toEqual([-90, -60, -30, 0, 30, 60, 90])
    expect(linesBetween(-0.3, 0.2).map(({ degree }) => degree)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2])
  })

  it('have a scale bar of a round length, as long as fits', () => {
    expect([1, 30, 59, 61, 700].map((kilometre) => barOf({ kilometre }))).toEqual([100, 2, 2, 1, 0.1])
  })
})

describe('clusters of places', () => {
  const spotOf = ([x, y]: readonly [number, number]) => ({ x, y })

  it('are one mark at the place with the most events, in the order of their first member', () => {
    const members = [
      [0, 0],
      [200, 0],
      [10, 0],
    ] as const
    const clusters = clustersOf(members, spotOf, ([x]) => (x === 10 ? 9 : 1))
    expect(clusters.map(({ x, members: own }) => [x, own.length])).toEqual([
      [10, 2],
      [200, 1],
    ])
    expect(clusters[0]?.members[0]).toBe(members[0])
  })

  it('keep a minimum distance that a finger can distinguish', () => {
    const members = Array.from({ length: 2000 }, (_, at) => [(at * 37) % WIDTH, (at * 91) % HEIGHT] as const)
    const clusters = clustersOf(members, spotOf, () => 1)
    expect(clusters.reduce((sum, { members: own }) => sum + own.length, 0)).toBe(members.length)
    for (const one of clusters)
      for (const other of clusters)
        if (one !== other) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThanOrEqual(GAP)
  })
})
