/** Representations of venues (contract §1.2). */
import { fieldRowsPresenter } from '../../contract/resources/fields/values.ts'
import { venueFieldsByPart } from '../../contract/resources/fields/venue-fields.ts'
import type { Representation } from '../../contract/resources/index.ts'
import { stateProvince } from '../../domain/state-province.ts'
import type { RecordAndItsImage, VenueRecord } from '../../store/store.ts'
import { shownRecordAndLanguages } from '../shown-language.ts'
import { representImage } from './image.ts'
import { placeLd, wrapAsJsonLdWithContext } from './json-ld.ts'
import { type JsonItemContext, representCommonKeys } from './published.ts'

const textsOf = fieldRowsPresenter(venueFieldsByPart.text)
const factsOf = fieldRowsPresenter(venueFieldsByPart.main)
const flagsOf = fieldRowsPresenter(venueFieldsByPart.flag)
const placeOf = fieldRowsPresenter(venueFieldsByPart.place)

/** Returns the representation of a venue. */
export function representVenue(
  { record: own, image: kept }: RecordAndItsImage<VenueRecord>,
  view: JsonItemContext,
): Venue {
  const { record, shown } = shownRecordAndLanguages('venue', own, view.root)
  const { name, slug } = record
  const head = Object.assign(
    representCommonKeys('venue', record, view),
    { venue: name },
    shown,
    textsOf(record),
    {
      slug,
      image: representImage(kept, view.root),
    },
  )
  const place = { stateprovince: record.stateprovince ?? stateProvince(record) }
  const facts = Object.assign(head, factsOf(record), place)
  const representation = Object.assign(facts, flagsOf(record), placeOf(record))
  return Object.assign(representation, view.isSingle ? wrapAsJsonLdWithContext(placeLd(representation)) : {})
}

export type Venue = Representation<'venue'>
