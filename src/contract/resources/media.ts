/** The declaration of media: images, uploaded or fetched from a URL. */
import { extension, optional, required } from '../arg.ts'
import * as kind from '../kinds.ts'
import { resource } from '../resource.ts'
import { integerShape, sameShapeForEach, textShape, timestampShape, webAddressShape } from '../shape.ts'
import { fieldArgs } from './field-args.ts'
import { mediaFields } from './fields/other-fields.ts'
import { embeddedImage } from './represented.ts'
import { pagingArgs } from './shared.ts'

export const media = resource({
  name: 'media',
  collection: 'media',
  fields: {
    title: extension(optional(kind.title(500))),
    ...fieldArgs(mediaFields),
  },
  represented: {
    ...embeddedImage,
    ...sameShapeForEach(textShape, 'title', 'alt_text', 'source_url'),
    author: integerShape,
    ...sameShapeForEach(timestampShape, 'date', 'date_utc'),
    rest_url: webAddressShape,
  },
  onCreate: {
    event: extension(optional(kind.integer(1))),
    file: extension(required(kind.upload({ mediaTypes: ['image/*'], mostBytes: 10 * 1024 * 1024 }))),
  },
  listArgs: {
    page: extension(pagingArgs.page),
    per_page: extension(pagingArgs.per_page),
    search: extension(optional(kind.search)),
    include: extension(optional(kind.integers)),
    exclude: extension(optional(kind.integers)),
  },
})
