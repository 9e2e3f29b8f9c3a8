/** The declaration of groups: departments, clubs and districts that keep their own events within one calendar (contract §16). */
import { defaulted, markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { integerShape, sameShapeByName, textShape, webAddressShape } from '../shape.ts'
import {
  languageAndTranslationArgsOfResource,
  languageAndTranslationShapes,
  readableLanguageFilterArgs,
  shownLanguageArgs,
} from './content.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { groupFields } from './fields/other-fields.ts'
import { maxTitleLengths } from './fields/translated.ts'
import { imageOrFalseShape } from './represented.ts'
import { pagingArgs, sortOrders } from './shared.ts'

export const group = resource({
  name: 'group',
  collection: 'groups',
  fields: {
    name: required(kind.title(maxTitleLengths.group)),
    ...fieldArgs(groupFields),
    image: optional(kind.image, null),
    slug: optional(kind.slug),
    ...languageAndTranslationArgsOfResource('group'),
  },
  represented: {
    id: integerShape,
    ...sameShapeByName(textShape, 'name', 'slug'),
    ...languageAndTranslationShapes,
    ...fieldShapes(groupFields),
    image: imageOrFalseShape,
    count: integerShape,
    ...sameShapeByName(webAddressShape, 'url', 'rest_url', 'events_url'),
  },
  listArgs: {
    ...pagingArgs,
    search: optional(kind.searchWords),
    include: markedAsExtension(optional(kind.integers)),
    exclude: markedAsExtension(optional(kind.integers)),
    ...shownLanguageArgs,
    ...readableLanguageFilterArgs,
    order: markedAsExtension(defaulted(kind.choice(sortOrders, true), 'asc')),
  },
})
