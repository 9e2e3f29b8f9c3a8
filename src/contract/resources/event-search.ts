/** Where a search of events looks for its words (contract §3.3, ext.). */
import { markedAsExtension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'

/** The values of `search_in`: the title, description and excerpt, venues, organizers, categories and tags. */
export const searchFieldNames = ['title', 'text', 'venue', 'organizer', 'terms'] as const
export type SearchFieldName = (typeof searchFieldNames)[number]

/** The most words of a search in chosen fields or by relevance: each is looked for by itself. */
export const MAX_FIELD_SEARCH_WORDS = 10

/** The args of lists. */
export const searchWordArgs = {
  search: optional(kind.searchWords),
  search_in: markedAsExtension(optional(kind.choiceList(searchFieldNames))),
}
