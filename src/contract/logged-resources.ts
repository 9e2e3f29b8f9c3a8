/** The resources whose changes are in the log, with what the store has to know of each to write it. */
import { noTranslations } from '../domain/content/translations.ts'
import { derivedColumns } from './derived-columns.ts'
import { categoryFields, groupFields, mediaFields, tagFields } from './resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from './resources/fields/values.ts'
import { organizerFields, venueFields } from './resources/fields/venue-fields.ts'

const ownTexts = { language: '', translations: noTranslations }

/** The columns of items that are published. */
const publication = { author: 0, status: 'publish', date_utc: 0, date_set: 0, image: null } as const

export const loggedResources = {
  venue: {
    blank: {
      ...defaultColumnsOfRows(venueFields),
      ...ownTexts,
      ...publication,
      ...{ name: '', origins: [], readable_in: '', stateprovince: null },
    },
    derive: derivedColumns.venue,
  },
  organizer: {
    blank: {
      ...defaultColumnsOfRows(organizerFields),
      ...ownTexts,
      ...publication,
      ...{ name: '', origins: [], readable_in: '' },
    },
    derive: derivedColumns.organizer,
    /** The columns that tell of a person: where one is erased, they are emptied here and in all that is kept of its changes. */
    personal: ['phone', 'email'],
  },
  category: {
    /** The columns of a new row that nobody has set. The count follows the events that link to the category. */
    blank: {
      ...defaultColumnsOfRows(categoryFields),
      ...ownTexts,
      name: '',
      origins: [],
      count: 0,
      parent: null,
    },
    derive: derivedColumns.category,
  },
  tag: {
    blank: { ...defaultColumnsOfRows(tagFields), ...ownTexts, name: '', origins: [], count: 0 },
    derive: derivedColumns.tag,
  },
  group: {
    blank: { ...defaultColumnsOfRows(groupFields), ...ownTexts, name: '', origins: [], image: null },
    derive: derivedColumns.group,
  },
  media: {
    /** Who adds an image sets its file. Its pictures for pages are made later. */
    blank: {
      ...defaultColumnsOfRows(mediaFields),
      ...ownTexts,
      ...{ title: '', author: 0, date_utc: 0, source_url: '' },
      ...{ file: '', extension: '', mime_type: '', width: 0, height: 0, filesize: 0, sizes: {}, widths: [] },
    },
    derive: derivedColumns.media,
  },
}

export type LoggedName = keyof typeof loggedResources

/** The columns that `put` derives, the counts, and the widths of the pictures that are made of an image. */
export type DerivedColumn<N extends LoggedName> =
  | keyof ReturnType<(typeof derivedColumns)[N]>
  | 'count'
  | 'widths'

export const isLogged = (name: string): name is LoggedName => Object.hasOwn(loggedResources, name)
