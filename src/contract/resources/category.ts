/** The declaration of categories: hierarchical terms. */
import { optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { integerShape } from '../shape.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { categoryOnlyFields, tagFields } from './fields/other-fields.ts'
import { termShapes } from './represented.ts'
import { termListArgs } from './shared.ts'

export const category = resource({
  name: 'category',
  collection: 'categories',
  fields: {
    name: required(kind.title(200)),
    ...fieldArgs(tagFields),
    slug: optional(kind.slug),
    parent: optional(kind.integer(0)),
    ...fieldArgs(categoryOnlyFields),
  },
  represented: { ...termShapes('event_category'), parent: integerShape, ...fieldShapes(categoryOnlyFields) },
  listArgs: { ...termListArgs, parent: optional(kind.integer(0)) },
})
