/** Imports a calendar (RFC 5545): updates events with the same UID, creates the others. */

import { trashForImport } from '../../actions/remove.ts'
import { keepEarlierState } from '../../actions/series/earlier-state.ts'
import { completeWholeSeries } from '../../actions/series/making.ts'
import { trashOneSeriesGoneFromSource } from '../../actions/series/remove.ts'
import { type Context, contentChoiceIn } from '../../api/context.ts'
import { importKeyPrefix, sha256Base64Url, uidApart, uidTogether } from '../../domain/import-source.ts'
import { contentLanguageMatchingTag, ownLanguage } from '../../domain/languages.ts'
import { isPage } from '../../domain/text/page-events.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { epochOfWall } from '../../domain/time/zones.ts'
import { type ImportNotes, type NoteFunction, newImportNotes } from '../../formats/format.ts'
import { entriesOfComponents, startName } from '../../formats/icalendar/entries.ts'
import {
  type CalendarUids,
  type EventImportEntry,
  type StoredUids,
  seriesUidFromUid,
} from '../../formats/icalendar/entry.ts'
import { countImportedDates, importTimeAndHorizon } from '../../formats/icalendar/imported-part.ts'
import { calendarOfPage } from '../../formats/icalendar/page.ts'
import { singleEventAsSeriesEntry } from '../../formats/icalendar/series.ts'
import { calendarName, readComponentsAndFaults } from '../../formats/icalendar/text.ts'
import { because, Problem, type RefusalReason } from '../../problem.ts'
import type { EventRecord, Reading, SeriesRecord, Writing } from '../../store/store.ts'
import { slicesOf } from '../../support/slices.ts'
import {
  entryOfHost,
  expectedOfEntry,
  importSingleEvent,
  keysOfEntry,
  type NoteLeftOut,
  provenanceOfKeys,
  type Source,
  unfetchableImageDropper,
} from './calendar-event.ts'
import {
  type ImportSetup,
  type ImportTally,
  type ImportTransaction,
  importLots,
  isLineResultUnfinished,
  type LineOutcome,
  labelOfEvent,
  lotsOfLines,
  type UnfinishedLineImport,
} from './importer.ts'
import { cancelSeries, importOccurrence, importSeries } from './series.ts'

// The language in which an entry shows an event that is here already: a calendar of this site may be in any of its languages (contract §15).

/** Returns the content language that an entry is in: besides the event's own, in which texts without a translation are. */
async function languageOf(
  { store, context }: ImportTransaction,
  entry: EventImportEntry,
): Promise<string | undefined> {
  const { languages, asked } = contentChoiceIn(context)
  const named = (entry.languages ?? []).map((tag) => contentLanguageMatchingTag(tag, languages))
  if (languages.length === 1 || named.every((tag) => tag === undefined || tag === asked)) return undefined
  const event = await store.eventWithUid(entry.uid)
  const kept = event ?? (await store.seriesWithUid(entry.uid))?.pattern.columns
  if (kept === undefined) return undefined
  const own = ownLanguage(kept, languages)
  return named.find((tag) => tag !== undefined && tag !== own) ?? own
}

/** A step of the import of an entry. */
type Step = (batch: ImportTransaction) => Promise<LineOutcome | UnfinishedLineImport>

/** Runs a step, and those that follow it, where the writer is shown texts in a language: those that are equal to it change nothing. */
async function runIn(
  language: string,
  batch: ImportTransaction,
  step: Step,
): Promise<LineOutcome | UnfinishedLineImport> {
  const content = { ...contentChoiceIn(batch.context), asked: language }
  const result = await step({ ...batch, context: { ...batch.context, content } })
  if (!isLineResultUnfinished(result)) return result
  return { ...result, next: (later) => runIn(language, later, (one) => result.next(one)) }
}

/** Imports an entry in the language that its texts name, if these show an event that is here. Throws what the import throws. */
async function importEntryInItsLanguage(
  batch: ImportTransaction,
  entry: EventImportEntry,
  step: Step,
): Promise<LineOutcome | UnfinishedLineImport> {
  const language = await languageOf(batch, entry)
  return language === undefined ? step(batch) : runIn(language, batch, step)
}

