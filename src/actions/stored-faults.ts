/** The faults of stored items that fasti check finds. */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../api/context.ts'
import { derivedColumns } from '../contract/columns.ts'
import type { ResourceName, TermName } from '../contract/resources/index.ts'
import { namesOf } from '../contract/table-of.ts'
import { occurrencesBetween, recurrenceIdByRuleInMove } from '../domain/series/occurrences.ts'
import type { OccurrenceRecord, RecordOf, SeriesRecord, TagRecord } from '../store/store.ts'
import { eventColumnsFromArgs } from './compose/event.ts'
import {
  groupColumnsFromArgs,
  organizerColumnsFromArgs,
  pageColumnsFromArgs,
  termColumnsFromArgs,
  venueColumnsFromArgs,
} from './items.ts'
import { mediaColumnsFromArgs } from './linking/images.ts'
import { recurrenceLinesOfSeries, seriesFromRecord } from './series/pattern.ts'

// Checks the derived columns, such as folded texts: whether they still follow from the other columns.

const composedTerm = (name: TermName) => (kept: TagRecord, context: Context) => {
  const composed = termColumnsFromArgs(name, {}, kept, context)
  return { ...composed, ...derivedColumns[name]({ ...composed, slug: kept.slug }) }
}

type Composers = { readonly [N in ResourceName]: (kept: RecordOf<N>, context: Context) => object }

const composed: Composers = {
  event: (kept, context) => eventColumnsFromArgs({}, kept, context),
  series: derivedColumns.series,
  venue: (kept, context) => venueColumnsFromArgs({}, kept, context),
  organizer: (kept, context) => organizerColumnsFromArgs({}, kept, context),
  category: composedTerm('category'),
  tag: composedTerm('tag'),
  group: (kept, context) => groupColumnsFromArgs({}, kept, context),
  media: (kept, context) => mediaColumnsFromArgs({}, kept, context),
  page: (kept, context) => pageColumnsFromArgs({}, kept, context),
}

/**
 * The columns that differ when the item is composed again from itself. The status is left out, since it depends on
 * the clock.
 */
function differing(kept: object, anew: object): readonly string[] {
  const was = new Map<string, unknown>(Object.entries(kept))
  return Object.entries(anew)
    .filter(([name, value]) => name !== 'status' && !isDeepStrictEqual(was.get(name), value))
    .map(([name]) => name)
}

async function faultsIn<N extends ResourceName>(name: N, context: Context): Promise<readonly string[]> {
  const faults: string[] = []
  for await (const kept of context.store.all(name)) {
    const columns = differing(kept, composed[name](kept, context))
    if (columns.length > 0) faults.push(`${name} ${kept.id}: wrong derived columns: ${columns.join(', ')}`)
  }
  return faults
}

/** Returns a message for every item whose derived columns are wrong. */
export async function messagesOnWrongDerivedColumns(context: Context): Promise<readonly string[]> {
  const faults: string[] = []
  for (const name of namesOf(composed)) faults.push(...(await faultsIn(name, context)))
  return faults
}

// Checks series: their rules, and whether every occurrence fits its series.

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
