/** Columns of items: what derives from them, and the args that they store. */
import { fieldTextInOneTranslation, type Translations } from '../domain/languages.ts'
import { stateProvince } from '../domain/places.ts'
import { foldedText, slugify } from '../domain/text/letters.ts'
import { plainTextOf } from '../domain/text/plain-text.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { boolean } from './kinds.ts'
import { eventFields } from './resources/fields/event-fields.ts'
import { titleFieldAndColumnByResource } from './resources/fields/index.ts'
import { organizerFields, venueFields } from './resources/fields/item-fields.ts'
import { groupFields, mediaFields, pageFields } from './resources/fields/other-fields.ts'
import {
  type FieldRows,
  rowNamesWhere,
  type StoredFields,
  type WritableRows,
} from './resources/fields/row.ts'
import { linkNames, type ResourceName, resourceNamed } from './resources/index.ts'
import { entriesOf } from './table-of.ts'

// The columns of items that derive from their other columns: the folded texts by which items are found and sorted.

const namesOfSearched = <R extends FieldRows>(rows: R) => rowNamesWhere(rows, (row) => 'searched' in row)

/** Returns a function that gives the texts that a search finds, in the order of the fields: HTML as plain text, most of them only if not empty. */
function searchedTextsReader<R extends FieldRows>(
  rows: R,
): (fields: StoredFields<WritableRows<R>>) => readonly string[] {
  const names = namesOfSearched(rows)
  const isHtml = new Set(rowNamesWhere(rows, ({ type }) => type === 'html'))
  const always = new Set(rowNamesWhere(rows, (row) => 'searched' in row && row.searched === 'always'))
  return (fields) => {
    const columns: Readonly<Record<string, unknown>> = fields
    return names.flatMap((name) => {
      const text = isHtml.has(name) ? plainTextOf(String(columns[name])) : String(columns[name])
      return text === '' && !always.has(name) ? [] : [text]
    })
  }
}

const searchedIn = {
  event: searchedTextsReader(eventFields),
  venue: searchedTextsReader(venueFields),
  organizer: searchedTextsReader(organizerFields),
  group: searchedTextsReader(groupFields),
  media: searchedTextsReader(mediaFields),
  page: searchedTextsReader(pageFields),
}

const folded = (texts: readonly string[]) => texts.map(foldedText).join('\n')
const foldedUnlessEmpty = (texts: readonly string[]) => folded(texts.filter((text) => text !== ''))

interface Named {
  readonly name: string
}
interface Titled {
  readonly title: string
}
type TermTexts = Named & { readonly slug: string; readonly description: string }

/** Returns the languages of the published translations that have a title, each between spaces. */
export function readableTranslationTagsText(
  resource: keyof typeof titleFieldAndColumnByResource,
  translations: Translations,
): string {
  const { field } = titleFieldAndColumnByResource[resource]
  const tags = Object.entries(translations).flatMap(([tag, one]) =>
    one.state === 'published' && fieldTextInOneTranslation(one, field) !== undefined ? [tag] : [],
  )
  return tags.length === 0 ? '' : ` ${tags.join(' ')} `
}

interface Translated {
  readonly translations: Translations
}

const ofTerm =
  (resource: 'category' | 'tag') =>
  ({ name, slug, description, translations }: TermTexts & Translated) => ({
    name_key: foldedText(name),
    search_text: folded([name, slug, plainTextOf(description)]),
    readable_in: readableTranslationTagsText(resource, translations),
  })

/** Resource → the derived columns of an item with these columns. */
export const derivedColumns = {
  event: (event: Titled & StoredFields<WritableRows<typeof eventFields>>) => ({
    title_key: foldedText(event.title),
    search_text: folded([event.title, ...searchedIn.event(event)]),
  }),
  series: ({ title }: Titled) => ({ title_key: foldedText(title) }),
  venue: (venue: Named & StoredFields<typeof venueFields>) => ({
    name_key: foldedText(venue.name),
    search_text: foldedUnlessEmpty([
      venue.name,
      ...searchedIn.venue(venue),
      venue.stateprovince ?? stateProvince(venue),
    ]),
  }),
  organizer: (organizer: Named & StoredFields<typeof organizerFields>) => ({
    name_key: foldedText(organizer.name),
    search_text: foldedUnlessEmpty([organizer.name, ...searchedIn.organizer(organizer)]),
  }),
  category: ofTerm('category'),
  tag: ofTerm('tag'),
  group: (group: Named & Translated & StoredFields<typeof groupFields>) => ({
    name_key: foldedText(group.name),
    search_text: folded([group.name, ...searchedIn.group(group)]),
    readable_in: readableTranslationTagsText('group', group.translations),
  }),
  /** An image has the slug of its title, which is empty without a title. */
  media: (media: Titled & Translated & StoredFields<typeof mediaFields>) => ({
    search_text: folded([media.title, ...searchedIn.media(media)]),
    slug: slugify(media.title),
    readable_in: readableTranslationTagsText('media', media.translations),
  }),
  page: (page: Titled & Translated & StoredFields<typeof pageFields>) => ({
    title_key: foldedText(page.title),
    search_text: folded([page.title, ...searchedIn.page(page)]),
    readable_in: readableTranslationTagsText('page', page.translations),
  }),
}

