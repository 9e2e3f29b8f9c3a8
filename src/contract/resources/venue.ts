/** Venues: where events take place. */
import { extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { linkedToEvents, publication } from './shared.ts'

export const venue = resource({
  name: 'venue',
  collection: 'venues',
  fields: {
    venue: required(kind.title(200)),
    ...publication,
    description: optional(kind.html(262_144), null),
    show_map: optional(kind.textBoolean, null),
    show_map_link: optional(kind.textBoolean, null),
    address: optional(kind.text(), null),
    city: optional(kind.text(), null),
    country: optional(kind.text(), null),
    province: optional(kind.text(), null),
    state: optional(kind.text(), null),
    zip: optional(kind.text(), null),
    phone: optional(kind.text(), null),
    stateprovince: optional(kind.text(), null),
    website: optional(kind.web, null),
    image: optional(kind.image, null),
    slug: extension(optional(kind.slug)),
    geo_lat: extension(optional(kind.number(-90, 90))),
    geo_lng: extension(optional(kind.number(-180, 180))),
  },
  listArgs: linkedToEvents,
})
