/** Fields of representations that several resources share (contract §1). Those that no arg of the resource names are read-only. */
import {
  choiceShape,
  constantShape,
  eitherShape,
  integerShape,
  listShape,
  mapShape,
  type ObjectOf,
  objectShape,
  optionalShape,
  sameShapeByName,
  schemaReferenceShape,
  textShape,
  timestampShape,
  webAddressShape,
} from '../shape.ts'
import { languageAndTranslationShapes } from './content.ts'
import { fieldShapes, sometimesShownFieldShapes } from './field-shapes.ts'
import { mediaFields, tagFields } from './fields/other-fields.ts'
import { statuses } from './shared.ts'

/** One size of an image. */
export const shapesOfOneImageSize = {
  width: integerShape,
  height: integerShape,
  'mime-type': textShape,
  filesize: integerShape,
  url: webAddressShape,
}
type ImageSize = ObjectOf<typeof shapesOfOneImageSize>

/** An image as other items embed it (contract §1.6). */
export const embeddedImageShapes = {
  id: integerShape,
  url: webAddressShape,
  ...sameShapeByName(textShape, 'extension', 'mime_type'),
  ...sameShapeByName(integerShape, 'width', 'height', 'filesize'),
  // Only where they are not the defaults (ext.).
  ...sometimesShownFieldShapes(mediaFields),
  sizes: mapShape(schemaReferenceShape<ImageSize>('ImageSize')),
  // Only once there are pictures for pages (ext.).
  srcset: optionalShape(textShape),
}
export type Image = ObjectOf<typeof embeddedImageShapes>

/** The image of an item, or false. */
export const imageOrFalseShape = eitherShape(schemaReferenceShape<Image>('Image'), constantShape(false))

/** The fields of events, venues and organizers: identity, publication, URLs. */
export const publishableShapes = {
  id: integerShape,
  global_id: textShape,
  global_id_lineage: listShape(textShape),
  author: integerShape,
  status: choiceShape(statuses),
  ...sameShapeByName(timestampShape, 'date', 'date_utc', 'modified', 'modified_utc'),
  url: webAddressShape,
  rest_url: webAddressShape,
}

/** Returns the fields of categories and tags. */
export const termShapes = <T extends string>(taxonomy: T) => ({
  id: integerShape,
  ...sameShapeByName(textShape, 'name', 'slug'),
  ...languageAndTranslationShapes,
  ...fieldShapes(tagFields),
  taxonomy: constantShape(taxonomy),
  count: integerShape,
  url: webAddressShape,
  rest_url: webAddressShape,
  urls: objectShape({
    self: webAddressShape,
    collection: webAddressShape,
    up: optionalShape(webAddressShape),
  }),
})
