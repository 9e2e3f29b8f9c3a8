/** Validity: the time for which a cached response holds. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { firstSecondOfTomorrow } from '../../domain/time/window.ts'
import type { Store } from '../../store/store.ts'
import { memoizedByObject } from '../../support/remembered.ts'

/**
 * While a response stays valid: no write, no scheduled publication, no midnight in the site zone. `since` and `until` are
 * seconds since 1970 UTC.
 */
export interface Validity {
  readonly revision: number
  readonly isLocal: boolean
  readonly since: number
  readonly until: number
}

interface Validities {
  /** The validity at a second since 1970 UTC; undefined if it is not known without a query. */
  current(now: number): Validity | undefined
  /** The validity at a moment, read from the store. */
  learn(moment: Moment): Promise<Validity>
}

/** Whether a second since 1970 UTC lies within a validity. */
export const isWithinValidity = ({ since, until }: Validity, now: number): boolean =>
  since <= now && now < until

/**
 * Tracks the validity of responses from a store by a counter of its writes: what caches in front keep must not be older than a purge, and
 * needs one that is read anew.
 */
export function validityTracker(store: Store, counterOf = store.changeCounter): Validities {
  let known: { readonly counter: number | undefined; readonly validity: Validity } | undefined
  return {
    current(now) {
      if (known?.counter === undefined || known.counter !== counterOf()) return undefined
      return isWithinValidity(known.validity, now) ? known.validity : undefined
    },
    async learn(moment) {
      const counter = counterOf()
      const revision = await store.revision()
      const now = epochOfInstant(moment.now)
      if (known?.validity.revision === revision && isWithinValidity(known.validity, now)) {
        known = { counter, validity: known.validity }
        return known.validity
      }
      const publication = await store.nextPublication(moment)
      const until = Math.min(publication ?? Number.POSITIVE_INFINITY, firstSecondOfTomorrow(moment))
      const validity = { revision, isLocal: !(await store.hasUsers()), since: now, until }
      known = { counter, validity }
      return validity
    },
  }
}

/** The validities of a store, for what needs no newer counter. */
export const validitiesOf = memoizedByObject((store: Store) => validityTracker(store))
