/** The declaration of venues. */
import { markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { anyObjectShape, optionalShape as onlySome, sameShapeForEach, textShape } from '../shape.ts'
import { contentArgs, contentShapes } from './content.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { titleLengthLimits } from './fields/translated.ts'
import { venueFields, venueFieldsByPart } from './fields/venue-fields.ts'
import { imageOrFalseShape, publishedShapes } from './represented.ts'
import { linkedListArgs, publicationArgs } from './shared.ts'

const { text, main, flag, place } = venueFieldsByPart

export const venue = resource({
  name: 'venue',
  collection: 'venues',
  fields: {
    venue: required(kind.title(titleLengthLimits.venue)),
    ...publicationArgs,
    ...fieldArgs(text),
    ...fieldArgs(flag),
    ...fieldArgs(main),
    image: optional(kind.image, null),
    slug: markedAsExtension(optional(kind.slug)),
    ...contentArgs('venue'),
    ...fieldArgs(place),
  },
  represented: {
    ...publishedShapes,
    ...sameShapeForEach(textShape, 'venue', 'slug'),
    ...contentShapes,
    ...fieldShapes(venueFields),
    image: imageOrFalseShape,
    json_ld: onlySome(anyObjectShape),
  },
  listArgs: linkedListArgs,
})
