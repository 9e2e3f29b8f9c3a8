/** Checks the derived columns, such as folded texts: whether they still follow from the other columns. */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../api/context.ts'
import { derivedColumns } from '../../contract/derived-columns.ts'
import type { ResourceName, TermName } from '../../contract/resources/index.ts'
import { namesOf } from '../../contract/table-of.ts'
import type { RecordOf, TagRecord } from '../../store/store.ts'
import { eventColumnsFromArgs } from '../compose/event.ts'
import { groupColumnsFromArgs } from '../compose/group.ts'
import { organizerColumnsFromArgs, venueColumnsFromArgs } from '../compose/linked.ts'
import { mediaColumnsFromArgs } from '../compose/media.ts'
import { pageColumnsFromArgs } from '../compose/page.ts'
import { termColumnsFromArgs } from '../compose/term.ts'

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
