/** The venues and organizers that links name, where some were merged into others. */

import type { ContextWithImages } from '../../api/context.ts'
import type { SentVenueOrOrganizer } from '../../contract/kinds.ts'
import type { CreateArgs, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import type { Reading } from '../../store/store.ts'

/** Links to items of a resource: ids, or the args of new ones. */
export type SentVenuesOrOrganizers<N extends VenueOrOrganizerName> = readonly SentVenueOrOrganizer<
  CreateArgs<N>
>[]

/** Replaces ids of merged items by those of the items that they became part of. */
export async function targetsAfterMerges<N extends VenueOrOrganizerName>(
  store: Reading,
  name: N,
  sent: SentVenuesOrOrganizers<N>,
  context: ContextWithImages,
): Promise<SentVenuesOrOrganizers<N>> {
  const current: SentVenueOrOrganizer<CreateArgs<N>>[] = []
  for (const target of sent) {
    const isGone = 'id' in target && (await store.find(name, { id: target.id }, context.moment)) === undefined
    const into = isGone ? await store.mergedInto(name, { id: target.id }) : undefined
    current.push(into === undefined ? target : { id: into })
  }
  return current
}
