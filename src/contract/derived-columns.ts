/** The columns of items that derive from their other columns: the folded texts by which items are found and sorted. */
import { fieldTextInOneTranslation, type Translations } from '../domain/content/translations.ts'
import { stateProvince } from '../domain/state-province.ts'
import { foldedText } from '../domain/text/letters.ts'
import { plainTextOf } from '../domain/text/plain-text.ts'
import { slugify } from '../domain/text/slug.ts'
import { eventFields } from './resources/fields/event-fields.ts'
import { groupFields, mediaFields, pageFields } from './resources/fields/other-fields.ts'
import {
  type FieldRows,
  rowNamesWhere,
  type StoredFields,
  type WritableRows,
} from './resources/fields/row.ts'
import { titleFieldAndColumnByResource } from './resources/fields/translated.ts'
import { organizerFields, venueFields } from './resources/fields/venue-fields.ts'

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
