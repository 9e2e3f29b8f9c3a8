/** The declaration of organizers. */
import { type Arg, extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { each, optional as onlySome, open, text } from '../shape.ts'
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
    description: optional(kind.html(262_144), null),
    status: listsNull(publication.status),
    phone: optional(kind.plain(), null),
    website: optional(kind.web, null),
    email: optional(kind.email, null),
    image: optional(kind.image, null),
    slug: extension(optional(kind.slug)),
  },
  represented: {
    ...published,
    ...each(text, 'organizer', 'description', 'slug', 'phone', 'website', 'email'),
    image: imageOrFalse,
    json_ld: onlySome(open),
  },
  listArgs: linkedToEvents,
})
