/** Representations of venues (contract §1.2). */
import type { Representation } from '../../contract/resources/index.ts'
import { stateProvince } from '../../domain/state-province.ts'
import type { PublishedItem, VenueRecord } from '../../store/store.ts'
import { image } from './image.ts'
import { alone, placeLd } from './json-ld.ts'
import { published, type View } from './published.ts'

/** Returns the representation of a venue. */
export function venue({ record, image: kept }: PublishedItem<VenueRecord>, view: View): Venue {
  const {
    description,
    slug,
    address,
    city,
    country,
    province,
    state,
    zip,
    phone,
    website,
    geo_lat,
    geo_lng,
  } = record
  const representation = Object.assign(published('venue', record, view), {
    venue: record.name,
    description,
    slug,
    image: image(kept, view.root),
    address,
    city,
    country,
    province,
    state,
    zip,
    phone,
    website,
    stateprovince: record.stateprovince ?? stateProvince(record),
    show_map: record.show_map === 1,
    show_map_link: record.show_map_link === 1,
    geo_lat,
    geo_lng,
  })
  return Object.assign(representation, view.isSingle ? alone(placeLd(representation)) : {})
}

export type Venue = Representation<'venue'>
