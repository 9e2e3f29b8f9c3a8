/** Searches of the texts of events, and their results. */
import type { ContentChoice } from '../../domain/content/languages.ts'
import type { SearchWords } from '../../domain/text/search-words.ts'

/** A part of an event's text: its title, its description and excerpt, or the starts of the words of its title. */
export type TextField = 'title' | 'text' | 'start'

/** Words to find in the whole text of events, or in a part of it. */
export interface TextQuery extends SearchWords {
  readonly field?: TextField
  /** In which languages texts are shown: words of these count, too. */
  readonly shown?: ContentChoice | undefined
}

/** Returns the key of a search among others. */
export const textQueryKey = ({ include, exclude, field, shown }: TextQuery): string =>
  JSON.stringify([include, exclude, field, shown?.asked, shown?.languages])

/**
 * The result of a text search, as ids, ascending: events that match by their whole text, and password-protected
 * ones that match by their title.
 */
export interface IdsMatchingByTextOrTitle {
  readonly whole: readonly number[]
  readonly titles: readonly number[]
}
