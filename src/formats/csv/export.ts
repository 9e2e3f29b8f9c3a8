/** Writes events as a table with one event in each row. An import reads it. */

import { type ContentLanguages, siteLanguageAsOnlyContentLanguage } from '../../domain/content/languages.ts'
import { ownLanguage } from '../../domain/content/translations.ts'
import { byteOrderMark, rowText } from '../../domain/text/csv.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { translationColumnNamesForLanguages } from '../../representations/files/translation-columns.ts'
import type { EventRecord, Reading, Viewer } from '../../store/store.ts'
import { type CellsByColumn, eventCells, exportColumnNames } from './columns.ts'
import { exportedTableRowsOfSeriesId } from './series-rows.ts'

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
  const viewer: Viewer = { scope: { user: undefined, reads: 'all', edits: 'all' }, moment }
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
