/** The declaration of venues. */
import { markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { anyObjectShape, optionalShape as onlySome, sameShapeByName, textShape } from '../shape.ts'
import { languageAndTranslationArgsOfResource, languageAndTranslationShapes } from './content.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { maxTitleLengths } from './fields/translated.ts'
import { venueFields, venueFieldsByPart } from './fields/venue-fields.ts'
import { imageOrFalseShape, publishableShapes } from './represented.ts'
import { publicationArgs, venueAndOrganizerListArgs } from './shared.ts'

const { text, main, flag, place } = venueFieldsByPart

export const venue = resource({
  name: 'venue',
  collection: 'venues',
  fields: {
    venue: required(kind.title(maxTitleLengths.venue)),
    ...publicationArgs,
    ...fieldArgs(text),
    ...fieldArgs(flag),
    ...fieldArgs(main),
    image: optional(kind.image, null),
    slug: markedAsExtension(optional(kind.slug)),
    ...languageAndTranslationArgsOfResource('venue'),
    ...fieldArgs(place),
  },
  represented: {
    ...publishableShapes,
    ...sameShapeByName(textShape, 'venue', 'slug'),
    ...languageAndTranslationShapes,
    ...fieldShapes(venueFields),
    image: imageOrFalseShape,
    json_ld: onlySome(anyObjectShape),
  },
  listArgs: venueAndOrganizerListArgs,
})
