/** Makes a series of the single events that an earlier import made of its occurrences (contract §10.4). */

import { makeSeriesOfSingleEvents } from '../../../actions/series/follow-rule.ts'
import { isTrashedByImport } from '../../../actions/series/plans/coming-back.ts'
import { updateInTransaction } from '../../../actions/update.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { event as declaration } from '../../../contract/resources/event.ts'
import { sha256Base64Url } from '../../../domain/import-source.ts'
import { recurrenceIdsOfSeries } from '../../../domain/series/occurrence-starts.ts'
import { standaloneOccurrenceUid } from '../../../domain/series/occurrence-uid.ts'
import type { Series } from '../../../domain/series/series.ts'
import { importablePart, importTimeAndHorizon } from '../../../formats/icalendar/series/imported-part.ts'
import type { RecurringEntry } from '../../../formats/icalendar/series/series-entry.ts'
import type { EventRecord, SeriesRecord } from '../../../store/store.ts'
import { argsSettingBackPrunedStatus } from '../args-to-change.ts'
import { type Source, sourceKeyPrefix } from '../calendar-sources.ts'
import type { ImportTransaction, LineOutcome, UnfinishedLineImport } from '../import-batch.ts'

/** Places whose single events one transaction looks for: others wait for it. */
const PLACES_AT_ONCE = 250

/** The UIDs that single events have, with the places of a series that they would have, and the place after these. */
interface SinglePlaces {
  readonly places: ReadonlyMap<string, string>
  readonly next: string | undefined
}

/** The UIDs of single events at the next places of a series up to a horizon. */
function singlePlaces(uid: string, series: Series, from: string, horizon: string): SinglePlaces {
  const places = new Map<string, string>()
  for (const recurrenceId of recurrenceIdsOfSeries(series, from)) {
    if (recurrenceId > horizon) break
    if (recurrenceId < from) continue
    if (places.size === PLACES_AT_ONCE) return { places, next: recurrenceId }
    places.set(standaloneOccurrenceUid(uid, recurrenceId, series), recurrenceId)
  }
  return { places: places.set(uid, series.start), next: undefined }
}

/** The events that were imported as occurrences of a series, by the `recurrence_id` that they have in it. */
type SingleParts = ReadonlyMap<string, Pick<EventRecord, 'id' | 'uid'>>

/** The parts of a series that have been found, and from which place on others are looked for. */
interface FoundParts {
  readonly parts: SingleParts
  readonly from: string
}

/**
 * Returns the import of a series that does not exist: looks for single events that are its occurrences, in as many transactions as that takes,
 * then goes on with them.
 */
export const stepToFindSingleEventsOfSeries = (
  { uid, series: { series } }: RecurringEntry,
  act: (batch: ImportTransaction, parts: SingleParts) => Promise<LineOutcome | UnfinishedLineImport>,
): UnfinishedLineImport['next'] => {
  const looking =
    ({ parts: found, from }: FoundParts): UnfinishedLineImport['next'] =>
    async (batch) => {
      const { places, next } = singlePlaces(uid, series, from, importTimeAndHorizon(batch, series).horizon)
      const parts = new Map(found)
      for (const event of await batch.store.singleEvents([...places.keys()])) {
        const place = places.get(event.uid)
        const other = place === undefined ? undefined : parts.get(place)
        // The event that has the UID of the occurrence comes before the one that has that of the whole.
        if (place !== undefined && (other === undefined || (other.uid === uid && event.uid !== uid)))
          parts.set(place, { id: event.id, uid: event.uid })
      }
      if (next === undefined) return batch.store.attempt(() => act(batch, parts))
      return { outcome: 'unchanged', next: looking({ parts, from: next }) }
    }
  return looking({ parts: new Map(), from: series.start })
}

/** A single event, and the place of a series that it would have. */
export type EventAtPlace = readonly [place: string, event: EventRecord]

/** Returns the single events at places of a series, in order. Those that an import had moved to the trash come back from there. */
export async function singleEventsAtPlaces(
  { store, context }: ImportTransaction,
  parts: SingleParts,
): Promise<readonly EventAtPlace[]> {
  const ids = [...parts.values()].map(({ id }) => id)
  for (const kept of (await store.eventRecords(ids)).values()) {
    if (kept.series !== null || !isTrashedByImport(kept)) continue
    const args = parseArgs(declaration.fields, argsSettingBackPrunedStatus(kept), 'update')
    await updateInTransaction(store, { name: 'event', kept }, args, context)
  }
  const records = await store.eventRecords(ids)
  return [...parts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([place, { id }]): EventAtPlace[] => {
      const event = records.get(id)
      return event === undefined || event.series !== null ? [] : [[place, event]]
    })
}

/** Converts occurrences that were imported as single events to a series. They keep their ids. Undefined if all are in the trash. */
export async function convertSingleEventsToSeries(
  batch: ImportTransaction,
  entry: RecurringEntry,
  source: Source,
  places: readonly EventAtPlace[],
): Promise<SeriesRecord | undefined> {
  const { store, context } = batch
  const { uid, series: own } = entry
  const [[start, head] = []] = places.filter(([, { status }]) => status !== 'trash')
  if (start === undefined || head === undefined) return undefined
  const { series: rule } = importablePart(own.series, own, importTimeAndHorizon(batch, own.series), start)
  const within = new Map(places.filter(([id]) => id >= rule.start))
  const links = await store.linksOf(head.id)
  const record = await makeSeriesOfSingleEvents(store, { rule, uid, head, links }, within, context)
  for (const event of within.values())
    for (const key of await store.importKeysOf('event', event.id))
      if (key.startsWith(sourceKeyPrefix(source))) await store.forgetImport(key)
  await store.rememberImport(sourceKeyPrefix(source) + sha256Base64Url(uid), 'event', head.id)
  return record
}
