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
import { type CellsByColumn, eventCells, exportColumnNames } from './columns.ts'

// The rows of series in tables (contract §10.4): one with the rule, and one for each exception.

const isOwn = ({ record }: EventItem) => withoutInternalFields(record.own_fields) !== '[]'

/** The lines of a series; occurrences in the trash are excluded. */
function linesOf(record: SeriesRecord, trashed: readonly string[]): string {
  const { recurrence, allDay } = seriesFromRecord(record)
  const named = new Set(recurrence.exclusions.map(({ wall }) => wall))
  const more = trashed.filter((wall) => !named.has(wall)).map((wall) => ({ wall, isDay: allDay }))
  const exclusions = [...recurrence.exclusions, ...more].sort((a, b) => (a.wall < b.wall ? -1 : 1))
  return recurrenceLineTexts({ ...recurrence, exclusions }).join('\n')
}

/** The rows of a series with an occurrence outside the trash: the series, then its exceptions. */
export async function exportedTableRowsOfSeriesId(
  store: Reading,
  id: number,
  viewer: Viewer,
): Promise<readonly CellsByColumn[]> {
  const record = await store.find('series', { id }, viewer.moment)
  const all = await store.occurrences(id)
  const events = await store.eventRecords(all.filter(({ status }) => status !== 'trash').map((one) => one.id))
  const items = await store.items('event', [...events.values()], viewer)
  const typical = items.find((item) => !isOwn(item)) ?? items[0]
  if (record === undefined || typical === undefined) return []
  const placeOf = ({ recurrence_id }: Pick<OccurrenceRecord, 'recurrence_id'>) =>
    recurrenceIdAfterPendingMove(record, recurrence_id)
  const trashed = all.filter(({ status }) => status === 'trash').map(placeOf)
  const { start_date, end_date, uid, slug } = record
  const whole = {
    ...eventCells(typical),
    uid,
    slug,
    start_date,
    end_date,
    recurrence: linesOf(record, trashed),
  }
  const exceptions = items.filter(isOwn).map((item) => {
    return { ...eventCells(item), uid, recurrence_id: placeOf(item.record) }
  })
  return [whole, ...exceptions]
}

const BATCH = 100

/** Yields the events that are not in the trash, in batches. */
export async function* eventRecordBatches(store: Reading): AsyncIterable<readonly EventRecord[]> {
  let batch: EventRecord[] = []
  for await (const event of store.all('event')) {
    if (event.status === 'trash') continue
    batch.push(event)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
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
      for (const cells of await exportedTableRowsOfSeriesId(store, series, viewer)) yield row(cells)
    }
  }
}
