/** Imports a calendar (RFC 5545): updates events with the same UID, creates the others. */

import { contentChoiceIn } from '../../api/languages.ts'
import { contentLanguageMatchingTag } from '../../domain/content/languages.ts'
import { ownLanguage } from '../../domain/content/translations.ts'
import { sha256Base64Url } from '../../domain/import-source.ts'
import { isPage } from '../../domain/text/page-events.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { epochOfWall } from '../../domain/time/zones.ts'
import { uidApart } from '../../domain/uid.ts'
import { calendarOfPage } from '../../formats/icalendar/page.ts'
import { singleEventAsSeriesEntry } from '../../formats/icalendar/series/series-entries.ts'
import type { EventImportEntry } from '../../formats/icalendar/series/series-entry.ts'
import { readComponentsAndFaults } from '../../formats/icalendar/text/components.ts'
import { entriesOfComponents, startName } from '../../formats/icalendar/text/entries.ts'
import type { CalendarUids, StoredUids } from '../../formats/icalendar/text/inventory.ts'
import { type ImportNotes, type NoteFunction, newImportNotes } from '../../formats/notes.ts'
import { because, Problem } from '../../problem.ts'
import { importSingleEvent } from './calendar-event.ts'
import { entryOfHost, type Source, sourceKeyPrefix } from './calendar-sources.ts'
import {
  type ImportTransaction,
  isLineResultUnfinished,
  type LineOutcome,
  type UnfinishedLineImport,
} from './import-batch.ts'
import { importLots, lotsOfLines } from './importer.ts'
import type { ImportSetup } from './importing.ts'
import { unfetchableImageDropper } from './pictures.ts'
import { cancelSeries, importOccurrence } from './series/import-message.ts'
import { importSeries } from './series/import-series.ts'
import type { NoteLeftOut } from './source-entry.ts'
import type { ImportTally } from './tally.ts'

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

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')
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
      yield withCategories(entry, source)
  }
  const withImage = unfetchableImageDropper(note)
  const pictured = (entry: EventImportEntry, context: ImportTransaction['context']) => ({
    ...entry,
    args: withImage(entry.args, context),
  })
  const tally = await importLots(lotsOfLines(entries(), weightOf), importing, {
    labelOf,
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
