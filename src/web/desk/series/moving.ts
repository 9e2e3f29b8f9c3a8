/** Saves a series whose date was moved: where it leaves the days of its rule, the person is asked whether these move along. */
import type { EventItem } from '../api/types.ts'
import { daysBetween } from '../calendar/days.ts'
import type { EventEditingState, SaveOptions } from '../events/editing.ts'
import { askConfirmation } from '../parts/dialog.tsx'
import { t } from '../words/index.ts'
import { recurrenceLinesForNewStart, recurrenceLinesText } from './lines.ts'
import { countsWeekdays, linesWithWeekdaysMoved } from './pattern.ts'

/** Saves this date alone, once the person agrees that the others stay: their rule can’t move along. */
async function saveThisDateAlone(state: EventEditingState, options: SaveOptions) {
  const question = {
    title: t('series.off-days.this'),
    text: t('series.off-days.stay'),
    yes: t('series.off-days.this'),
  }
  return (await askConfirmation(question)) ? state.saveFor({ ...options, scope: 'this' }) : undefined
}

/** Saves the series with other days in its rule, once the person agrees. */
async function saveWithRule(state: EventEditingState, options: SaveOptions, moved: readonly string[]) {
  const [before, after] = [state.values.value.recurrence, moved].map(recurrenceLinesText)
  const question = {
    title: t('series.off-days.title'),
    text: t('series.off-days.text', { before: before ?? '', after: after ?? '' }),
    yes: t('series.off-days.yes'),
  }
  if (!(await askConfirmation(question))) return undefined
  state.set({ recurrence: moved })
  return state.saveFor(options)
}

/** Saves the event for some dates of its series. In the calendar, a rule that counts its weekdays never moves along. */
export async function saveForScope(
  state: EventEditingState,
  options: SaveOptions,
  isDragged = false,
): Promise<EventItem | undefined> {
  const { values, edited, faults } = state
  const { base } = edited.value
  const { recurrence, start_date } = values.value
  const days = daysBetween(base.start_date.slice(0, 10), start_date.slice(0, 10))
  const isOfOthers = options.scope === 'following' || options.scope === 'all'
  const leavesDays = isOfOthers && days !== 0 && recurrence.join() === base.recurrence.join()
  if (leavesDays && countsWeekdays(recurrence)) {
    const moved = isDragged ? recurrence : recurrenceLinesForNewStart(recurrence, base, values.value)
    const isMoved = moved.join() !== recurrence.join()
    return isMoved ? saveWithRule(state, options, moved) : saveThisDateAlone(state, options)
  }
  const saved = await state.saveFor(options)
  if (saved !== undefined || !leavesDays || faults.value.recurrence === undefined) return saved
  const moved = linesWithWeekdaysMoved(recurrence, days)
  if (moved === undefined) return saveThisDateAlone(state, options)
  return moved.join() === recurrence.join() ? undefined : saveWithRule(state, options, moved)
}
