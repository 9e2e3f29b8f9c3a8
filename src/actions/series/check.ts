/** Checks series: their rules, and whether every occurrence fits its series. */

import type { Context } from '../../api/context.ts'
import { recurrenceIdByRuleInMove } from '../../domain/series/moving-recurrence-ids.ts'
import { occurrencesBetween } from '../../domain/series/occurrence-starts.ts'
import type { OccurrenceRecord, SeriesRecord } from '../../store/store.ts'
import { recurrenceLinesOfSeries, seriesFromRecord } from './times.ts'

const MAX_SHOWN = 5

const shown = (ids: readonly (number | string)[]) =>
  `${ids.slice(0, MAX_SHOWN).join(', ')}${ids.length > MAX_SHOWN ? ` and ${ids.length - MAX_SHOWN} more` : ''}`

/** The faults of one series with its occurrences, those in the trash included. */
function faultsOfOne(record: SeriesRecord, events: readonly OccurrenceRecord[]): readonly string[] {
  const rule = seriesFromRecord(record)
  const given = occurrencesBetween(rule, '', record.made_until).map(({ recurrenceId }) => recurrenceId)
  const placeOf = (one: OccurrenceRecord) => recurrenceIdByRuleInMove(record, one.recurrence_id, rule)
  const [expected, there] = [new Set(given), new Set(events.map(placeOf))]
  const misfits = events.filter((one) => one.trash_act === 0 && !expected.has(placeOf(one)))
  const missing = given.filter((id) => !there.has(id))
  const isCanonical = recurrenceLinesOfSeries(rule).join() === record.recurrence.join()
  return [
    ...(misfits.length === 0
      ? []
      : [`events that the rule does not give: ${shown(misfits.map(({ id }) => id))}`]),
    ...(missing.length === 0 ? [] : [`occurrences without an event: ${shown(missing)}`]),
    ...(isCanonical ? [] : ['the recurrence lines are not in canonical form']),
  ]
}

/** Returns a message for every fault of every series. */
export async function storedSeriesFaults({ store }: Pick<Context, 'store'>): Promise<readonly string[]> {
  const faults: string[] = []
  for await (const record of store.all('series')) {
    try {
      const found = faultsOfOne(record, await store.occurrences(record.id))
      faults.push(...found.map((fault) => `series ${record.id}: ${fault}`))
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error))
    }
  }
  return faults
}
