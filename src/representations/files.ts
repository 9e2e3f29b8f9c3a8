/** Events as JSON lines and tables, for other calendars. */
import {
  eventFields,
  eventFieldsByPart,
  eventFlagNames,
  type WritableEventFieldName,
  writableEventFieldNames,
} from '../contract/resources/fields/event-fields.ts'
import { translatableFieldsAndColumnsByResource } from '../contract/resources/fields/index.ts'
import { organizerFields, venueFields } from '../contract/resources/fields/item-fields.ts'
import { type FieldRow, rowNamesWhere, writableFieldNames } from '../contract/resources/fields/row.ts'
import { namesOf, pick, recordFromNames } from '../contract/table-of.ts'
import {
  type ContentLanguages,
  fieldTextInOneTranslation,
  noTranslations,
  type TranslatedItem,
  type Translations,
} from '../domain/languages.ts'
import { byteOrderMark, namesCell, rowText } from '../domain/text/csv.ts'
import type { EventItem } from '../store/store.ts'
import { type Event, oneVenueOrList, representEvent } from './json/event.ts'
import type { JsonItemContext } from './json/items.ts'
import { shownRecordAndLanguages } from './shown-language.ts'
import { contentChoiceOfRoot, type Root } from './urls.ts'

// Events of a list as JSON lines. Each line has the args that create the event in another calendar.

const plain = [
  'title',
  'start_date',
  'end_date',
  'all_day',
  'no_end_time',
  'timezone',
  'cost',
  ...writableEventFieldNames.filter((name) => eventFields[name].type !== 'flag'),
  'tickets',
  'custom_fields',
]

const isOwn = (row: FieldRow) => row.type !== 'flag' && !('isDerived' in row)
const ofVenue = ['venue', ...rowNamesWhere(venueFields, isOwn)]
const ofOrganizer = ['organizer', ...rowNamesWhere(organizerFields, isOwn)]

const isFilled = (value: unknown) =>
  value !== '' &&
  value !== null &&
  value !== undefined &&
  value !== false &&
  (typeof value !== 'object' || Object.keys(value).length > 0)

/** Returns the fields of an item that are not empty. */
function filled(item: object, names: readonly string[]): object {
  return Object.fromEntries(
    Object.entries(item).filter(([name, value]) => names.includes(name) && isFilled(value)),
  )
}

/** Returns the flags of an event that differ from their defaults. */
const flagsOf = (event: Event): object =>
  pick(
    event,
    eventFlagNames.filter((name) => event[name] !== eventFields[name].byDefault),
  )

/** Returns the args of an event. A protected event becomes a draft, because its password can't be read. */
function argsOf(event: Event, ofLanguages: readonly string[]): object {
  const { status, password_protected, venue, organizer, categories, tags, image } = event
  const links = {
    venue: [venue].flat().map((one) => filled(one, [...ofVenue, ...ofLanguages])),
    organizer: organizer.map((one) => filled(one, [...ofOrganizer, ...ofLanguages])),
    categories: categories.map(({ name }) => name),
    tags: tags.map(({ name }) => name),
    image: image === false ? '' : image.url,
  }
  return {
    ...filled(event, plain),
    ...flagsOf(event),
    status: password_protected ? 'draft' : status,
    ...filled(links, Object.keys(links)),
    ...filled(event, ofLanguages),
  }
}

/** Returns the text of a file with one line for each event. Where there are several languages, lines have `language` and `translations`, also of places and organizers. */
export function eventLinesWriter(languages: ContentLanguages): ListFileWriter {
  const ofLanguages = languages.length === 1 ? [] : ['language', 'translations']
  const row = (event: Event) => `${JSON.stringify(argsOf(event, ofLanguages))}\n`
  return { head: '', row }
}

// Events as files have them that other calendars import: with their own texts, and beside them each language once (contract §15).

const withOwnTexts = <R extends TranslatedItem, I extends { readonly record: R }>(item: I): I =>
  item.record.translations === noTranslations
    ? item
    : { ...item, record: { ...item.record, translations: noTranslations } }

/** Returns the representations of linked items with their translations. */
const withTranslations = <S extends object>(
  name: 'venue' | 'organizer',
  shown: readonly S[],
  items: readonly { readonly record: TranslatedItem & object }[],
  root: Root,
) =>
  shown.map((one, at) => {
    const record = items[at]?.record
    if (record === undefined) return one
    const { translations = noTranslations } = shownRecordAndLanguages(name, record, root).shown
    return { ...one, translations }
  })

/**
 * Returns the representation of an event whose texts are its own, and those of what it names, with the translations of it and of its
 * places and organizers that the reader may see. An import reads texts so: one that is shown in another language would become the original. On a site with one
 * language it is the representation that everybody gets.
 */
export function representWithOwnTexts(item: EventItem, view: JsonItemContext): Event {
  if (contentChoiceOfRoot(view.root).languages.length === 1) return representEvent(item, view)
  const root = { ...view.root, showsTranslations: true } as const
  const { translations = noTranslations } = shownRecordAndLanguages(
    'event',
    item.record,
    root,
    item.isProtected,
  ).shown
  const own: EventItem = {
    ...withOwnTexts(item),
    venues: item.venues.map(withOwnTexts),
    organizers: item.organizers.map(withOwnTexts),
    categories: item.categories.map(withOwnTexts),
    tags: item.tags.map(withOwnTexts),
  }
  const event = representEvent(own, view)
  return {
    ...event,
    translations,
    venue: oneVenueOrList(withTranslations('venue', [event.venue].flat(), item.venues, root)),
    organizer: withTranslations('organizer', event.organizer, item.organizers, root),
  }
}

// The columns of tables for texts in other languages: `title:fr description:fr excerpt:fr state:fr` (contract §15).

/** The part of a translation that says whether it is published. */
export const STATE_PART = 'state'

/** The parts of a translation that have columns, in their order. */
export const translationPartsWithColumns: readonly string[] = [
  ...translatableFieldsAndColumnsByResource.event.map(({ field }) => field),
  STATE_PART,
]

/** Returns the columns of a table with translations into these languages. */
export const translationColumnNamesForLanguages = (languages: readonly string[]): readonly string[] =>
  languages.flatMap((language) => translationPartsWithColumns.map((part) => `${part}:${language}`))

export const translationCells = (translations: Translations): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([language, one]) =>
      translationPartsWithColumns.map((part) => [
        `${part}:${language}`,
        fieldTextInOneTranslation(one, part) ?? '',
      ]),
    ),
  )

// Events of a list as a table (CSV), with columns named as imports name them.

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
