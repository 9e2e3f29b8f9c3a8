/** Imports the exceptions of a series. An exception that the source no longer has becomes a regular occurrence again. */
import { ownFieldsOfOccurrence } from '../../../actions/series/own-fields.ts'
import { updateInTransaction } from '../../../actions/update.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { event as declaration } from '../../../contract/resources/event.ts'
import { hasStandardProperty } from '../../../contract/resources/fields/calendar.ts'
import { writableEventFieldNames } from '../../../contract/resources/fields/event-fields.ts'
import { eventStatusArgs } from '../../../formats/icalendar/outcome-args.ts'
import type { OccurrenceUnlikeRest, RecurringEntry } from '../../../formats/icalendar/series/series-entry.ts'
import { runDroppingRefusedArgs } from '../../../formats/icalendar/text/lenient.ts'
import type { SentObject } from '../../../formats/jsonl/sent-line.ts'
import { because, Problem, reasonOfProblem } from '../../../problem.ts'
import type { EventRecord, OccurrenceRecord } from '../../../store/store.ts'
import {
  argsOfPrivateEntry,
  entryArgsThatChangeEvent,
  isToBePublic,
  withoutTexts,
} from '../args-to-change.ts'
import type { ImportTransaction } from '../import-batch.ts'
import type { EntryWithSource, NoteLeftOut } from '../source-entry.ts'
import { isHiddenOccurrence } from './decisions.ts'

/** The fields of an event that a calendar contains. */
const said = [
  'title',
  'venue',
  'organizer',
  'categories',
  'image',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'event_status',
  'attendance_mode',
  ...writableEventFieldNames.filter(hasStandardProperty),
]

async function change(batch: ImportTransaction, event: EventRecord, sent: SentObject): Promise<boolean> {
  const { store, context } = batch
  const args = parseArgs(declaration.fields, sent, 'update', declaration.refuses)
  await updateInTransaction(store, { name: 'event', kept: event }, args, context)
  const now = await store.find('event', { id: event.id }, context.moment)
  return now?.version !== event.version
}

/** The args that change an occurrence: it becomes private where the source marks it so, or keeps its texts where a person here shows it. */
export async function argsOfOccurrence(
  batch: ImportTransaction,
  { entry, note }: Pick<EntryWithSource, 'entry' | 'note'>,
  sent: SentObject,
  event: EventRecord,
  isOfPrivateSeries = false,
): Promise<SentObject> {
  if (entry.status === 'private') {
    // Only a status of its own is one that a person gave it.
    const usual = ownFieldsOfOccurrence(event).includes('status') ? undefined : event.status
    const { id, status } = event
    return argsOfPrivateEntry(batch, { entry, note }, sent, { resource: 'event', id, status, usual })
  }
  if (!isOfPrivateSeries || !isToBePublic(event.status)) return sent
  note(because('private_shown_here'), entry)
  return withoutTexts(sent)
}

/** Updates one occurrence from its exception. Returns whether anything changed. */
async function importException(
  batch: ImportTransaction,
  { entry }: OccurrenceUnlikeRest,
  { id, isOfPrivateSeries }: { readonly id: number; readonly isOfPrivateSeries: boolean },
  note: NoteLeftOut,
): Promise<boolean> {
  const { store, context } = batch
  const event = await store.find('event', { id }, context.moment)
  // A user has removed an occurrence that is in the trash.
  if (event === undefined || event.status === 'trash') return false
  const all =
    entry.cancelled === 'bare'
      ? eventStatusArgs(entry, event)
      : await entryArgsThatChangeEvent(batch, entry, event)
  const { recurrence: _, status: _status, ...said } = all
  const sent = await argsOfOccurrence(batch, { entry, note }, said, event, isOfPrivateSeries)
  try {
    const { result, left } = await runDroppingRefusedArgs(sent, (some) =>
      store.attempt(() => change(batch, event, some)),
    )
    for (const what of left) note(what, entry)
    return result
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    note(because('exception_left_out', { why: reasonOfProblem(error) }), entry)
    return false
  }
}

/** Makes an occurrence that the source no longer changes like the others again. Returns whether anything changed. */
async function inheritAgain(batch: ImportTransaction, one: OccurrenceRecord): Promise<boolean> {
  const inherit = ownFieldsOfOccurrence(one).filter((field) => said.includes(field))
  const event =
    inherit.length === 0 ? undefined : await batch.store.find('event', { id: one.id }, batch.context.moment)
  return event !== undefined && change(batch, event, { inherit })
}

/** A stored series, and how far its occurrences have been updated. */
interface ExceptionsCursor {
  readonly id: number
  /** The `recurrence_id` of the last one; undefined before the first. */
  readonly after?: string | undefined
}

/** The maximum occurrences that one transaction compares with the source. */
const AT_ONCE = 20

/**
 * Updates the next occurrences from the exceptions of a series: those whose `recurrence_id` is after the cursor. Returns whether
 * anything changed, and the `recurrence_id` after which to go on if others are left.
 */
export async function importNextExceptions(
  batch: ImportTransaction,
  { series, status }: RecurringEntry,
  { id, after = '' }: ExceptionsCursor,
  note: NoteLeftOut,
): Promise<{ readonly hasChanged: boolean; readonly next?: string }> {
  const exceptions = new Map(series.exceptions.map((one) => [one.recurrenceId, one]))
  const due = (await batch.store.occurrences(id)).filter(
    (one) =>
      one.recurrence_id > after &&
      (exceptions.has(one.recurrence_id) ||
        // An exception that is not understood is not gone.
        (!series.isUnclear && one.own_fields !== '[]' && one.status !== 'trash' && !isHiddenOccurrence(one))),
  )
  let hasChanged = false
  for (const one of due.slice(0, AT_ONCE)) {
    const exception = exceptions.get(one.recurrence_id)
    const isChanged =
      exception === undefined
        ? await inheritAgain(batch, one)
        : await importException(
            batch,
            exception,
            { id: one.id, isOfPrivateSeries: status === 'private' },
            note,
          )
    hasChanged ||= isChanged
  }
  const next = due[AT_ONCE - 1]?.recurrence_id
  return { hasChanged, ...(due.length > AT_ONCE && next !== undefined && { next }) }
}
