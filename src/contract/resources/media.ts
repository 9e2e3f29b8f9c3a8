/** The declaration of media: images, uploaded or fetched from a URL. */
import { markedAsExtension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { integerShape, sameShapeByName, textShape, timestampShape, webAddressShape } from '../shape.ts'
import {
  languageAndTranslationArgsOfResource,
  languageAndTranslationShapes,
  readableLanguageFilterArgs,
  shownLanguageArgs,
} from './content.ts'
import { fieldArgs } from './field-args.ts'
import { mediaFields } from './fields/other-fields.ts'
import { maxTitleLengths } from './fields/translated.ts'
import { embeddedImageShapes } from './represented.ts'
import { pagingArgs } from './shared.ts'

export const media = resource({
  name: 'media',
  collection: 'media',
  fields: {
    title: markedAsExtension(optional(kind.title(maxTitleLengths.media))),
    ...fieldArgs(mediaFields),
    ...languageAndTranslationArgsOfResource('media'),
  },
  represented: {
    ...embeddedImageShapes,
    ...sameShapeByName(textShape, 'title', 'alt_text', 'source_url'),
    ...languageAndTranslationShapes,
    author: integerShape,
    ...sameShapeByName(timestampShape, 'date', 'date_utc'),
    rest_url: webAddressShape,
  },
  onCreate: {
    event: markedAsExtension(optional(kind.integer(1))),
    svg: markedAsExtension(optional(kind.boolean)),
    file: markedAsExtension(required(kind.upload({ mediaTypes: ['image/*'], mostBytes: 10 * 1024 * 1024 }))),
  },
  listArgs: {
    page: markedAsExtension(pagingArgs.page),
    per_page: markedAsExtension(pagingArgs.per_page),
    search: markedAsExtension(optional(kind.searchWords)),
    include: markedAsExtension(optional(kind.integers)),
    exclude: markedAsExtension(optional(kind.integers)),
    ...shownLanguageArgs,
    ...readableLanguageFilterArgs,
  },
})
