/** Finding the coordinates of an address over HTTP (ext.): one request at a time, since geocoders are shared. */

import { requireMayWriteSomeItems } from '../../actions/policy.ts'
import type { GeocodingOperationName } from '../../contract/operations/geocoding.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { because, Problem } from '../../problem.ts'
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import type { AppOptions } from '../options.ts'
import type { OperationHandlers } from './handler.ts'
import { oneTaskAtATimeRunner } from './one-at-a-time.ts'

/** Estimated size of a cached result in bytes. The same address is geocoded once. */
const RESULT = 4000
/** Seconds between two requests to the geocoder, as the usage policies of public ones require. */
const PAUSE = 1

type FoundPlaces = Awaited<ReturnType<NonNullable<AppOptions['geocode']>>>

/** Builds the handler of geocoding. It throws 400, 401, 403, 429 or 503; without a geocoder it finds nothing. */
export function geocodingHandlers({
  geocode,
  elapsed,
}: AppOptions): OperationHandlers<GeocodingOperationName> {
  const alone = oneTaskAtATimeRunner(because('address_being_looked_up'))
  const known = newSharedBudgetCache<string, FoundPlaces>()
  let last = Number.NEGATIVE_INFINITY

  async function find(address: string, language: string): Promise<FoundPlaces> {
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

  return {
    async geocode({ operation, query, context, language }) {
      requireMayWriteSomeItems(context.actor, 'venue')
      const { address } = parseArgs(operation.args, query.args(operation.args), 'query')
      const body = await find(String(address), language)
      return { status: 200, headers: { 'Cache-Control': 'private, no-store' }, body }
    },
  }
}
