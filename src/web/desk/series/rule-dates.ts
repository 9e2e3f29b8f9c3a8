/** Where the rule of a series puts the date that a form shows, and how the rule goes on from there. */
import { callApi } from '../api/api.ts'
import type { EventItem, RecurrencePreview } from '../api/types.ts'
import type { EventDraft } from '../events/draft.ts'
import { minutesBetween, plusMinutes } from '../time/wall.ts'

/** The times of a date as its rule has them. */
export type StartAndEndByRule = Pick<EventDraft, 'start_date' | 'end_date' | 'timezone' | 'all_day'>

/** The series that an event is saved in; null or undefined for a single event. */
export type SeriesOfEventItemOrNone = EventItem['series'] | undefined

/**
 * Returns the times of a draft as its rule has them. An occurrence that was moved has times of its own, but its series repeats, and is
 * skipped, at those of the rule.
 */
export function startAndEndOfDraftByRule(draft: EventDraft, saved: EventItem | undefined): StartAndEndByRule {
  const { start_date, end_date, timezone, all_day } = draft
  const times = { start_date, end_date, timezone, all_day }
  if (!saved?.series?.own_fields.includes('start_date')) return times
  const since = minutesBetween(saved.start_date, start_date)
  const length = minutesBetween(start_date, end_date)
  if (since === undefined || length === undefined) return times
  const start = plusMinutes(saved.series.recurrence_id, since)
  return { ...times, start_date: start, end_date: plusMinutes(start, length) }
}

/** Loads the start of the first date of a series; undefined for a single event. */
export async function loadStartOfFirstSeriesDate(
  saved: SeriesOfEventItemOrNone,
): Promise<string | undefined> {
  if (saved === undefined || saved === null) return undefined
  return (await callApi<{ start_date: string }>('GET', `/series/${saved.id}`)).body.start_date
}

/**
 * Returns the args by which the service follows a rule from the date that a form shows on. COUNT counts from the first date of the
 * series, which moves along with that one. Undefined until the first start is known.
 */
export function argsToFollowRuleFromShownDate(
  times: StartAndEndByRule,
  saved: SeriesOfEventItemOrNone,
  first: string | undefined,
) {
  if (saved === undefined || saved === null) return times
  const passed = first === undefined ? undefined : minutesBetween(first, saved.recurrence_id)
  if (passed === undefined) return undefined
  const { start_date: from } = times
  const [start_date, end_date] = [plusMinutes(from, -passed), plusMinutes(times.end_date, -passed)]
  return { ...times, start_date, end_date, from }
}

/** Returns what is left of recurrence lines from the date of a draft on: COUNT without the dates before it. Throws a Fault. */
export async function remainingRecurrenceLines(
  lines: readonly string[],
  draft: EventDraft,
  event: EventItem,
): Promise<readonly string[]> {
  const { series } = event
  const args = argsToFollowRuleFromShownDate(
    startAndEndOfDraftByRule(draft, event),
    series,
    await loadStartOfFirstSeriesDate(series),
  )
  const query = { recurrence: lines.join('\n'), ...args }
  return (await callApi<RecurrencePreview>('GET', '/recurrence', { query })).body.rest
}
