/** Makes a series of the single events that an earlier import made of its occurrences (contract §10.4). */
import { setImmediate as breath } from 'node:timers/promises'
import { joinIntoSeries } from '../../actions/series/follow.ts'
import { recurrenceIds } from '../../domain/series/occurrence-starts.ts'
import type { Series } from '../../domain/series/series.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { epochOfWall } from '../../domain/time/zones.ts'
import type { EventRecord, SeriesRecord } from '../../store/store.ts'
import { recurrenceIdAt } from '../icalendar/occurrences.ts'
import { type Source, sourcePrefix } from '../icalendar/sources.ts'
import { digest, uidOfOccurrence } from '../icalendar/text/inventory.ts'
import type { ImportBatch } from '../import/runs.ts'
import type { RecurringEntry } from './series-entry.ts'
import { importedPart, importHorizon } from './source-part.ts'

/** Places whose single events are looked for together. Other tasks run between them. */
const PLACES_IN_STEP = 250

/** The UIDs that single events at the places of a series have, with those places, in steps: occurrences up to a horizon. */
function* uidsOfPlaces(uid: string, series: Series, horizon: string): Iterable<ReadonlyMap<string, string>> {
  let places = new Map<string, string>()
  for (const recurrenceId of recurrenceIds(series)) {
    if (recurrenceId > horizon) break
    const epoch = series.allDay
      ? epochOfUtc(`${recurrenceId.slice(0, 10)} 00:00:00`)
      : epochOfWall(recurrenceId, series.zone)
    places.set(uidOfOccurrence(uid, recurrenceIdAt(epoch)), recurrenceId)
    if (places.size < PLACES_IN_STEP) continue
    yield places
    places = new Map()
  }
  yield places.set(uid, series.start)
}

/** The events that were imported as occurrences of a first event, by the `recurrence_id` that they have in the series. */
async function singlePartsOf({ store }: ImportBatch, uid: string, series: Series, horizon: string) {
  const places = new Map<string, EventRecord>()
  for (const uids of uidsOfPlaces(uid, series, horizon)) {
    for (const event of await store.singleEvents([...uids.keys()])) {
      const place = uids.get(event.uid)
      const other = place === undefined ? undefined : places.get(place)
      // The event that has the UID of the occurrence comes before the one that has that of the whole.
      if (place !== undefined && (other === undefined || (other.uid === uid && event.uid !== uid)))
        places.set(place, event)
    }
    await breath()
  }
  return new Map([...places].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Converts occurrences that were imported as single events to a series. They keep their ids. */
export async function joinSingleEvents(
  batch: ImportBatch,
  entry: RecurringEntry,
  source: Source,
): Promise<SeriesRecord | undefined> {
  const { store, context } = batch
  const { uid, series: own } = entry
  const around = importHorizon(batch, own.series)
  const places = await singlePartsOf(batch, uid, own.series, around.horizon)
  const live = [...places].filter(([, { status }]) => status !== 'trash')
  const [[start, head] = []] = live
  if (start === undefined || head === undefined) return undefined
  const { series: rule } = importedPart(own.series, own, around, start)
  const within = new Map([...places].filter(([id]) => id >= rule.start))
  const links = await store.linksOf(head.id)
  const record = await joinIntoSeries(store, { rule, uid, head, links }, within, context)
  for (const event of within.values())
    for (const key of await store.importKeysOf('event', event.id))
      if (key.startsWith(sourcePrefix(source))) await store.forgetImport(key)
  await store.rememberImport(sourcePrefix(source) + digest(uid), 'event', head.id)
  return record
}
