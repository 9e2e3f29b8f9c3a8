/** Representations of organizers (contract §1.3). */
import type { Representation } from '../../contract/resources/index.ts'
import type { OrganizerRecord, PublishedItem } from '../../store/store.ts'
import { image } from './image.ts'
import { alone, organizationLd } from './json-ld.ts'
import { published, type View } from './published.ts'

/** Returns the representation of an organizer. */
export function organizer({ record, image: kept }: PublishedItem<OrganizerRecord>, view: View): Organizer {
  const representation = Object.assign(published('organizer', record, view), {
    organizer: record.name,
    description: record.description,
    slug: record.slug,
    image: image(kept, view.root),
    phone: record.phone,
    website: record.website,
    email: record.email,
  })
  return Object.assign(representation, view.isSingle ? alone(organizationLd(representation)) : {})
}

export type Organizer = Representation<'organizer'>
