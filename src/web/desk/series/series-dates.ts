/** The dates of a series as they are: counted, and with what became of each. */
import { callApi, loadList, type QueryFields } from '../api/api.ts'
import type { EventItem, RecurrencePreview } from '../api/types.ts'
import type { EventDraft } from '../events/draft.ts'
import { ALL_DATES_QUERY_FIELDS, NOT_ENDED_QUERY_FIELDS } from '../events/list/listed.ts'
import {
  epochMillisecondsNow,
  minutesBetween,
  plusMinutes,
  resolveWallTime,
  utcWallOfMilliseconds,
  wallTimeIn,
} from '../time/wall.ts'
import { patternOfLines, recurrenceLinesOfPattern } from './lines.ts'
import type { PatternStart } from './pattern.ts'

const fields = ['id', 'start_date', 'all_day', 'status', 'event_status', 'series'] as const

export type SeriesDate = Pick<EventItem, (typeof fields)[number]>

const MAX_DATES = 100

const DAY = 86_400_000

const load = (series: number, query: QueryFields) =>
  loadList<SeriesDate>('/events', { series, status: 'any', ...query }, { fields })

interface SeriesDatesPage {
  readonly dates: readonly SeriesDate[]
  readonly total: number
  readonly pages: number
  readonly page: number
  /** The starts between which the page is: behind the first, up to the last; "" where it has no bound. */
  readonly after: string
  readonly upTo: string
}

/** Loads a page of the dates of a series, also of those in the trash: those that have not ended, or all. */
export async function loadSeriesDates(
  { series, timezone }: EventItem,
  isWhole: boolean,
  page: number,
): Promise<SeriesDatesPage> {
  const window = isWhole ? ALL_DATES_QUERY_FIELDS : NOT_ENDED_QUERY_FIELDS
  const read = (per_page: number, at: number) =>
    load(series?.id ?? 0, { ...window, per_page, page: at, status: 'any,trash' })
  const before = (page - 1) * MAX_DATES
  const [{ body, total, pages }, last] = await Promise.all([
    read(MAX_DATES, page),
    before === 0 ? undefined : read(1, before),
  ])
  const start = isWhole ? '' : wallTimeIn(timezone, epochMillisecondsNow() - DAY)
  return {
    dates: body,
    total,
    pages,
    page,
    after: last?.body[0]?.start_date ?? start,
    upTo: page < pages ? (body.at(-1)?.start_date ?? '') : '',
  }
}

export const skippedInPage = (skipped: readonly string[], { after, upTo }: SeriesDatesPage) =>
  skipped.filter((wall) => wall > after && (upTo === '' || wall <= upTo))

function fromStart({ start_date, timezone }: EventItem): QueryFields {
  const epoch = resolveWallTime(timezone, start_date)?.epoch ?? 0
  return { starts_after: `${utcWallOfMilliseconds(epoch - 1000).replace(' ', 'T')}Z`, strict_dates: true }
}

/** The rule of lines as a form writes it, without single dates. */
export const ruleOfLines = (lines: readonly string[], start: PatternStart) =>
  recurrenceLinesOfPattern({ ...patternOfLines(lines, start), added: [], skipped: [] }, start).join()

export const startByRule = ({ series, start_date, timezone, all_day }: EventItem): PatternStart => ({
  start_date: series?.recurrence_id ?? start_date,
  timezone,
  all_day,
})

/** How many dates from one on the lines of a form have more than the stored ones, by single dates that are added or skipped. */
function datesMore(lines: readonly string[], event: EventItem, from = '') {
  const count = (of: readonly string[]) => {
    const { added, skipped } = patternOfLines(of, startByRule(event))
    const isFollowing = (wall: string) => wall >= from
    return added.filter(isFollowing).length - skipped.filter(isFollowing).length
  }
  return count(lines) - count(event.series?.recurrence ?? [])
}

/**
 * Counts the dates that each scope of more than one date concerns, with the lines of the form; none for a rule of which nothing is
 * stored. What has begun is not moved to the trash along with all others.
 */
export async function countDatesByScope(
  event: EventItem,
  act: 'save' | 'trash',
  lines: readonly string[] = event.series?.recurrence ?? [],
): Promise<Partial<Readonly<Record<'following' | 'all', number>>>> {
  const { series } = event
  const start = startByRule(event)
  if (series === null || ruleOfLines(lines, start) !== ruleOfLines(series.recurrence, start)) return {}
  const totalOf = async (window: QueryFields) => (await load(series.id, { ...window, per_page: 1 })).total
  const [following, all] = await Promise.all([
    totalOf(fromStart(event)),
    totalOf(act === 'save' ? ALL_DATES_QUERY_FIELDS : { starts_after: 'now', strict_dates: true }),
  ])
  return {
    following: following + datesMore(lines, event, series.recurrence_id),
    all: all + datesMore(lines, event),
  }
}

// Where the rule of a series puts the date that a form shows, and how the rule goes on from there.

/** The times of a date as its rule has them. */
export type StartAndEndByRule = Pick<EventDraft, 'start_date' | 'end_date' | 'timezone' | 'all_day'>

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
