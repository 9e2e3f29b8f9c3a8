/** The declarations of categories and tags: hierarchical and flat terms. */

import { because } from '../../problem.ts'
import { optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { integerShape } from '../shape.ts'
import { languageAndTranslationArgsOfResource } from './content.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { categoryOnlyFields, tagFields } from './fields/other-fields.ts'
import { maxTitleLengths } from './fields/translated.ts'
import { termShapes } from './represented.ts'
import { termListArgs } from './shared.ts'

export const category = resource({
  name: 'category',
  collection: 'categories',
  fields: {
    name: required(kind.title(maxTitleLengths.category)),
    ...fieldArgs(tagFields),
    slug: optional(kind.slug),
    parent: optional(kind.integer(0)),
    ...fieldArgs(categoryOnlyFields),
    ...languageAndTranslationArgsOfResource('category'),
  },
  represented: { ...termShapes('event_category'), parent: integerShape, ...fieldShapes(categoryOnlyFields) },
  listArgs: { ...termListArgs, parent: optional(kind.integer(0)) },
})

export const tag = resource({
  name: 'tag',
  collection: 'tags',
  fields: {
    name: required(kind.title(maxTitleLengths.tag)),
    ...fieldArgs(tagFields),
    slug: optional(kind.slug),
    ...languageAndTranslationArgsOfResource('tag'),
  },
  represented: termShapes('event_tag'),
  listArgs: termListArgs,
  refuses: { parent: because('parent_of_tag') },
})
