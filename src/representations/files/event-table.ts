/** Events of a list as a table (CSV), with columns named as imports name them. */
import {
  eventFieldsByPart,
  eventFlagNames,
  type WritableEventFieldName,
} from '../../contract/resources/fields/event-fields.ts'
import { writableFieldNames } from '../../contract/resources/fields/row.ts'
import { namesOf, recordFromNames } from '../../contract/table-of.ts'
import type { ContentLanguages } from '../../domain/content/languages.ts'
import { noTranslations } from '../../domain/content/translations.ts'
import { byteOrderMark, namesCell, rowText } from '../../domain/text/csv.ts'
import type { Event } from '../json/event.ts'
import { translationCells, translationColumnNamesForLanguages } from './translation-columns.ts'

/** The text of a file with the events of a list: its beginning, and the text of each event. */
export interface ListFileWriter {
  readonly head: string
  row(event: Event): string
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value ?? ''))

const cellsOf = (fields: readonly WritableEventFieldName[]) =>
  recordFromNames(fields, (name) => (event: Event) => textOf(event[name]))

/** Returns all linked items but the first, as JSON, as imports read them. */
const furtherText = (all: readonly object[]) => (all.length < 2 ? '' : JSON.stringify(all.slice(1)))

const columns: Readonly<Record<string, (event: Event) => string>> = {
  // Occurrences share the UID of their series. As single rows they have none.
  uid: ({ external_id, series }) => (series ? '' : external_id),
  title: ({ title }) => title,
  status: ({ status }) => status,
  start_date: ({ start_date }) => start_date,
  end_date: ({ end_date }) => end_date,
  all_day: ({ all_day }) => textOf(all_day),
  no_end_time: ({ no_end_time }) => textOf(no_end_time),
  timezone: ({ timezone }) => timezone,
  venue: ({ venue }) => [venue].flat()[0]?.venue ?? '',
  organizer: ({ organizer }) => organizer[0]?.organizer ?? '',
  categories: ({ categories }) => namesCell(categories.map(({ name }) => name)),
  tags: ({ tags }) => namesCell(tags.map(({ name }) => name)),
  group: ({ group }) => group?.slug ?? '',
  in_main: ({ group, in_main }) => (group === null ? '' : String(in_main)),
  cost: ({ cost }) => textOf(cost),
  ...cellsOf(namesOf(eventFieldsByPart.main)),
  ...cellsOf(writableFieldNames(eventFieldsByPart.outcome)),
  ...cellsOf(eventFlagNames),
  ...cellsOf(namesOf(eventFieldsByPart.text)),
  origin: ({ origin }) => (origin === null ? '' : JSON.stringify(origin)),
  further_venues: ({ venue }) => furtherText([venue].flat().map((one) => ({ venue: one.venue }))),
  further_organizers: ({ organizer: all }) => furtherText(all.map(({ organizer }) => ({ organizer }))),
}

/** Returns the columns of languages, which a site with one language has not. Events may be written in any: each has columns. */
const languageColumns = (languages: ContentLanguages) =>
  languages.length === 1 ? [] : ['language', ...translationColumnNamesForLanguages(languages)]

/** Returns the head of a table of events with the names of its columns, and the function that writes the row of an event. */
export function eventTableWriter(languages: ContentLanguages): ListFileWriter {
  const further = languageColumns(languages)
  const row = (event: Event) => {
    const cells = { language: event.language, ...translationCells(event.translations ?? noTranslations) }
    return rowText([
      ...Object.values(columns).map((cell) => cell(event)),
      ...further.map((column) => Reflect.get(cells, column) ?? ''),
    ])
  }
  return { head: byteOrderMark + rowText([...Object.keys(columns), ...further]), row }
}
