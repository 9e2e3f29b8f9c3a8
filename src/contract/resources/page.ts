/** The declaration of own pages: imprint, about, contact (contract §23). */
import { defaulted, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import {
  choiceShape,
  integerShape,
  sameShapeByName,
  textShape,
  timestampShape,
  webAddressShape,
} from '../shape.ts'
import {
  languageAndTranslationArgsOfResource,
  languageAndTranslationShapes,
  readableLanguageFilterArgs,
  shownLanguageArgs,
} from './content.ts'
import { fieldArgs } from './field-args.ts'
import { fieldShapes } from './field-shapes.ts'
import { pageFields } from './fields/other-fields.ts'
import { maxTitleLengths } from './fields/translated.ts'
import { pagingArgs, publicationArgs, sortOrders, statuses, statusFilterArgs } from './shared.ts'

const { author: _, ...publication } = publicationArgs

export const page = resource({
  name: 'page',
  collection: 'pages',
  fields: {
    title: required(kind.title(maxTitleLengths.page)),
    ...fieldArgs(pageFields),
    ...publication,
    slug: optional(kind.slug),
    ...languageAndTranslationArgsOfResource('page'),
  },
  represented: {
    id: integerShape,
    ...sameShapeByName(textShape, 'slug', 'title'),
    status: choiceShape(statuses),
    ...languageAndTranslationShapes,
    ...fieldShapes(pageFields),
    ...sameShapeByName(timestampShape, 'date', 'date_utc', 'modified', 'modified_utc'),
    ...sameShapeByName(webAddressShape, 'url', 'rest_url'),
  },
  listArgs: {
    ...pagingArgs,
    search: optional(kind.searchWords),
    in_footer: optional(kind.boolean),
    ...statusFilterArgs,
    include: optional(kind.integers),
    exclude: optional(kind.integers),
    ...shownLanguageArgs,
    ...readableLanguageFilterArgs,
    orderby: defaulted(kind.choice(['menu_order', 'title', 'date', 'modified', 'id']), 'menu_order'),
    order: defaulted(kind.choice(sortOrders, true), 'asc'),
  },
})
