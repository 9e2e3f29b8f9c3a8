/** Imports a calendar (RFC 5545): updates events with the same UID, creates the others. */

import { trashForImport } from '../../actions/remove.ts'
import { completeWholeSeries } from '../../actions/series/making.ts'
import { trashOneSeriesGoneFromSource } from '../../actions/series/remove.ts'
import { type Context, contentChoiceIn } from '../../api/context.ts'
import { sha256Base64Url, uidApart, uidTogether } from '../../domain/import-source.ts'
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
import { calendarOfPage } from '../../formats/icalendar/page.ts'
import { singleEventAsSeriesEntry } from '../../formats/icalendar/series.ts'
import { readComponentsAndFaults } from '../../formats/icalendar/text.ts'
import { because, Problem, type RefusalReason } from '../../problem.ts'
import type { EventRecord, Reading, Writing } from '../../store/store.ts'
import {
  entryOfHost,
  expectedOfEntry,
  importSingleEvent,
  keysOfEntry,
  type NoteLeftOut,
  provenanceOfEvent,
  type Source,
  sourceKeyPrefix,
  unfetchableImageDropper,
} from './calendar-event.ts'
import {
  type ImportSetup,
  type ImportTally,
  type ImportTransaction,
  importLots,
  isLineResultUnfinished,
  type LineOutcome,
  lotsOfLines,
  textIn,
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

const labelOf = ({ args }: EventImportEntry) => ({
  title: textIn(args.title),
  start_date: textIn(args.start_date),
})

/** A series takes as long as many events, so others wait for no more than one. */
const weightOf = ({ series }: EventImportEntry) => (series === undefined ? 1 : Number.POSITIVE_INFINITY)

/** Returns what is stored of a source. */
async function storedUids({ store }: ImportSetup, source: Source): Promise<StoredUids> {
  const prefix = sourceKeyPrefix(source)
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
  const all = await importing.store.subscriptions.all()
  const whole = { ...source, subscribed: all.map(({ address }) => address) }
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
  const tally = await importLots(lotsOfLines(entries(), weightOf), importing, {
    labelOf,
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
  })
  for (const { line, reason } of faults) note(because('wrong_line', { line, why: reason }))
  return { ...tally, notes, inventory, isCut }
}

// Moves events to the trash that a calendar no longer contains.

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
