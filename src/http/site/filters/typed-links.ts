/** Finds the venues or organizers that a reader typed: by slug, by name, or by words, which may have a letter wrong. */
import { pageOfVenuesOrOrganizers } from '../../../actions/list.ts'
import { readItemAt, renamedItem } from '../../../actions/read.ts'
import { searchWords as searchKind } from '../../../contract/kinds.ts'
import type { VenueOrOrganizerName } from '../../../contract/resources/index.ts'
import { foldedText } from '../../../domain/text/letters.ts'
import { Problem } from '../../../problem.ts'
import type { ItemAddress } from '../../../store/store.ts'
import type { PageRequest } from '../reader.ts'
import { type RecordWithTranslatedName, shownNameAndLanguage } from './shown-names.ts'

/** An item that a typed text names. */
interface TypedMatch extends RecordWithTranslatedName {
  readonly id: number
  readonly slug: string
}

/** The items found by a typed text: some of them, and how many there are. */
export interface TypedTextMatches {
  readonly items: readonly TypedMatch[]
  readonly total: number
}

/** The most items that a typed text selects. */
const MAX_TYPED = 50

const closed = async () => false

/** Returns the item that has the slug or id, or had the slug. */
async function bySlug(
  name: VenueOrOrganizerName,
  slug: string,
  { context }: PageRequest,
): Promise<TypedTextMatches['items']> {
  const address = /^[1-9]\d{0,14}$/.test(slug) ? { id: Number(slug) } : { slug }
  const at = async (one: ItemAddress) => [(await readItemAt(name, one, closed, context)).record]
  try {
    return await at(address)
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    const renamed = await renamedItem(name, slug, context)
    return renamed === undefined ? [] : at({ id: renamed.id })
  }
}

/** Returns the items that have the words of a text; where it is the whole name of some, these alone. */
export async function findItemsByWords(
  name: VenueOrOrganizerName,
  text: string,
  reader: PageRequest,
): Promise<TypedTextMatches> {
  const words = searchKind.read(text)
  if (!('value' in words)) return { items: [], total: 0 }
  const args = { page: 1, per_page: MAX_TYPED, orderby: 'name', only_with_upcoming: false } as const
  const { items, total } = await pageOfVenuesOrOrganizers(
    name,
    { ...args, search: words.value },
    reader.context,
  )
  const found = items.map(({ record }) => record)
  const isNamedSo = (one: TypedMatch) =>
    [one.name, shownNameAndLanguage(name, one, reader).name].some(
      (known) => foldedText(known) === foldedText(text),
    )
  const exact = found.filter(isNamedSo)
  return exact.length > 0 ? { items: exact, total: exact.length } : { items: found, total }
}

/** Returns what a text names: slugs or ids, parted by commas; a name; or words of names and addresses. */
export async function findTypedItems(
  name: VenueOrOrganizerName,
  text: string,
  reader: PageRequest,
): Promise<TypedTextMatches> {
  const slugs = text.split(',').map((slug) => slug.trim())
  if (slugs.length <= MAX_TYPED && slugs.every((slug) => /^[^\s]+$/.test(slug))) {
    const found = await Promise.all(slugs.map((slug) => bySlug(name, slug, reader)))
    if (found.every((items) => items.length > 0)) return { items: found.flat(), total: found.length }
  }
  return findItemsByWords(name, text, reader)
}