/** The result of the import of a calendar. */
export interface CalendarTally extends ImportTally {
  /** The parts that were not understood or can't be stored, and how often they occurred. */
  readonly notes: ImportNotes
  readonly inventory: CalendarUids
  /** Whether the text is cut off before the end of the calendar. */
  readonly isCut: boolean
  /** As the calendar calls itself; "" if it doesn't. */
  readonly name: string
}

function withCategories(entry: EventImportEntry, { categories = [] }: Source): EventImportEntry {
  if (categories.length === 0) return entry
  const own = entry.args.categories
  const all = [...(Array.isArray(own) ? own : []), ...categories]
  return { ...entry, args: { ...entry.args, categories: [...new Set(all)] } }
}

/** Notes once what could not be imported of an event, even if its batch is repeated. */
function notingOnce(note: NoteFunction): NoteLeftOut {
  const seen = new Set<string>()
  return (what, { uid }) => {
    const once = JSON.stringify([what.message, uid])
    if (seen.has(once)) return
    seen.add(once)
    note(what)
  }
}

/** Imports one event or one series within the batch. Throws a problem if it is refused. */
async function importOne(
  batch: ImportTransaction,
  entry: EventImportEntry,
  source: Source,
  note: NoteLeftOut,
): Promise<LineOutcome | UnfinishedLineImport> {
  const { series, parent, fault, named } = entry
  const occurrence = named && (await importOccurrence(batch, { entry, source, note }, named))
  if (occurrence !== undefined) return occurrence
  const isAlone = parent === undefined && fault === undefined
  const here = isAlone ? await batch.store.seriesWithUid(entry.uid) : undefined
  const isCancelled = here !== undefined && entry.cancelled === 'bare'
  const cancelled = isCancelled ? await cancelSeries(batch, { entry, source, note }, here) : 'unchanged'
  if (series !== undefined) {
    const imported = await importSeries(batch, { entry: { ...entry, series }, source, note })
    if (isLineResultUnfinished(imported) && imported.outcome === 'unchanged')
      return { ...imported, outcome: cancelled }
    return imported === 'unchanged' ? cancelled : imported
  }
  if (isCancelled) return cancelled
  if (here === undefined) return importSingleEvent(batch, entry, source, note)
  // If the rule is not understood, the stored series stays. If the event no longer recurs, one occurrence remains.
  const once = entry.isRuleUnclear === true ? undefined : singleEventAsSeriesEntry(entry)
  return once === undefined ? 'unchanged' : importSeries(batch, { entry: once, source, note })
}

/** The dates of a series that is here which take as long as an event: most have not changed. */
const DATES_LIKE_AN_EVENT = 10

/** More dates than series have that share a transaction. */
const MANY_DATES = 1000

/** The share of a lot that an entry takes. A new series takes as long as many events, so others wait for no more than one. */
function weightOf(
  { uid, series }: EventImportEntry,
  { has }: StoredUids,
  { now, caller }: ImportSetup,
): number {
  if (series === undefined) return 1
  if (!has(uid)) return Number.POSITIVE_INFINITY
  const { horizon } = importTimeAndHorizon({ context: { ...caller, moment: now() } }, series.series)
  return countImportedDates(series, horizon, MANY_DATES) / DATES_LIKE_AN_EVENT
}

async function storedUids({ store }: ImportSetup, source: Source): Promise<StoredUids> {
  const prefix = importKeyPrefix(source.name)
  const keys = new Set((await store.importsUnder(prefix)).map(({ key }) => key.slice(prefix.length)))
  const has = (uid: string) => keys.has(sha256Base64Url(uid))
  return {
    // Most calendars are read for the first time, or have each UID once.
    has: (uid) => keys.size > 0 && has(uid),
    async startOf(uid) {
      const { host } = source
      const own = host !== undefined && has(uidApart(uid, host)) ? uidApart(uid, host) : uid
      const series = await store.seriesWithUid(own)
      if (series !== undefined) {
        const { start_date, timezone, all_day } = series
        const zone = all_day === 1 ? 'UTC' : timezone
        return startName(epochOfWall(start_date, zone), all_day === 1)
      }
      const event = await store.eventWithUid(own)
      if (event === undefined) return undefined
      const epoch = event.all_day === 1 ? epochOfUtc(event.start_date) : event.start_utc
      return startName(epoch, event.all_day === 1)
    },
  }
}

