/** The declaration of venues. */
import { extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { each, optionalShape as onlySome, open, textShape } from '../shape.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { venueFields, venueParts } from './fields/venue-fields.ts'
import { imageOrFalse, publishedFields } from './represented.ts'
import { linkedToEvents, publicationArgs } from './shared.ts'

const { text, main, flag, place } = venueParts

export const venue = resource({
  name: 'venue',
  collection: 'venues',
  fields: {
    venue: required(kind.title(200)),
    ...publicationArgs,
    ...fieldArgs(text),
    ...fieldArgs(flag),
    ...fieldArgs(main),
    image: optional(kind.image, null),
    slug: extension(optional(kind.slug)),
    ...fieldArgs(place),
  },
  represented: {
    ...publishedFields,
    ...each(textShape, 'venue', 'slug'),
    ...fieldShapes(venueFields),
    image: imageOrFalse,
    json_ld: onlySome(open),
  },
  listArgs: linkedToEvents,
})
