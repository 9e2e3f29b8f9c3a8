/** What a calendar no longer has → the trash. */
import type { Context } from '../../actions/context.ts'
import { remove } from '../../actions/remove.ts'
import { Problem } from '../../problem.ts'
import { type CalendarTally, type Source, sourcePrefix } from './import.ts'

/**
 * The ids of the events that were imported from that source before, are not in it now, and are here still. A source without
 * events is rather broken than empty: then there are none.
 */
export async function vanishedFrom(
  source: Pick<Source, 'name'>,
  { keys }: Pick<CalendarTally, 'keys'>,
  { store, moment }: Pick<Context, 'store' | 'moment'>,
): Promise<readonly number[]> {
  if (keys.size === 0) return []
  const prefix = sourcePrefix(source)
  const ids: number[] = []
  for (const { key, item_id } of await store.importsUnder(prefix)) {
    if (keys.has(key.slice(prefix.length))) continue
    const record = await store.find('event', { id: item_id }, moment)
    if (record !== undefined && record.status !== 'trash') ids.push(item_id)
  }
  return ids
}

/** Moves to the trash what has vanished from a source. Returns how many events. */
export async function pruneCalendar(
  source: Pick<Source, 'name'>,
  tally: Pick<CalendarTally, 'keys'>,
  context: Context,
): Promise<number> {
  let pruned = 0
  for (const id of await vanishedFrom(source, tally, context)) {
    try {
      await remove('event', { id }, false, () => {}, context)
      pruned += 1
    } catch (error) {
      // Gone meanwhile.
      if (!(error instanceof Problem)) throw error
    }
  }
  return pruned
}
