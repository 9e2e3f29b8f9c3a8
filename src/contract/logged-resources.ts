/** The resources whose changes are in the log, with what the store has to know of each to write it. */
import { noTranslations } from '../domain/content/translations.ts'
import { derivedColumns } from './derived-columns.ts'
import { categoryFields, groupFields, mediaFields, tagFields } from './resources/fields/other-fields.ts'
import { defaultColumnsOfRows } from './resources/fields/values.ts'

const ownTexts = { language: '', translations: noTranslations }

export const loggedResources = {
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
