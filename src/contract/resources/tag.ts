/** The declaration of tags: flat terms. */
import { optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { fieldArgs } from './field-args.ts'
import { tagFields } from './fields/other-fields.ts'
import { termShapes } from './represented.ts'
import { termListArgs } from './shared.ts'

export const tag = resource({
  name: 'tag',
  collection: 'tags',
  fields: {
    name: required(kind.title(200)),
    ...fieldArgs(tagFields),
    slug: optional(kind.slug),
  },
  represented: termShapes('event_tag'),
  listArgs: termListArgs,
  refuses: { parent: 'tags have no parent: use a category' },
})
