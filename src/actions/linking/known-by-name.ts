/** Finds the venue or the organizer that somebody means who doesn't know the calendar: by its name, and a venue's town. */

import type { ContextWithImages } from '../../api/context.ts'
import type { CreateArgs, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { foldedText } from '../../domain/text/letters.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { Reading } from '../../store/store.ts'
import type { LinkedCreateArgs } from './new-items.ts'

/** Where a venue is, as its fields say. */
interface Place {
  readonly address?: string | null | undefined
  readonly city?: string | null | undefined
}

const words = (text: string): readonly string[] => foldedText(text).match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
const plain = (text: string) => words(text).join(' ')

/** The words that may name a town: the city, or what follows the street in an address. Numbers name none. */
function townWords({ address, city }: Place): readonly string[] {
  const named = words(city ?? '')
  const text = named.length > 0 ? named : words((address ?? '').split(/[,\n]/).slice(1).join(' '))
  return text.filter((word) => !/\p{N}/u.test(word))
}

/** Whether two places may be in one town. The street alone parts none: it is written in too many ways. */
function isSameTown(one: Place, other: Place): boolean {
  if (plain(one.city ?? '') !== '' && plain(other.city ?? '') !== '')
    return plain(one.city ?? '') === plain(other.city ?? '')
  const [some, others] = [townWords(one), townWords(other)]
  const isWithin = (inner: readonly string[], outer: readonly string[]) =>
    inner.every((word) => outer.includes(word))
  return isWithin(some, others) || isWithin(others, some)
}

/** Returns the key under which an import knows what inline items of a name were found to be. Takes the folded name. */
export const inlineNameKey = (resource: VenueOrOrganizerName, nameKey: string): string =>
  `${resource} ${nameKey}`

/** A venue or an organizer as somebody writes it. */
interface WrittenPlace extends Place {
  readonly name: string
}

/** Returns what the args of an inline item say of it. */
export function nameAndPlaceOfInlineArgs<N extends VenueOrOrganizerName>(args: CreateArgs<N>): WrittenPlace {
  const { venue, organizer, address, city }: LinkedCreateArgs = { venue: '', organizer: '', ...args }
  return { name: venue || organizer, address, city }
}

async function alike(store: Reading, resource: VenueOrOrganizerName, name: string, moment: Moment) {
  const found = await store.alike(resource, foldedText(name.trim()), moment)
  return found
    .map((record): readonly [number, Place] => [record.id, 'city' in record ? record : {}])
    .sort(([one], [other]) => one - other)
}

/**
 * Returns the id of the public venue or organizer of a name, of a venue in the same town, of several the lowest. Undefined if there is
 * none, or if no town is named and there are venues of this name in several.
 */
export async function knownIdByNameAndTown(
  store: Reading,
  resource: VenueOrOrganizerName,
  meant: WrittenPlace,
  { moment }: Pick<ContextWithImages, 'moment'>,
): Promise<number | undefined> {
  const same = (await alike(store, resource, meant.name, moment)).filter(([, one]) => isSameTown(meant, one))
  const [first] = same
  const isOpen = townWords(meant).length === 0
  if (first === undefined || (isOpen && !same.every(([, one]) => isSameTown(one, first[1])))) return undefined
  return first[0]
}
