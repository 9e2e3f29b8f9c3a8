/** The declaration of tags: flat terms. */
import { optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { contentArgs } from './content.ts'
import { fieldArgs } from './field-args.ts'
import { tagFields } from './fields/other-fields.ts'
import { longestTitles } from './fields/translated.ts'
import { termShapes } from './represented.ts'
import { termListArgs } from './shared.ts'

export const tag = resource({
  name: 'tag',
  collection: 'tags',
  fields: {
    name: required(kind.title(longestTitles.tag)),
    ...fieldArgs(tagFields),
    slug: optional(kind.slug),
    ...contentArgs('tag'),
  },
  represented: termShapes('event_tag'),
  listArgs: termListArgs,
  refuses: { parent: 'tags have no parent: use a category' },
})