const withSubscriptions = async <S extends Pick<Source, 'name'>>(
  source: S,
  { store }: Pick<Context, 'store'>,
) => ({
  ...source,
  subscribed: (await store.subscriptions.all()).map(({ address }) => address),
})

/** The address of a source that is none of a file. */
const addressIn = ({ name }: Source) => (/^https?:/i.test(name) ? name : undefined)

/** Imports every event of a calendar. Reads the whole text first. Throws a problem if it is no calendar. */
export async function importCalendar(
  text: string,
  source: Source,
  importing: ImportSetup,
): Promise<CalendarTally> {
  const { notes, note } = newImportNotes()
  const noteOf = notingOnce(note)
  const calendar = isPage(text) ? calendarOfPage(text, addressIn(source), importing.now().zone) : text
  const { components, faults, isCut, doubt } = await readComponentsAndFaults(calendar)
  if (components.length === 0) {
    const reason = isCut ? because('calendar_cut_off') : because('not_a_calendar')
    throw new Problem('rest_invalid_param', reason)
  }
  if (isCut && source.needsWhole === true) {
    const message = 'the calendar is cut off, so nothing of it was imported'
    throw new Problem('rest_invalid_param', { ...because('calendar_cut_off'), message })
  }
  const inventory: CalendarUids = { keys: new Set(), unclear: new Set(), hasNameless: false, doubt }
  const whole = await withSubscriptions(source, importing)
  const uids = await storedUids(importing, source)
  const entries = async function* () {
    const { caller, onTotal } = importing
    const reading = { moment: importing.now(), horizon: caller.horizon, onTotal, stored: uids }
    for await (const entry of entriesOfComponents(components, reading, inventory, note))
      yield { ...withCategories(entry, source), keys: keysOfEntry(entry, source) }
  }
  const withImage = unfetchableImageDropper(note)
  const pictured = (entry: EventImportEntry, context: ImportTransaction['context']) => ({
    ...entry,
    args: withImage(entry.args, context),
  })
  const tally = await importLots(
    lotsOfLines(entries(), (entry) => weightOf(entry, uids, importing)),
    importing,
    {
      labelOf: ({ args }) => labelOfEvent(args),
      expectedOf: expectedOfEntry,
      apply: (batch, entry) =>
        importEntryInItsLanguage(batch, entry, async (batch) =>
          importOne(
            batch,
            pictured(await entryOfHost(batch, entry, source, uids, inventory), batch.context),
            whole,
            noteOf,
          ),
        ),
    },
  )
  for (const { line, reason } of faults) note(because('wrong_line', { line, why: reason }))
  return { ...tally, notes, inventory, isCut, name: calendarName(components) }
}

// Moves events to the trash that a calendar no longer contains.

/** An event that a source no longer contains, its series, and its import key. */
interface Vanished {
  readonly event: EventRecord
  readonly series: SeriesRecord | undefined
  readonly key: string
}

type Read = Pick<CalendarTally, 'inventory' | 'lines' | 'refused'>

/** Where events are looked for, at a moment. */
interface Finding {
  readonly store: Reading
  readonly moment: Moment
}

/** Why what a source seems to lack may still be in it; undefined if the source was read completely. */
export function incompleteReadReason({ inventory, lines, refused }: Read): RefusalReason | undefined {
  return inventory.doubt ?? (refused > 0 && refused === lines ? because('no_event_imported') : undefined)
}

/** Returns the series of an event; undefined for a single one. */
const seriesOf = async ({ series: id }: EventRecord, { store, moment }: Finding) =>
  id === null ? undefined : store.find('series', { id }, moment)

/** Whether an event is in the trash, or for an occurrence its series. */
const isTrashed = ({ status }: EventRecord, series: SeriesRecord | undefined) =>
  (series?.status ?? status) === 'trash'

/** The UID that an event without one is stored by: a digest of its content. */
const isNamed = ({ uid }: EventRecord) => !/^[\w-]{43}$/.test(uid)

/** Whether an event may be in the source although its UID is not. */
const isUnclear = ({ unclear, hasNameless }: CalendarUids, event: EventRecord) =>
  [event.uid, seriesUidFromUid(event.uid), uidTogether(event.uid)].some((uid) => unclear.has(uid)) ||
  (hasNameless && isNamed(event))

