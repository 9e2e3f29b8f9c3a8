/** Coordinates of addresses. */

import { answer, named } from '../api/answer.ts'
import { serviceOperation } from '../api/operation.ts'
import { writersOf } from '../api/permission.ts'
import type { Room } from '../api/room.ts'
import { markedAsExtension, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { listShape, objectShape, type Shape, textShape } from '../contract/shape.ts'
import { because, Problem } from '../problem.ts'
import { oneTaskAtATimeRunner } from '../support/fair-queue.ts'
import { newSharedBudgetCache } from '../support/shared-budget-cache.ts'

// Finding the coordinates of an address, for those who write venues.

declare module '../api/outside.ts' {
  interface Outside {
    readonly places: FindPlaces
  }
}

const degree: Shape<number> = { schema: { type: 'number' } }
const places = named('Places', {
  places: listShape(objectShape({ name: textShape, geo_lat: degree, geo_lng: degree })),
  attribution: textShape,
})

const geocode = serviceOperation({
  route: 'GET /geocode',
  name: 'geocode',
  summary: 'Find the coordinates of an address',
  args: { address: markedAsExtension(required(kind.title(300))) },
  answer: answer(places, 'The places found, best first; none if the service has no geocoder.'),
  right: { scope: 'write:venues', allows: writersOf('venue') },
  run: ({ places, language }, { address }) => places(address, language),
})

// Places at an address, as a geocoder knows them: one request at a time, since geocoders are shared.

/** Estimated size of a cached result in bytes. The same address is geocoded once. */
const RESULT = 4000
/** Seconds between two requests to the geocoder, as the usage policies of public ones require. */
const PAUSE = 1

interface FoundPlaces {
  readonly places: readonly { readonly name: string; readonly geo_lat: number; readonly geo_lng: number }[]
  readonly attribution: string
}

/** Returns the places at an address, with names in a language. Throws an Error that says why it can't. */
export type Geocode = (address: string, language: string) => Promise<FoundPlaces>

/** The same, with problems for callers. Throws 429 or 503. */
type FindPlaces = Geocode

interface Parts {
  /** Undefined without a geocoder: then nothing is found. */
  readonly geocode?: Geocode | undefined
  readonly elapsed: () => number
}

/** Returns the function that finds places for the callers of one application. */
export function placeFinder({ geocode, elapsed }: Parts): FindPlaces {
  const alone = oneTaskAtATimeRunner(because('address_being_looked_up'))
  const known = newSharedBudgetCache<string, FoundPlaces>()
  let last = Number.NEGATIVE_INFINITY
  return async (address, language) => {
    if (geocode === undefined) return { places: [], attribution: '' }
    const key = `${language}\n${address}`
    const before = known.get(key)
    if (before !== undefined) return before
    if (elapsed() - last < PAUSE)
      throw new Problem('rest_too_many_requests', { headers: { 'Retry-After': String(PAUSE) } })
    const found = await alone(async () => {
      last = elapsed()
      return geocode(address, language).catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error)
        throw new Problem('rest_unavailable', {
          ...because('geocoder_away', { why }),
          headers: { 'Retry-After': '10' },
        })
      })
    })
    known.set(key, found, RESULT)
    return found
  }
}

// The coordinates of addresses. The door of their room.

export const geocodingRoom: Room = { name: 'geocoding', operations: [geocode] }
