/** Moves and resizes an event, with undo. */
import { callApi } from '../../api/api.ts'
import type { EventItem } from '../../api/types.ts'
import { deskSettings } from '../../desk-settings.ts'
import { draftOfSavedEvent } from '../../events/draft.ts'
import { type EventEditingState, newEventEditingState } from '../../events/editing.ts'
import { hasUnsavedValues } from '../../kept/unsaved-values.ts'
import { askConfirmation } from '../../parts/dialog.tsx'
import { notify, showErrorNotice, showFault, tellWhenDone } from '../../parts/notice.tsx'
import { recurrenceLinesText } from '../../series/rule-text.ts'
import { askSeriesScope, type SeriesScope } from '../../series/scope-dialog.tsx'
import { countsWeekdays, linesWithWeekdaysMoved } from '../../series/weekdays-moved.ts'
import { dateTimeText, dayText } from '../../time/wall.ts'
import { t } from '../../words/index.ts'
import { daysBetween } from '../days.ts'
import { fromSiteZone, shownEvent } from '../shown.ts'
import { changedTimes, type TimeShift } from './live.ts'

/** Moves one date of a series whose rule can’t move along, once the person agrees that the others stay. */
async function saveThisDateAlone(state: EventEditingState) {
  const question = {
    title: t('series.off-days.this'),
    text: t('series.off-days.stay'),
    yes: t('series.off-days.this'),
  }
  return (await askConfirmation(question)) ? state.save({ scope: 'this' }) : undefined
}

/** Saves the move of a series. Where it leaves the days of its rule, the person is asked whether these move along, if they can. */
async function saveMoveOfSeries(state: EventEditingState, scope: SeriesScope) {
  const { draft, base, faults } = state
  const { recurrence, start_date } = draft.value
  const days = daysBetween(base.value.start_date.slice(0, 10), start_date.slice(0, 10))
  const isOfOthers = days !== 0 && scope !== 'this'
  if (isOfOthers && countsWeekdays(recurrence)) return saveThisDateAlone(state)
  const saved = await state.save({ scope })
  if (saved !== undefined || !isOfOthers || faults.value.recurrence === undefined) return saved
  const moved = linesWithWeekdaysMoved(recurrence, days)
  if (moved === undefined) return saveThisDateAlone(state)
  if (moved.join() === recurrence.join()) return undefined
  const [before, after] = [recurrenceLinesText(recurrence), recurrenceLinesText(moved)]
  const question = {
    title: t('series.off-days.title'),
    text: t('series.off-days.text', { before, after }),
    yes: t('series.off-days.yes'),
  }
  if (!(await askConfirmation(question))) return undefined
  state.set('recurrence', moved)
  return state.save({ scope })
}

/** Saves the change as the editor does: with the ETag of the loaded version, and after asking for the scope in a series. */
async function save(
  id: number,
  change: TimeShift,
): Promise<readonly [EventItem, revision: number] | undefined> {
  const response = await callApi<EventItem>('GET', `/events/${id}`)
  const state = newEventEditingState(id, draftOfSavedEvent(response.body), response)
  const times = changedTimes(shownEvent(response.body, new Map()), change)
  if (times === undefined) return undefined
  const { timezone } = state.draft.value
  const [start, end] = times.isAllDay
    ? [times.start, times.end]
    : [fromSiteZone(times.start, timezone), fromSiteZone(times.end, timezone)]
  state.set('start_date', start)
  state.set('end_date', end)
  const scopes = state.scopes()
  const chosen = scopes.length === 0 ? undefined : await askSeriesScope('save', scopes, response.body)
  if (scopes.length > 0 && chosen === undefined) return undefined
  const saved = chosen === undefined ? await state.save() : await saveMoveOfSeries(state, chosen)
  if (saved === undefined) throw new Error(state.fault.value || t('conflict'))
  return [saved, state.revision.value]
}

/** Moves or resizes an event, and reports the result. `after` is called after the change and after its undo. */
export async function saveTimeShiftOfEvent(id: number, change: TimeShift, after: () => void): Promise<void> {
  if (change.start === 0 && change.end === 0) return
  if (hasUnsavedValues(`event/${id}`)) return showErrorNotice(t('calendar.kept'))
  try {
    const saved = await save(id, change)
    if (saved === undefined) return
    const [{ title, start_date, all_day, timezone }, revision] = saved
    const undo = () =>
      tellWhenDone(callApi('POST', '/undo', { body: { revision } }), t('calendar.undone', { title }), after)
    // The calendar shows times of the site zone, where an event of another zone has been dropped.
    const own = `${dateTimeText(start_date)}${timezone === deskSettings.zone ? '' : ` (${timezone})`}`
    const at = all_day ? dayText(start_date) : own
    notify(t('calendar.moved', { title, at }), () => void undo())
    after()
  } catch (error) {
    showFault(error)
  }
}
