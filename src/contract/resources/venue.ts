/** The declaration of venues. */
import { extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { each, flag, numberOrNull, optional as onlySome, open, text } from '../shape.ts'
import { imageOrFalse, published } from './represented.ts'
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
    address: optional(kind.plain(), null),
    city: optional(kind.plain(), null),
    country: optional(kind.plain(), null),
    province: optional(kind.plain(), null),
    state: optional(kind.plain(), null),
    zip: optional(kind.plain(), null),
    phone: optional(kind.plain(), null),
    stateprovince: optional(kind.plain(), null),
    website: optional(kind.web, null),
    image: optional(kind.image, null),
    slug: extension(optional(kind.slug)),
    geo_lat: extension(optional(kind.number(-90, 90))),
    geo_lng: extension(optional(kind.number(-180, 180))),
  },
  represented: {
    ...published,
    ...each(text, 'venue', 'description', 'slug', 'address', 'city', 'country'),
    ...each(text, 'province', 'state', 'zip', 'phone', 'website', 'stateprovince'),
    image: imageOrFalse,
    ...each(flag, 'show_map', 'show_map_link'),
    ...each(numberOrNull, 'geo_lat', 'geo_lng'),
    json_ld: onlySome(open),
  },
  listArgs: linkedToEvents,
})
