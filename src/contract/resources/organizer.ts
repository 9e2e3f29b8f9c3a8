/** The declaration of organizers. */
import { type Arg, extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { anyObjectShape, optionalShape as onlySome, sameShapeForEach, textShape } from '../shape.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { organizerFields, organizerFieldsByPart } from './fields/venue-fields.ts'
import { imageOrFalse, publishedFields } from './represented.ts'
import { linkedListArgs, publicationArgs } from './shared.ts'

/** The specification shows null as the default of every organizer field, including the required name. */
const listsNull = <A extends Arg>(arg: A): A => ({ ...arg, shownDefault: null })

export const organizer = resource({
  name: 'organizer',
  collection: 'organizers',
  fields: {
    organizer: listsNull(required(kind.title(200))),
    author: listsNull(publicationArgs.author),
    date: listsNull(publicationArgs.date),
    date_utc: listsNull(publicationArgs.date_utc),
    ...fieldArgs(organizerFieldsByPart.text),
    status: listsNull(publicationArgs.status),
    ...fieldArgs(organizerFieldsByPart.main),
    image: optional(kind.image, null),
    slug: extension(optional(kind.slug)),
  },
  represented: {
    ...publishedFields,
    ...sameShapeForEach(textShape, 'organizer', 'slug'),
    ...fieldShapes(organizerFields),
    image: imageOrFalse,
    json_ld: onlySome(anyObjectShape),
  },
  listArgs: linkedListArgs,
})
