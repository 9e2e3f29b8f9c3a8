/** Moves events to the trash that a calendar no longer contains. */

import { trashForImport } from '../../actions/remove.ts'
import { completeWholeSeries } from '../../actions/series/extend.ts'
import { trashOneSeriesGoneFromSource } from '../../actions/series/remove.ts'
import type { Context } from '../../api/context.ts'
import { sha256Base64Url } from '../../domain/import-source.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { uidTogether } from '../../domain/uid.ts'
import { type CalendarUids, seriesUidFromUid } from '../../formats/icalendar/text/inventory.ts'
import { because, type RefusalReason } from '../../problem.ts'
import type { EventRecord, Reading, Writing } from '../../store/store.ts'
import type { CalendarTally } from './calendar.ts'
import { provenanceOfEvent, type Source, sourceKeyPrefix } from './calendar-sources.ts'

/** An event that a source no longer contains, and its import key. */
interface Vanished {
  readonly id: number
  readonly key: string
  readonly isOccurrence: boolean
}

type Read = Pick<CalendarTally, 'inventory' | 'lines' | 'refused'>

/** Why what a source seems to lack may still be in it; undefined if the source was read completely. */
export function incompleteReadReason({ inventory, lines, refused }: Read): RefusalReason | undefined {
  return inventory.doubt ?? (refused > 0 && refused === lines ? because('no_event_imported') : undefined)
}

/** Whether an event is in the trash, or for an occurrence its series. */
async function isTrashed(store: Reading, { status, series }: EventRecord, moment: Moment): Promise<boolean> {
  const whole = series === null ? undefined : await store.find('series', { id: series }, moment)
  return (whole?.status ?? status) === 'trash'
}

/** The UID that an event without one is stored by: a digest of its content. */
const isNamed = ({ uid }: EventRecord) => !/^[\w-]{43}$/.test(uid)

/** Whether an event may be in the source although its UID is not. */
const isUnclear = ({ unclear, hasNameless }: CalendarUids, event: EventRecord) =>
  [event.uid, seriesUidFromUid(event.uid), uidTogether(event.uid)].some((uid) => unclear.has(uid)) ||
  (hasNameless && isNamed(event))

/**
 * Returns the stored events that were imported from the source and are no longer in it. Returns none if the source was not read
 * completely, or contains no events: such a source is probably broken.
 */
async function vanishedIn(
  source: Pick<Source, 'name'>,
  read: Read,
  { store, moment }: Pick<Context, 'store' | 'moment'>,
): Promise<readonly Vanished[]> {
  const { inventory } = read
  if (inventory.keys.size === 0 || incompleteReadReason(read) !== undefined) return []
  const prefix = sourceKeyPrefix(source)
  const vanished: Vanished[] = []
  for (const { key, item_id: id } of await store.importsUnder(prefix)) {
    if (inventory.keys.has(key.slice(prefix.length))) continue
    const record = await store.find('event', { id }, moment)
    if (record !== undefined && !(await isTrashed(store, record, moment)) && !isUnclear(inventory, record))
      vanished.push({ id, key, isOccurrence: record.series !== null })
  }
  return vanished
}

const withSubscriptions = async (source: Pick<Source, 'name'>, { store }: Pick<Context, 'store'>) => ({
  ...source,
  subscribed: (await store.subscriptions.all()).map(({ address }) => address),
})

/** Whether an event was imported by a key of its own, and is an occurrence of a series now: the key of the series decides on it. */
async function isJoined(store: Reading, { series: id }: EventRecord, key: string, moment: Moment) {
  const series = id === null ? undefined : await store.find('series', { id }, moment)
  return series !== undefined && !key.endsWith(sha256Base64Url(series.uid))
}

/** Returns the event, unless it is in the trash, its series decides on it, or another subscription contains it. */
async function prunable(
  store: Reading,
  { id, key }: Vanished,
  source: Pick<Source, 'name' | 'subscribed'>,
  { moment }: Pick<Context, 'moment'>,
): Promise<EventRecord | undefined> {
  const record = await store.find('event', { id }, moment)
  if (record === undefined || (await isTrashed(store, record, moment))) return undefined
  if (await isJoined(store, record, key, moment)) return undefined
  return (await provenanceOfEvent(store, record, source)).isShared ? undefined : record
}

