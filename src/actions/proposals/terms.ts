/** Terms and inline items of a submission: existing terms are linked, others are named to the reviewer (contract §14). */

import type { ContextWithImages } from '../../api/context.ts'
import type { IdOrText, SentVenueOrOrganizer } from '../../contract/kinds.ts'
import { organizerFieldsByPart, venueFieldsByPart } from '../../contract/resources/fields/venue-fields.ts'
import type { CreateArgs, TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { namesOf } from '../../contract/table-of.ts'
import type { Reading } from '../../store/store.ts'
import { knownIdByNameAndTown, nameAndPlaceOfInlineArgs } from '../linking/known-by-name.ts'

interface Split {
  readonly known: readonly { readonly id: number }[]
  readonly unknown: readonly string[]
}

/** Parts references to terms into those that exist and the names of those that don't. */
export async function knownAndUnknownTerms(
  store: Reading,
  name: TermName,
  sent: readonly IdOrText[],
): Promise<Split> {
  const known: { readonly id: number }[] = []
  const unknown: string[] = []
  for (const reference of sent) {
    const isId = 'id' in reference && (await store.terms(name, [reference.id])).has(reference.id)
    const id = isId ? reference.id : await store.term(name, reference)
    if (id !== undefined) known.push({ id })
    else unknown.push('text' in reference ? reference.text : String(reference.id))
  }
  return { known, unknown }
}

/** The fields of an inline venue or organizer that the public may send. */
const inlineNames: readonly string[] = [
  'venue',
  'organizer',
  ...namesOf(venueFieldsByPart.text),
  ...namesOf(venueFieldsByPart.main),
  ...namesOf(organizerFieldsByPart.main),
]

/** Links inline items to those that the calendar knows; makes the others wait for approval, without what only users may set. */
export async function linkTargetsAsKnownOrPending<N extends VenueOrOrganizerName>(
  store: Reading,
  name: N,
  targets: readonly SentVenueOrOrganizer<CreateArgs<N>>[],
  context: Pick<ContextWithImages, 'moment'>,
): Promise<readonly SentVenueOrOrganizer<CreateArgs<N>>[]> {
  const pending: SentVenueOrOrganizer<CreateArgs<N>>[] = []
  for (const target of targets) {
    const id =
      'id' in target
        ? target.id
        : await knownIdByNameAndTown(store, name, nameAndPlaceOfInlineArgs(target.inline), context)
    if (id !== undefined) pending.push({ id })
    else if ('inline' in target) pending.push({ inline: waiting(target.inline) })
  }
  return pending
}

/** The args of an inline item that waits. */
function waiting<N extends VenueOrOrganizerName>(args: CreateArgs<N>): CreateArgs<N> {
  const inline = { ...args, status: 'pending' as const }
  for (const name of Object.keys(args))
    if (!inlineNames.includes(name) && name !== 'status') Reflect.deleteProperty(inline, name)
  return inline
}
