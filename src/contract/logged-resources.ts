/** The resources whose changes are in the log, with what the store has to know of each to write it. */
import { noTranslations } from '../domain/content/translations.ts'
import { derivedColumns } from './derived-columns.ts'

export const loggedResources = {
  tag: {
    /** The columns of a new row that nobody has set. The count follows the events that link to the tag. */
    blank: {
      name: '',
      description: '',
      language: '',
      translations: noTranslations,
      origins: [],
      count: 0,
    },
    derive: derivedColumns.tag,
  },
}

export type LoggedName = keyof typeof loggedResources

/** The columns that `put` derives, and the counts. */
export type DerivedColumn<N extends LoggedName> = keyof ReturnType<(typeof derivedColumns)[N]> | 'count'

export const isLogged = (name: string): name is LoggedName => Object.hasOwn(loggedResources, name)
