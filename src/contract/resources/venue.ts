/** The declaration of venues. */
import { extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { each, optional as onlySome, open, text as textShape } from '../shape.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { venueFields, venueParts } from './fields/venue-fields.ts'
import { imageOrFalse, published } from './represented.ts'
import { linkedToEvents, publication } from './shared.ts'

const { text, main, flag, place } = venueParts

export const venue = resource({
  name: 'venue',
  collection: 'venues',
  fields: {
    venue: required(kind.title(200)),
    ...publication,
    ...fieldArgs(text),
    ...fieldArgs(flag),
    ...fieldArgs(main),
    image: optional(kind.image, null),
    slug: extension(optional(kind.slug)),
    ...fieldArgs(place),
  },
  represented: {
    ...published,
    ...each(textShape, 'venue', 'slug'),
    ...fieldShapes(venueFields),
    image: imageOrFalse,
    json_ld: onlySome(open),
  },
  listArgs: linkedToEvents,
})
