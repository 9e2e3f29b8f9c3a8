/** The counts of terms through an act on many events: compared before and after. */
import type { Writing } from '../../store/store.ts'
import { adjustTermCounts } from './insert.ts'

/** The terms that the events counted for when the tally began. */
interface CountedTerms {
  /** Updates the counts by what the events count for now. */
  settle(): Promise<void>
}

/** The links of those events that count: published ones. Statuses are as stored. */
async function counting(store: Writing, ids: readonly number[]) {
  const published = (await store.publishedAmong(ids)).values()
  return [...(await store.linksOfAll([...published])).values()]
}

/** Begins a tally of these events, which must not have changed yet in this act. */
export async function beginTermTally(
  store: Writing,
  events: readonly { readonly id: number }[],
): Promise<CountedTerms> {
  const ids = events.map(({ id }) => id)
  const before = await counting(store, ids)
  return {
    async settle() {
      await adjustTermCounts(store, await counting(store, ids), 1)
      await adjustTermCounts(store, before, -1)
    },
  }
}
