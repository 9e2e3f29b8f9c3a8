import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centralAngle, EARTH_RADIUS_KM, type Point } from '../../src/domain/places.ts'

const at = (lat: number, lng: number): Point => ({ lat, lng })
const kilometres = (one: Point, other: Point) => centralAngle(one, other) * EARTH_RADIUS_KM

const [turin, london, newYork, sydney] = [
  at(45.0703, 7.6869),
  at(51.5074, -0.1278),
  at(40.7128, -74.006),
  at(-33.8688, 151.2093),
]
const [northPole, southPole] = [at(90, 0), at(-90, 0)]

describe('the distance of two points', () => {
  it.each([
    ['London and New York', london, newYork, 5570],
    ['London and Turin', london, turin, 919],
    ['London and Sydney', london, sydney, 16_994],
    ['a pole and the equator', northPole, at(0, 77), 10_007.5],
    ['the poles', northPole, southPole, 20_015],
    ['Suva and Apia, across the antimeridian', at(-18.1416, 178.4419), at(-13.8333, -171.7667), 1151],
  ])('%s', (_, one, other, distance) => {
    expect(Math.abs(kilometres(one, other) / distance - 1)).toBeLessThan(0.002)
  })

  it('is one degree of a great circle along the equator and each meridian, also across the antimeridian', () => {
    const degree = Math.PI / 180
    for (const [one, other] of [
      [at(0, 0), at(0, 1)],
      [at(0, 179.5), at(0, -179.5)],
      [at(0, 0), at(1, 0)],
      [at(-0.5, 33), at(0.5, 33)],
      [at(59, -120), at(60, -120)],
      [at(89.5, 10), at(89.5, -170)],
    ] as const)
      expect(centralAngle(one, other)).toBeCloseTo(degree, 12)
  })

  it('is half of that between meridians at 60 degrees of latitude, within a hundredth', () => {
    expect(kilometres(at(60, 10), at(60, 11)) / kilometres(at(0, 10), at(0, 11))).toBeCloseTo(0.5, 4)
  })

  it('is at most π between antipodal points, despite rounding', () => {
    for (let lat = -90; lat <= 90; lat += 0.5)
      expect(centralAngle(at(lat, 12.3), at(-lat, -167.7))).toBeCloseTo(Math.PI, 6)
  })

  const point = fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  })

  it('is symmetric, 0 to the point itself, and at most π', () => {
    fc.assert(
      fc.property(point, point, (one, other) => {
        const between = centralAngle(one, other)
        expect(centralAngle(other, one)).toBeCloseTo(between, 12)
        expect(centralAngle(one, one)).toBe(0)
        expect(between).toBeGreaterThanOrEqual(0)
        expect(between).toBeLessThanOrEqual(Math.PI)
      }),
    )
  })

  it('is the same to a pole from every point of a parallel', () => {
    fc.assert(
      fc.property(point, (one) => {
        expect(centralAngle(one, at(90, 0))).toBeCloseTo(((90 - one.lat) / 180) * Math.PI, 6)
      }),
    )
  })
})
