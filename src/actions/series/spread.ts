/** Writes the changes of a long series to its occurrences, in several transactions (contract §10.4). */
import type { SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { applySeriesPlan } from './apply-plan.ts'
import { patternOfExisting } from './pattern.ts'
import { spreadPlan } from './plans/spreading.ts'
import { eventsWithLinks } from './returning.ts'

/** The maximum occurrences that one transaction makes or changes, for which other writers wait. */
export const MAX_MADE_AT_ONCE = 100

/** Whether changes of the pattern of a series have not reached all of its occurrences. */
export const isUnspread = ({ unspread }: SeriesRecord): boolean => unspread.length > 0

/** Writes the changes of an unspread series to its next occurrences, in an open transaction. */
export async function spreadWithin(store: Writing, series: SeriesRecord, context: Context): Promise<void> {
  const some = await store.occurrencesAfter(series.id, series.spread_to, MAX_MADE_AT_ONCE)
  const own = some.filter(({ own_fields }) => own_fields !== '[]').map(({ id }) => id)
  const slice = {
    series,
    some,
    pattern: await patternOfExisting(store, series, context),
    exceptions: await eventsWithLinks(store, own),
    isLast: some.length < MAX_MADE_AT_ONCE,
  }
  await applySeriesPlan(store, spreadPlan(slice, context), context)
}
