/** The operation that finds coordinates of an address (ext.). */
import { markedAsExtension, required } from '../arg.ts'
import * as kind from '../kinds.ts'

/** For users who may write venues, on demand. */
export const geocodingOperations = [
  {
    path: '/geocode',
    address: {},
    action: 'geocode',
    methods: ['GET'],
    args: { address: markedAsExtension(required(kind.title(300))) },
  },
] as const

export type GeocodingOperationName = (typeof geocodingOperations)[number]['action']