/** Whether nothing of an event, or of its series, is still to come. Calendars that roll on leave out what is past. */
async function isPast(store: Reading, { series: id, end_utc }: EventRecord, moment: Moment) {
  const now = epochOfInstant(moment.now)
  const series = id === null ? undefined : await store.find('series', { id }, moment)
  if (series === undefined) return end_utc <= now
  const all = await store.occurrences(series.id)
  return series.is_complete === 1 && all.every((one) => one.status === 'trash' || one.start_utc <= now)
}

/** Returns the events to come that a source no longer contains. */
async function prunableIn(
  source: Pick<Source, 'name'>,
  read: Read,
  context: Pick<Context, 'store' | 'moment'>,
): Promise<readonly Vanished[]> {
  const vanished: Vanished[] = []
  for (const one of await vanishedIn(source, read, context)) {
    const record = await context.store.find('event', { id: one.id }, context.moment)
    if (record !== undefined && !(await isPast(context.store, record, context.moment))) vanished.push(one)
  }
  return vanished
}

/**
 * Moves an event to the trash; of a series, all occurrences that have not begun, this one first. A later import restores a series that
 * reappears in the source. Returns the id of a series whose other occurrences follow.
 */
async function trashVanished(
  store: Writing,
  record: EventRecord,
  context: Context,
): Promise<number | undefined> {
  const id = record.series ?? undefined
  const series = id === undefined ? undefined : await store.find('series', { id }, context.moment)
  if (series === undefined) await trashForImport(store, record, context)
  if (series === undefined || series.status === 'trash') return undefined
  await trashOneSeriesGoneFromSource(store, series, record.id, context)
  await store.updateEvents([record.id], { pruned_status: series.status })
  return id
}

/** Returns the ids of the events that pruning would move to the trash. */
export async function vanishedEventIds(
  source: Pick<Source, 'name'>,
  read: Read,
  context: Pick<Context, 'store' | 'moment'>,
): Promise<readonly number[]> {
  const ids: number[] = []
  const whole = await withSubscriptions(source, context)
  for (const one of await prunableIn(source, read, context))
    if ((await prunable(context.store, one, whole, context)) !== undefined) ids.push(one.id)
  return ids
}

/** The maximum events of one transaction. */
const AT_ONCE = 20

/** Yields what one transaction removes: single events together, a series alone, as it has many events. */
function* slicesOfVanished(vanished: readonly Vanished[]): Iterable<readonly Vanished[]> {
  const singles = vanished.filter(({ isOccurrence }) => !isOccurrence)
  for (let at = 0; at < singles.length; at += AT_ONCE) yield singles.slice(at, at + AT_ONCE)
  for (const one of vanished) if (one.isOccurrence) yield [one]
}

/**
 * Moves events to the trash that disappeared from a source, unless they are past. Events that other subscriptions contain follow those instead. Returns
 * the number of events moved to the trash.
 */
export async function trashEventsGoneFromSource(
  source: Pick<Source, 'name'>,
  read: Read,
  context: Context,
  onWrite: (revision: number) => void = () => {},
): Promise<number> {
  let pruned = 0
  const whole = await withSubscriptions(source, context)
  const vanished = await prunableIn(source, read, context)
  for (const slice of slicesOfVanished(vanished)) {
    const { result, revision } = await context.store.write(context, async (store) => {
      let count = 0
      const left: number[] = []
      for (const one of slice) {
        const record = await prunable(store, one, whole, context)
        const series = record && (await trashVanished(store, record, context))
        if (series !== undefined) left.push(series)
        await store.forgetImport(one.key)
        if (record !== undefined) count += 1
      }
      return { count, left }
    })
    pruned += result.count
    if (result.count > 0) onWrite(revision)
    for (const series of result.left) await completeWholeSeries(series, context)
  }
  return pruned
}

/** For a source that does not prune: events that disappeared from it follow the other subscriptions that contain them. */
export async function handVanishedToOtherSubscriptions(
  source: Pick<Source, 'name'>,
  read: Read,
  context: Context,
): Promise<void> {
  const whole = await withSubscriptions(source, context)
  if (whole.subscribed.length < 2) return
  const shared: string[] = []
  for (const { id, key } of await vanishedIn(source, read, context)) {
    const provenance = await provenanceOfEvent(context.store, { id, pruned_status: '' }, whole)
    if (provenance.isShared) shared.push(key)
  }
  if (shared.length === 0) return
  await context.store.write(context, async (store) => {
    for (const key of shared) await store.forgetImport(key)
  })
}
