/** Writes events as a table with one event in each row. An import reads it. */

import { recurrenceIdAfterPendingMove, seriesFromRecord } from '../../actions/series/pattern.ts'
import { viewerOfAll } from '../../api/context.ts'
import {
  type ContentLanguages,
  ownLanguage,
  siteLanguageAsOnlyContentLanguage,
} from '../../domain/languages.ts'
import { withoutInternalFields } from '../../domain/publication/internal.ts'
import { recurrenceLineTexts } from '../../domain/series/recurrence-lines.ts'
import { byteOrderMark, rowText } from '../../domain/text/csv.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { translationColumnNamesForLanguages } from '../../representations/files.ts'
import type {
  EventItem,
  EventRecord,
  OccurrenceRecord,
  Reading,
  SeriesRecord,
  Viewer,
} from '../../store/store.ts'
import { inBatches } from '../in-batches.ts'
import { type CellsByColumn, eventCells, exportColumnNames } from './columns.ts'

// The rows of series in tables (contract §10.4): one with the rule, and one for each exception.

const isOwn = ({ own_fields }: OccurrenceRecord) => withoutInternalFields(own_fields) !== '[]'
const isInTrash = ({ status }: OccurrenceRecord) => status === 'trash'

/** The place of an occurrence in the rule of its series. */
const placeIn = (series: SeriesRecord) => (one: OccurrenceRecord) =>
  recurrenceIdAfterPendingMove(series, one.recurrence_id)

/** Returns occurrences with what their rows tell: nothing of their series, which has a row of its own. */
export const itemsOfOccurrenceRows = (store: Reading, events: readonly EventRecord[], viewer: Viewer) =>
  store.items(
    'event',
    events.map((event) => ({ ...event, series: null })),
    viewer,
  )

export const tableRowOfException = (series: SeriesRecord, item: EventItem): CellsByColumn => ({
  ...eventCells(item),
  uid: series.uid,
  recurrence_id: placeIn(series)(item.record),
})

/** The lines of a series; occurrences in the trash are excluded. */
function linesOf(record: SeriesRecord, all: readonly OccurrenceRecord[]): string {
  const { recurrence, allDay } = seriesFromRecord(record)
  const named = new Set(recurrence.exclusions.map(({ wall }) => wall))
  const trashed = all.filter(isInTrash).map(placeIn(record))
  const more = trashed.filter((wall) => !named.has(wall)).map((wall) => ({ wall, isDay: allDay }))
  const exclusions = [...recurrence.exclusions, ...more].sort((a, b) => (a.wall < b.wall ? -1 : 1))
  return recurrenceLineTexts({ ...recurrence, exclusions }).join('\n')
}

/** The row of a series, with the values that most of its occurrences have; undefined if all of these are in the trash. */
export async function tableRowOfSeries(
  store: Reading,
  record: SeriesRecord,
  all: readonly OccurrenceRecord[],
  viewer: Viewer,
): Promise<CellsByColumn | undefined> {
  const there = all.filter((one) => !isInTrash(one))
  const typical = there.find((one) => !isOwn(one)) ?? there[0]
  const event = typical && (await store.find('event', { id: typical.id }, viewer.moment))
  const [item] = event === undefined ? [] : await itemsOfOccurrenceRows(store, [event], viewer)
  const { start_date, end_date, uid, slug } = record
  return item && { ...eventCells(item), uid, slug, start_date, end_date, recurrence: linesOf(record, all) }
}

/** The rows of a series with an occurrence outside the trash: the series, then its exceptions. */
async function rowsOfSeries(store: Reading, id: number, viewer: Viewer): Promise<readonly CellsByColumn[]> {
  const record = await store.find('series', { id }, viewer.moment)
  const all = await store.occurrences(id)
  const whole = record && (await tableRowOfSeries(store, record, all, viewer))
  if (record === undefined || whole === undefined) return []
  const own = all.filter((one) => isOwn(one) && !isInTrash(one)).map((one) => one.id)
  const exceptions = [...(await store.eventRecords(own)).values()]
  const items = await itemsOfOccurrenceRows(store, exceptions, viewer)
  return [whole, ...items.map((item) => tableRowOfException(record, item))]
}

/** Yields the events that are not in the trash, in batches. */
export async function* eventRecordBatches(store: Reading): AsyncIterable<readonly EventRecord[]> {
  for await (const events of inBatches(store.all('event')))
    yield events.filter(({ status }) => status !== 'trash')
}

/** Returns the columns of languages: none on a site with one. The site's own has columns where an event is translated into it. */
async function languageColumns(
  store: Reading,
  [site, ...others]: ContentLanguages,
): Promise<readonly string[]> {
  if (others.length === 0) return []
  let isTranslated = false
  for await (const { translations } of store.all('event')) {
    isTranslated = translations[site] !== undefined
    if (isTranslated) break
  }
  return ['language', ...translationColumnNamesForLanguages([...(isTranslated ? [site] : []), ...others])]
}

/** Yields the table of all events, including drafts, except the trash. A series is one row with its rule, and one for each exception. Further venues and organizers are JSON in a column of their own. */
export async function* exportedTableChunks(
  store: Reading,
  moment: Moment,
  languages: ContentLanguages = siteLanguageAsOnlyContentLanguage('en'),
): AsyncIterable<string> {
  const viewer = viewerOfAll(moment)
  const columns = [...exportColumnNames, ...(await languageColumns(store, languages))]
  const row = (cells: CellsByColumn) => {
    const language = ownLanguage({ language: cells.language ?? '' }, languages)
    return rowText(columns.map((column) => (column === 'language' ? language : (cells[column] ?? ''))))
  }
  const seen = new Set<number>()
  yield byteOrderMark + rowText(columns)
  for await (const events of eventRecordBatches(store)) {
    const single = events.filter(({ series }) => series === null)
    for (const item of await store.items('event', single, viewer)) yield row(eventCells(item))
    for (const { series } of events) {
      if (series === null || seen.has(series)) continue
      seen.add(series)
      for (const cells of await rowsOfSeries(store, series, viewer)) yield row(cells)
    }
  }
}
