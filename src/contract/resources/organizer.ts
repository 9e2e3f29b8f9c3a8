/** The declaration of organizers. */
import { type Arg, markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { anyObjectShape, optionalShape as onlySome, sameShapeByName, textShape } from '../shape.ts'
import { languageAndTranslationArgsOfResource, languageAndTranslationShapes } from './content.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { maxTitleLengths } from './fields/translated.ts'
import { organizerFields, organizerFieldsByPart } from './fields/venue-fields.ts'
import { imageOrFalseShape, publishableShapes } from './represented.ts'
import { publicationArgs, venueAndOrganizerListArgs } from './shared.ts'

/** The specification shows null as the default of every organizer field, including the required name. */
const listsNull = <A extends Arg>(arg: A): A => ({ ...arg, shownDefault: null })

export const organizer = resource({
  name: 'organizer',
  collection: 'organizers',
  fields: {
    organizer: listsNull(required(kind.title(maxTitleLengths.organizer))),
    author: listsNull(publicationArgs.author),
    date: listsNull(publicationArgs.date),
    date_utc: listsNull(publicationArgs.date_utc),
    ...fieldArgs(organizerFieldsByPart.text),
    status: listsNull(publicationArgs.status),
    ...fieldArgs(organizerFieldsByPart.main),
    ...fieldArgs(organizerFieldsByPart.flag),
    image: optional(kind.image, null),
    slug: markedAsExtension(optional(kind.slug)),
    ...languageAndTranslationArgsOfResource('organizer'),
  },
  represented: {
    ...publishableShapes,
    ...sameShapeByName(textShape, 'organizer', 'slug'),
    ...languageAndTranslationShapes,
    ...fieldShapes(organizerFields),
    image: imageOrFalseShape,
    json_ld: onlySome(anyObjectShape),
  },
  listArgs: venueAndOrganizerListArgs,
})
