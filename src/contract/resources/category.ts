/** The declaration of categories: hierarchical terms. */
import { extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { text, whole } from '../shape.ts'
import { term } from './represented.ts'
import { terms } from './shared.ts'

export const category = resource({
  name: 'category',
  collection: 'categories',
  fields: {
    name: required(kind.title(200)),
    description: optional(kind.html(262_144)),
    slug: optional(kind.slug),
    parent: optional(kind.integer(0)),
    color: extension(optional(kind.color)),
  },
  represented: { ...term('event_category'), parent: whole, color: text },
  listArgs: { ...terms, parent: optional(kind.integer(0)) },
})
