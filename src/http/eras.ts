/** Eras: how long an answer stays what it is. */
import { epochOf, type Moment } from '../domain/moment.ts'
import { endOfToday } from '../domain/window.ts'
import type { Store } from '../store/store.ts'

/** A time, in seconds since 1970 UTC, in which answers stay what they are: nothing is written, nothing comes out, no day ends. */
export interface Era {
  readonly revision: number
  readonly isLocal: boolean
  readonly since: number
  readonly until: number
}

export interface Eras {
  /** The era of a second since 1970 UTC, where it is known without waiting. */
  current(now: number): Era | undefined
  /** The era of a moment, asked of the store. */
  learn(moment: Moment): Promise<Era>
}

/** Whether a second since 1970 UTC lies in the time of an era. */
export const isIn = ({ since, until }: Era, now: number): boolean => since <= now && now < until

/** The eras of a store. */
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
