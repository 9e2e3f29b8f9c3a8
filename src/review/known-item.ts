/** Venues and organizers that the public may mean by a name (contract §14). */

import { knownIdByNameAndTown } from '../actions/linking/known-by-name.ts'
import { pageOfVenuesOrOrganizers } from '../actions/list.ts'
import type { Context } from '../api/context.ts'
import { searchWords as searchKind } from '../contract/kinds.ts'
import type { VenueOrOrganizerName } from '../contract/resources/index.ts'

/** A venue or an organizer of the calendar. */
interface PublicLinkedItem {
  readonly id: number
  readonly name: string
  /** Its address and town; "" for an organizer. */
  readonly where: string
}

type Named = Parameters<typeof knownIdByNameAndTown>[2]

interface ShownRecord {
  readonly id: number
  readonly name: string
  readonly address?: string
  readonly city?: string
}

const shown = ({ id, name, address = '', city = '' }: ShownRecord): PublicLinkedItem => ({
  id,
  name,
  where: [address, city].filter((part) => part !== '').join(', '),
})

/** Returns the public item that a name and, of a venue, its town mean without a doubt. */
export async function publicItemMeantBy(
  name: VenueOrOrganizerName,
  meant: Named,
  { store, moment }: Context,
): Promise<PublicLinkedItem | undefined> {
  const id = await knownIdByNameAndTown(store, name, meant, { moment })
  const record = id === undefined ? undefined : await store.find(name, { id }, moment)
  return record && shown(record)
}

/** Returns the public item with this id. */
export async function publicItemWithId(
  name: VenueOrOrganizerName,
  id: number,
  { store, moment }: Context,
): Promise<PublicLinkedItem | undefined> {
  const record = await store.find(name, { id }, moment)
  return record?.status === 'publish' ? shown(record) : undefined
}

/** The most items among which somebody chooses. */
const MAX_SIMILAR = 5
/** Shorter words are in too many names. */
const MIN_WORD = 4

async function withWords(
  name: VenueOrOrganizerName,
  text: string,
  context: Context,
): Promise<readonly PublicLinkedItem[]> {
  const words = searchKind.read(text)
  if (!('value' in words)) return []
  const args = { page: 1, per_page: MAX_SIMILAR, orderby: 'name', only_with_upcoming: false } as const
  const { items } = await pageOfVenuesOrOrganizers(name, { ...args, search: words.value }, context)
  return items.map(({ record }) => shown(record))
}

/** Returns public items whose names or addresses have all words of a text, in some form or with a letter wrong; otherwise those that have its longest word. */
export async function similarPublicItems(
  name: VenueOrOrganizerName,
  text: string,
  context: Context,
): Promise<readonly PublicLinkedItem[]> {
  const found = await withWords(name, text, context)
  if (found.length > 0) return found
  const [longest = ''] = text.split(/\s+/).sort((one, other) => other.length - one.length)
  return longest.length < MIN_WORD || longest === text ? [] : withWords(name, longest, context)
}
