/** Values that pages compute once in a validity: until the next write, scheduled publication or midnight. */

import { epochOfInstant } from '../../domain/time/moment.ts'
import { memoizedByObject } from '../../support/remembered.ts'
import { type Validity, validitiesOf } from '../cache/validity.ts'
import type { PageRequest } from './reader.ts'

/** Returns the validity of what is shown now, no older than the page may be. */
export async function currentPageValidity({
  context: { store, moment },
  minRevision,
}: PageRequest): Promise<Validity> {
  const { current, learn } = validitiesOf(store)
  const known = current(epochOfInstant(moment.now))
  return known !== undefined && known.revision >= minRevision ? known : learn(moment)
}

/**
 * Returns a function that computes the result of a key once in a validity; a failure is not kept. It keeps at most `limit` results of
 * a validity, and forgets them when there are more.
 */
export function makeOncePerValidityCache<Result>(limit: number) {
  const keptIn = memoizedByObject((_: Validity) => new Map<string, Promise<Result>>())
  return (validity: Validity, key: string, compute: () => Promise<Result>): Promise<Result> => {
    const kept = keptIn(validity)
    const known = kept.get(key)
    if (known !== undefined) return known
    if (kept.size >= limit) kept.clear()
    const computing = compute()
    kept.set(key, computing)
    computing.catch(() => kept.delete(key))
    return computing
  }
}
