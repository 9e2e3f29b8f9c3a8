/** The declaration of venues. */
import { extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { anyObjectShape, optionalShape as onlySome, sameShapeForEach, textShape } from '../shape.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { venueFields, venueFieldsByPart } from './fields/venue-fields.ts'
import { imageOrFalse, publishedFields } from './represented.ts'
import { linkedListArgs, publicationArgs } from './shared.ts'

const { text, main, flag, place } = venueFieldsByPart

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
    ...sameShapeForEach(textShape, 'venue', 'slug'),
    ...fieldShapes(venueFields),
    image: imageOrFalse,
    json_ld: onlySome(anyObjectShape),
  },
  listArgs: linkedListArgs,
})
