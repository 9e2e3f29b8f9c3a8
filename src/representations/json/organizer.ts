/** Representations of organizers (contract §1.3). */
import { fieldRowsPresenter } from '../../contract/resources/fields/values.ts'
import { organizerFieldsByPart } from '../../contract/resources/fields/venue-fields.ts'
import type { Representation } from '../../contract/resources/index.ts'
import type { OrganizerRecord, RecordAndItsImage } from '../../store/store.ts'
import { shownRecordAndLanguages } from '../shown-language.ts'
import { representImage } from './image.ts'
import { organizationLd, wrapAsJsonLdWithContext } from './json-ld.ts'
import { type JsonItemContext, representCommonKeys } from './published.ts'

const textsOf = fieldRowsPresenter(organizerFieldsByPart.text)
const factsOf = fieldRowsPresenter(organizerFieldsByPart.main)
const flagsOf = fieldRowsPresenter(organizerFieldsByPart.flag)

/** Returns the representation of an organizer. */
export function representOrganizer(
  { record: own, image: kept }: RecordAndItsImage<OrganizerRecord>,
  view: JsonItemContext,
): Organizer {
  const { record, shown } = shownRecordAndLanguages('organizer', own, view.root)
  const { name, slug } = record
  const head = Object.assign(
    representCommonKeys('organizer', record, view),
    { organizer: name },
    shown,
    textsOf(record),
    {
      slug,
      image: representImage(kept, view.root),
    },
  )
  const representation = Object.assign(head, factsOf(record), flagsOf(record))
  return Object.assign(
    representation,
    view.isSingle ? wrapAsJsonLdWithContext(organizationLd(representation)) : {},
  )
}

export type Organizer = Representation<'organizer'>
