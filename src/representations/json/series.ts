/** Representations of series, and of the series in an event (contract §10.2). */
import type { Representation } from '../../contract/resources/index.ts'
import { noTranslations } from '../../domain/languages.ts'
import { occurrenceCount, type Series } from '../../domain/series/occurrences.ts'
import { parseStoredRecurrence } from '../../domain/series/recurrence-lines.ts'
import { describeSeriesInWords } from '../../domain/series/rule-text.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { hasNoEnd } from '../../domain/time/window.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { EventItem, SeriesHead, SeriesSummary } from '../../store/store.ts'
import { shownRecordAndLanguages } from '../shown-language.ts'
import { restUrl, urlOfItemPage } from '../urls.ts'
import { type JsonItemContext, representGroupAndInMain } from './items.ts'

/** Returns the series as an event shows it; null for a single event. */
export function representSeriesOfEvent(
  { record, series }: EventItem,
  { root }: JsonItemContext,
): Representation<'event'>['series'] {
  if (series === undefined) return null
  const own_fields: readonly string[] = JSON.parse(record.own_fields)
  return {
    id: series.id,
    recurrence: series.recurrence,
    recurrence_id: record.recurrence_id,
    is_exception: own_fields.length > 0,
    own_fields,
    rest_url: restUrl(root, 'series', series.id),
  }
}

type Timed = Pick<SeriesHead, 'recurrence' | 'start_date' | 'end_date' | 'timezone' | 'all_day'>

/** Returns the series with its lines parsed; undefined if the stored lines are damaged. */
export function parseSeriesRecord({
  recurrence,
  start_date,
  end_date,
  timezone,
  all_day,
}: Timed): Series | undefined {
  const times = { start: start_date, end: end_date, zone: timezone, allDay: all_day === 1 }
  const lines = parseStoredRecurrence(recurrence, times)
  return 'fault' in lines ? undefined : { ...times, recurrence: lines }
}

/** Returns the rule of a series in words, in the language of a root; "" if the stored lines are damaged. */
export function recurrenceInWordsForRoot(of: Timed, { root }: Pick<JsonItemContext, 'root'>): string {
  const series = parseSeriesRecord(of)
  return series === undefined ? '' : describeSeriesInWords(series, root.language ?? 'en', root.locale)
}

export function representSeriesSummary(
  { record, showsTitlesOnly, count, next, group, internal }: SeriesSummary,
  view: JsonItemContext,
): SeriesJson {
  const { root, zone } = view
  const parsed = parseSeriesRecord(record)
  const { language = '', translations = noTranslations } = record.pattern.columns
  const content = shownRecordAndLanguages(
    'series',
    { title: record.title, language, translations },
    root,
    showsTitlesOnly,
  )
  const { id, author, status, slug, recurrence, timezone, start_date, end_date } = record
  return {
    id,
    author,
    status,
    title: content.record.title,
    slug,
    ...content.shown,
    recurrence,
    timezone,
    all_day: record.all_day === 1,
    no_end_time: hasNoEnd(record),
    start_date,
    end_date,
    text: recurrenceInWordsForRoot(record, view),
    count,
    total: parsed === undefined ? null : occurrenceCount(parsed),
    ...representGroupAndInMain(group, record.in_main, view),
    next,
    made_until: record.made_until,
    continues: record.continues,
    continued_by: record.continued_by,
    date: wallAt(record.date_utc, zone),
    date_utc: utcTimestampOfEpoch(record.date_utc),
    modified: wallAt(record.modified_utc, zone),
    modified_utc: utcTimestampOfEpoch(record.modified_utc),
    url: urlOfItemPage(root, 'series', slug),
    rest_url: restUrl(root, 'series', id),
    events_url: `${restUrl(root, 'events')}?series=${id}`,
    ...internal,
  }
}

export type SeriesJson = Representation<'series'>
