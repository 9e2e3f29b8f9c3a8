/** What a calendar no longer has → the trash. */
import type { Context } from '../../actions/context.ts'
import { trashForImport } from '../../actions/remove.ts'
import { removeWhole } from '../../actions/series/remove.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { EventRecord, Reading, Writing } from '../../store/store.ts'
import type { CalendarTally } from './import.ts'
import { provenanceOf, type Source, sourcePrefix } from './sources.ts'
import { type Inventory, uidOfSeries } from './text/inventory.ts'

/** An event that a source had before and does not have now, and the key that it was imported under. */
interface Vanished {
  readonly id: number
  readonly key: string
}

type Read = Pick<CalendarTally, 'inventory'>

/** Whether an event is in the trash; of an occurrence, whether its series is. */
async function isTrashed(store: Reading, { status, series }: EventRecord, moment: Moment): Promise<boolean> {
  const whole = series === null ? undefined : await store.find('series', { id: series }, moment)
  return (whole?.status ?? status) === 'trash'
}

const isUnclear = ({ unclear }: Inventory, { uid }: EventRecord) =>
  unclear.has(uid) || unclear.has(uidOfSeries(uid))

/**
 * The events that were imported from that source before, are not in it now, and are here still. There are none where the
 * source was not read as a whole, nor where it holds no events: it is rather broken than empty.
 */
async function vanishedIn(
  source: Pick<Source, 'name'>,
  { inventory }: Read,
  { store, moment }: Pick<Context, 'store' | 'moment'>,
): Promise<readonly Vanished[]> {
  if (inventory.keys.size === 0 || inventory.doubt !== undefined) return []
  const prefix = sourcePrefix(source)
  const vanished: Vanished[] = []
  for (const { key, item_id: id } of await store.importsUnder(prefix)) {
    if (inventory.keys.has(key.slice(prefix.length))) continue
    const record = await store.find('event', { id }, moment)
    if (record !== undefined && !(await isTrashed(store, record, moment)) && !isUnclear(inventory, record))
      vanished.push({ id, key })
  }
  return vanished
}

const withSubscriptions = async (source: Pick<Source, 'name'>, { store }: Pick<Context, 'store'>) => ({
  ...source,
  subscribed: (await store.subscriptions.all()).map(({ address }) => address),
})

/** The event, where it is not in the trash and no other subscription has it. */
async function prunable(
  store: Reading,
  id: number,
  source: Pick<Source, 'name' | 'subscribed'>,
  { moment }: Pick<Context, 'moment'>,
): Promise<EventRecord | undefined> {
  const record = await store.find('event', { id }, moment)
  if (record === undefined || (await isTrashed(store, record, moment))) return undefined
  return (await provenanceOf(store, record, source)).isShared ? undefined : record
}

/** Moves an event to the trash, or all of its series that has not begun; the series comes back when the source has it again. */
async function trashVanished(store: Writing, record: EventRecord, context: Context): Promise<void> {
  const id = record.series ?? undefined
  const series = id === undefined ? undefined : await store.find('series', { id }, context.moment)
  if (series === undefined) return trashForImport(store, record, context)
  if (series.status === 'trash') return
  await removeWhole(store, series, false, context)
  await store.updateEvents([record.id], { pruned_status: series.status })
}

/** The ids of the events that pruning would move to the trash now. */
export async function vanishedFrom(
  source: Pick<Source, 'name'>,
  read: Read,
  context: Pick<Context, 'store' | 'moment'>,
): Promise<readonly number[]> {
  const ids: number[] = []
  const whole = await withSubscriptions(source, context)
  for (const { id } of await vanishedIn(source, read, context))
    if ((await prunable(context.store, id, whole, context)) !== undefined) ids.push(id)
  return ids
}

/** Events of one transaction. */
const AT_ONCE = 20

/**
 * Moves to the trash what has vanished from a source, and leaves to other subscriptions what they have as well. Returns how
 * many events are in the trash now.
 */
export async function pruneCalendar(
  source: Pick<Source, 'name'>,
  read: Read,
  context: Context,
): Promise<number> {
  let pruned = 0
  const whole = await withSubscriptions(source, context)
  const vanished = await vanishedIn(source, read, context)
  for (let at = 0; at < vanished.length; at += AT_ONCE) {
    const { result } = await context.store.write(context, async (store) => {
      let count = 0
      for (const { id, key } of vanished.slice(at, at + AT_ONCE)) {
        const record = await prunable(store, id, whole, context)
        if (record !== undefined) await trashVanished(store, record, context)
        await store.forgetImport(key)
        if (record !== undefined) count += 1
      }
      return count
    })
    pruned += result
  }
  return pruned
}

/** Leaves to other subscriptions what has vanished from a source that does not prune, so that the events follow these. */
export async function releaseCalendar(
  source: Pick<Source, 'name'>,
  read: Read,
  context: Context,
): Promise<void> {
  const whole = await withSubscriptions(source, context)
  if (whole.subscribed.length < 2) return
  const shared: string[] = []
  for (const { id, key } of await vanishedIn(source, read, context)) {
    const provenance = await provenanceOf(context.store, { id, pruned_status: '' }, whole)
    if (provenance.isShared) shared.push(key)
  }
  if (shared.length === 0) return
  await context.store.write(context, async (store) => {
    for (const key of shared) await store.forgetImport(key)
  })
}
