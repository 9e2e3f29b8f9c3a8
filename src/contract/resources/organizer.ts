/** The declaration of organizers. */
import { type Arg, extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { each, optional as onlySome, open, text } from '../shape.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { organizerFields, organizerParts } from './fields/venue-fields.ts'
import { imageOrFalse, published } from './represented.ts'
import { linkedToEvents, publication } from './shared.ts'

/** The specification shows null as the default of every organizer field, including the required name. */
const listsNull = <A extends Arg>(arg: A): A => ({ ...arg, shownDefault: null })

export const organizer = resource({
  name: 'organizer',
  collection: 'organizers',
  fields: {
    organizer: listsNull(required(kind.title(200))),
    author: listsNull(publication.author),
    date: listsNull(publication.date),
    date_utc: listsNull(publication.date_utc),
    ...fieldArgs(organizerParts.text),
    status: listsNull(publication.status),
    ...fieldArgs(organizerParts.main),
    image: optional(kind.image, null),
    slug: extension(optional(kind.slug)),
  },
  represented: {
    ...published,
    ...each(text, 'organizer', 'slug'),
    ...fieldShapes(organizerFields),
    image: imageOrFalse,
    json_ld: onlySome(open),
  },
  listArgs: linkedToEvents,
})
