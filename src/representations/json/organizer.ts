/** Representations of organizers (contract §1.3). */
import { presenterOf } from '../../contract/resources/fields/values.ts'
import { organizerParts } from '../../contract/resources/fields/venue-fields.ts'
import type { Representation } from '../../contract/resources/index.ts'
import type { OrganizerRecord, PublishedItem } from '../../store/store.ts'
import { image } from './image.ts'
import { alone, organizationLd } from './json-ld.ts'
import { published, type View } from './published.ts'

const textsOf = presenterOf(organizerParts.text)
const factsOf = presenterOf(organizerParts.main)

/** Returns the representation of an organizer. */
export function organizer({ record, image: kept }: PublishedItem<OrganizerRecord>, view: View): Organizer {
  const { name, slug } = record
  const head = Object.assign(published('organizer', record, view), { organizer: name }, textsOf(record), {
    slug,
    image: image(kept, view.root),
  })
  const representation = Object.assign(head, factsOf(record))
  return Object.assign(representation, view.isSingle ? alone(organizationLd(representation)) : {})
}

export type Organizer = Representation<'organizer'>
