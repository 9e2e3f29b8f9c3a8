/** Finding the coordinates of an address, for those who write venues. */
import { answer, named } from '../api/answer.ts'
import { serviceOperation } from '../api/operation.ts'
import { writersOf } from '../api/who.ts'
import { markedAsExtension, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { listShape, objectShape, type Shape, textShape } from '../contract/shape.ts'
import type { FindPlaces } from './places.ts'

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

export const geocode = serviceOperation({
  route: 'GET /geocode',
  name: 'geocode',
  summary: 'Find the coordinates of an address',
  args: { address: markedAsExtension(required(kind.title(300))) },
  answer: answer(places, 'The places found, best first; none if the service has no geocoder.'),
  right: { scope: 'write:venues', allows: writersOf('venue') },
  run: ({ places, language }, { address }) => places(address, language),
})