/**
 * Yields the stored events that were imported from the source and are no longer in it. There are none if the source was not read
 * completely, or contains no events: such a source is probably broken. Of a calendar that rolls on, they are most that it ever had.
 */
async function* vanishedIn(
  source: Pick<Source, 'name'>,
  read: Read,
  finding: Finding,
): AsyncIterable<Vanished> {
  const { inventory } = read
  if (inventory.keys.size === 0 || incompleteReadReason(read) !== undefined) return
  const prefix = importKeyPrefix(source.name)
  const all = await finding.store.importsUnder(prefix)
  const gone = all.filter(({ key }) => !inventory.keys.has(key.slice(prefix.length)))
  for (const some of slicesOf(gone)) {
    const events = await finding.store.eventRecords(some.map(({ item_id }) => item_id))
    for (const { key, item_id } of some) {
      const event = events.get(item_id)
      if (event === undefined || isUnclear(inventory, event)) continue
      const series = await seriesOf(event, finding)
      if (!isTrashed(event, series)) yield { event, series, key }
    }
  }
}

/** Returns the event, unless it is in the trash, its series decides on it, or another subscription contains it. */
async function prunable(
  finding: Finding,
  { event: { id }, key }: Vanished,
  source: Pick<Source, 'name' | 'subscribed'>,
): Promise<EventRecord | undefined> {
  const { store, moment } = finding
  const record = await store.find('event', { id }, moment)
  const series = record && (await seriesOf(record, finding))
  if (record === undefined || isTrashed(record, series)) return undefined
  // It was imported by a key of its own, and is an occurrence now: the key of the series decides on it.
  if (series !== undefined && !key.endsWith(sha256Base64Url(series.uid))) return undefined
  return provenanceOfKeys(await store.importKeysOf('event', id), source).isShared ? undefined : record
}

/** Whether nothing of an event, or of its series, is still to come. Calendars that roll on leave out what is past. */
async function isPast({ event, series }: Vanished, { store, moment }: Finding): Promise<boolean> {
  const now = epochOfInstant(moment.now)
  if (series === undefined) return event.end_utc <= now
  const all = await store.occurrences(series.id)
  return series.is_complete === 1 && all.every((one) => one.status === 'trash' || one.start_utc <= now)
}

/** Returns the events to come that a source no longer contains. */
async function prunableIn(
  source: Pick<Source, 'name'>,
  read: Read,
  finding: Finding,
): Promise<readonly Vanished[]> {
  const vanished: Vanished[] = []
  for await (const one of vanishedIn(source, read, finding))
    if (!(await isPast(one, finding))) vanished.push(one)
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
  if (series === undefined) await trashForImport(store, record)
  if (series === undefined || series.status === 'trash') return undefined
  const keeping = keepEarlierState(store, context)
  await trashOneSeriesGoneFromSource(keeping.store, series, record.id, context)
  await keeping.store.updateEvents([record.id], { pruned_status: series.status })
  await keeping.note(series.id)
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
    if ((await prunable(context, one, whole)) !== undefined) ids.push(one.event.id)
  return ids
}

/** The maximum events of one transaction. */
const AT_ONCE = 20

/** Yields what one transaction removes: single events together, a series alone, as it has many events. */
function* slicesOfVanished(vanished: readonly Vanished[]): Iterable<readonly Vanished[]> {
  const singles = vanished.filter(({ series }) => series === undefined)
  yield* slicesOf(singles, AT_ONCE)
  for (const one of vanished) if (one.series !== undefined) yield [one]
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
        const record = await prunable({ store, moment: context.moment }, one, whole)
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
  const vanished: { readonly id: number; readonly key: string }[] = []
  for await (const { event, key } of vanishedIn(source, read, context)) vanished.push({ id: event.id, key })
  const keysOf = await context.store.importKeysOfEvents(vanished.map(({ id }) => id))
  const shared = vanished.flatMap(({ id, key }) =>
    provenanceOfKeys(keysOf.get(id) ?? [], whole).isShared ? [key] : [],
  )
  if (shared.length === 0) return
  await context.store.write(context, async (store) => {
    for (const key of shared) await store.forgetImport(key)
  })
}
