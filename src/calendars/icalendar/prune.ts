/** What a calendar no longer has → the trash. */
import type { Context } from '../../actions/context.ts'
import { remove } from '../../actions/remove.ts'
import { Problem } from '../../problem.ts'
import { type CalendarTally, type Source, sourcePrefix } from './import.ts'

/**
 * Moves to the trash what was imported from that source before, and is not in it now. Returns how many events. A source
 * without events is rather broken than empty: then nothing is.
 */
export async function pruneCalendar(
  source: Pick<Source, 'name'>,
  { keys }: Pick<CalendarTally, 'keys'>,
  context: Context,
): Promise<number> {
  if (keys.size === 0) return 0
  const prefix = sourcePrefix(source)
  let pruned = 0
  for (const { key, item_id } of await context.store.importsUnder(prefix)) {
    if (keys.has(key.slice(prefix.length))) continue
    try {
      await remove('event', { id: item_id }, false, () => {}, context)
      pruned += 1
    } catch (error) {
      // Gone or in the trash already.
      if (!(error instanceof Problem)) throw error
    }
  }
  return pruned
}
