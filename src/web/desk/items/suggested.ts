/** Suggests venues and organizers while the user types. */
import { callApi, type QueryFields } from '../api/api.ts'
import type { Organizer, Venue, VenueOrOrganizerCollection } from '../api/types.ts'
import { MAX_LOADED_SUGGESTIONS, type Suggestion, suggestionsToShow } from '../suggesting/suggestion.ts'

type Item = Venue | Organizer

/** The name of a venue or organizer. */
export const itemName = (item: Item): string => ('venue' in item ? item.venue : item.organizer)

/** A detail that distinguishes it from others with the same name. */
export const itemDetail = (item: Item): string =>
  ('venue' in item ? [item.address, item.city, item.country] : [item.email, item.website])
    .filter(Boolean)
    .join(', ')

/** Loads a list of venues or organizers. */
export async function listItems(collection: VenueOrOrganizerCollection, query: QueryFields) {
  const response = await callApi<Record<VenueOrOrganizerCollection, readonly Item[]>>(
    'GET',
    `/${collection}`,
    {
      query,
    },
  )
  return { ...response, body: response.body[collection] }
}

/** Loads the items that match the words, by name. */
export async function suggestItems(
  collection: VenueOrOrganizerCollection,
  text: string,
): Promise<readonly Suggestion[]> {
  const { body } = await listItems(collection, {
    search: text,
    per_page: MAX_LOADED_SUGGESTIONS,
    orderby: 'name',
    status: 'any',
  })
  return suggestionsToShow(
    text,
    body.map((item) => ({ value: String(item.id), label: itemName(item), detail: itemDetail(item) })),
  )
}
