/** Moving the events and series of a group into another one, or out of all (contract §16). */

import type { PureContext } from '../../api/context.ts'
import type { GroupTarget } from '../../contract/kinds.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { Writing } from '../../store/store.ts'
import { resolveGroupTarget } from './of-event.ts'

/** Puts events and series into a group, or into none. They follow it into the main calendar or out of it. */
async function putEventsAndSeriesIntoGroup(
  store: Writing,
  { events, series }: { readonly events: readonly number[]; readonly series: readonly number[] },
  group_id: number | null,
  { moment }: PureContext,
): Promise<void> {
  const modified_utc = epochOfInstant(moment.now)
  const columns = { group_id, in_main: null, modified_utc } as const
  if (events.length > 0) await store.updateEvents(events, columns)
  for (const id of series) {
    const kept = await store.find('series', { id }, moment)
    if (kept !== undefined) await store.update('series', id, { ...columns, version: kept.version + 1 })
  }
}

/** Empties a group before it is deleted. Throws 409 for one with events where nobody says what becomes of them, and 400. */
export async function moveEventsOut(
  store: Writing,
  group: number,
  target: GroupTarget | undefined,
  context: PureContext,
): Promise<void> {
  const events = await store.ofGroup('event', group)
  const series = await store.ofGroup('series', group)
  if (target === undefined) {
    if (events.length + series.length > 0) throw new Problem('group_not_empty')
    return
  }
  const into = await resolveGroupTarget(store, target, context, 'move_to')
  if (into?.id === group) throw invalidParam('move_to', because('same_group'))
  await putEventsAndSeriesIntoGroup(store, { events, series }, into?.id ?? null, context)
}
