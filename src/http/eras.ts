/** Validity: the time for which a cached response holds. */
import { epochOf, type Moment } from '../domain/moment.ts'
import { endOfToday } from '../domain/window.ts'
import type { Store } from '../store/store.ts'

/**
 * While a response stays valid: no write, no scheduled publication, no midnight in the site zone. `since` and `until` are
 * seconds since 1970 UTC.
 */
export interface Era {
  readonly revision: number
  readonly isLocal: boolean
  readonly since: number
  readonly until: number
}

export interface Eras {
  /** The validity at a second since 1970 UTC; undefined if it is not known without a query. */
  current(now: number): Era | undefined
  /** The validity at a moment, read from the store. */
  learn(moment: Moment): Promise<Era>
}

/** Whether a second since 1970 UTC lies within a validity. */
export const isIn = ({ since, until }: Era, now: number): boolean => since <= now && now < until

/** Tracks the validity of responses from a store. */
export function eras(store: Store): Eras {
  let known: { readonly stamp: number | undefined; readonly era: Era } | undefined
  return {
    current(now) {
      if (known?.stamp === undefined || known.stamp !== store.stamp()) return undefined
      return isIn(known.era, now) ? known.era : undefined
    },
    async learn(moment) {
      const stamp = store.stamp()
      const revision = await store.revision()
      const now = epochOf(moment.now)
      if (known?.era.revision === revision && isIn(known.era, now)) {
        known = { stamp, era: known.era }
        return known.era
      }
      const publication = await store.nextPublication(moment)
      const until = Math.min(publication ?? Number.POSITIVE_INFINITY, endOfToday(moment))
      const era = { revision, isLocal: !(await store.hasUsers()), since: now, until }
      known = { stamp, era }
      return era
    },
  }
}
