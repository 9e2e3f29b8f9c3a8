/** Imports the exceptions of a series. An exception that the source no longer has becomes a regular occurrence again. */
import { ownFieldsOf } from '../../actions/series/own-fields.ts'
import { updateWithin } from '../../actions/update.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { event as declaration } from '../../contract/resources/event.ts'
import type { EventRecord } from '../../store/store.ts'
import { changes, type NoteOf, outcomeArgs } from '../icalendar/import-event.ts'
import { leniently } from '../icalendar/text/lenient.ts'
import type { Batch } from '../import/runs.ts'
import type { Sent } from '../import/sent-line.ts'
import { isHidden } from './decisions.ts'
import type { RecurringEntry } from './series-entry.ts'

/** The fields of an event that a calendar contains. */
const said = [
  ...['title', 'description', 'website', 'venue', 'organizer', 'categories', 'image'],
  ...['start_date', 'end_date', 'timezone', 'all_day', 'event_status', 'attendance_mode', 'online_url'],
]

async function change(batch: Batch, event: EventRecord, sent: Sent): Promise<boolean> {
  const { store, context } = batch
  const args = parseArgs(declaration.fields, sent, 'update', declaration.refuses)
  await updateWithin(store, 'event', event, args, context)
  const now = await store.find('event', { id: event.id }, context.moment)
  return now?.version !== event.version
}

/** Updates the occurrences from the exceptions. Returns whether anything changed. */
export async function importExceptions(
  batch: Batch,
  { series }: RecurringEntry,
  id: number,
  note: NoteOf,
): Promise<boolean> {
  const { store, context } = batch
  const all = await store.occurrences(id)
  const byId = new Map(all.map((one) => [one.recurrence_id, one]))
  const exceptional = new Set(series.exceptions.map(({ recurrenceId }) => recurrenceId))
  let hasChanged = false
  for (const { recurrenceId, entry } of series.exceptions) {
    const event = await store.find('event', { id: byId.get(recurrenceId)?.id ?? 0 }, context.moment)
    // A user has removed an occurrence that is in the trash.
    if (event === undefined || event.status === 'trash') continue
    const {
      recurrence: _,
      status: _status,
      ...sent
    } = entry.cancelled === 'bare' ? outcomeArgs(entry, event) : await changes(batch, entry, event)
    const { result, left } = await leniently(sent, (some) => store.attempt(() => change(batch, event, some)))
    for (const what of left) note(what, entry)
    hasChanged ||= result
  }
  for (const one of all) {
    const own = ownFieldsOf(one)
    if (exceptional.has(one.recurrence_id) || one.status === 'trash' || isHidden(one)) continue
    const inherit = own.filter((field) => said.includes(field))
    const event = inherit.length === 0 ? undefined : await store.find('event', { id: one.id }, context.moment)
    if (event !== undefined) hasChanged = (await change(batch, event, { inherit })) || hasChanged
  }
  return hasChanged
}