/** Resource → the columns from which others derive. */
export const derivingColumns: Readonly<Record<keyof typeof derivedColumns, readonly string[]>> = {
  event: ['title', ...namesOfSearched(eventFields)],
  series: ['title'],
  venue: ['name', 'stateprovince', ...namesOfSearched(venueFields)],
  organizer: ['name', ...namesOfSearched(organizerFields)],
  category: ['name', 'slug', 'description', 'translations'],
  tag: ['name', 'slug', 'description', 'translations'],
  group: ['name', 'translations', ...namesOfSearched(groupFields)],
  media: ['title', 'translations', ...namesOfSearched(mediaFields)],
  page: ['title', 'translations', ...namesOfSearched(pageFields)],
}

// The values of stored columns as args of an update: what history shows, and what reverting sends again.

/** Columns that are null if the arg has 0 for none. */
const idsOrNone: readonly string[] = ['image', 'parent', 'post_parent']

/**
 * Returns the arg that a column of a record stores, and its value as an update takes it; undefined for derived columns and
 * for passwords. The publication date is in UTC.
 */
export function argAndValueOfColumn(
  name: ResourceName,
  column: string,
  value: unknown,
): readonly [arg: string, value: unknown] | undefined {
  if (column === 'group_id') return ['group', value ?? 0]
  if (column === 'in_main') return ['in_main', value === null ? null : value === 1]
  if (column === 'date_utc') return ['date_utc', utcTimestampOfEpoch(Number(value))]
  const field = column === 'name' && (name === 'venue' || name === 'organizer') ? name : column
  const { fields } = resourceNamed(name)
  const arg = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (arg === undefined) return undefined
  if (arg.kind.read === boolean.read) return [field, value === 1]
  return [field, idsOrNone.includes(field) ? (value ?? 0) : value]
}

/** Returns the args that the columns of a record store. */
export function argsOfRecord(name: ResourceName, record: object): Readonly<Record<string, unknown>> {
  const pairs = Object.entries(record).flatMap(([column, value]) => {
    const pair = argAndValueOfColumn(name, column, value)
    return pair === undefined ? [] : [pair]
  })
  return Object.fromEntries(pairs)
}

/** The args of the links of events. */
export const argNamesByLinkedResource = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'categories',
  tag: 'tags',
} as const

/** Returns the args that an event and its links store. */
export const argsOfEventAndLinks = (
  event: object,
  links: Readonly<Record<keyof typeof argNamesByLinkedResource, readonly number[]>>,
): Readonly<Record<string, unknown>> => ({
  ...argsOfRecord('event', event),
  ...Object.fromEntries(entriesOf(argNamesByLinkedResource).map(([link, arg]) => [arg, links[link]])),
})

// Compares the links of an event before and after a change.

type LinkName = (typeof linkNames)[number]
type Links = Readonly<Record<LinkName, readonly number[]>>

/** Whether two values of a column are equal. Those of JSON columns are objects. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** Terms have no order. */
const isInOrder = (name: LinkName) => name === 'venue' || name === 'organizer'

/** Whether two lists of links of a kind are the same. */
export function haveSameLinkedIds(name: LinkName, a: readonly number[], b: readonly number[]): boolean {
  const text = (ids: readonly number[]) => (isInOrder(name) ? ids : [...ids].sort((x, y) => x - y)).join()
  return a === b || text(a) === text(b)
}

/** Returns those kinds of links that differ, as they are afterwards. Those that are absent stay. */
export function linksThatDiffer(before: Links, after: Partial<Links>): Partial<Links> {
  const moved = linkNames.filter((name) => {
    const ids = after[name]
    return ids !== undefined && !haveSameLinkedIds(name, before[name], ids)
  })
  return Object.fromEntries(moved.map((name) => [name, after[name]]))
}
