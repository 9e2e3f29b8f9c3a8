/** Fields of representations that several resources share (contract §1). Those that no arg of the resource names are read-only. */
import {
  byName,
  choiceShape,
  constant,
  each,
  either,
  listOf,
  type ObjectOf,
  object,
  optionalShape,
  part,
  textShape,
  timestamp,
  webAddress,
  whole,
} from '../shape.ts'
import { fieldShapes, optionalFieldShapes } from './field-shapes.ts'
import { mediaFields, tagFields } from './fields/other-fields.ts'
import { statuses } from './shared.ts'

/** One size of an image. */
export const imageSize = {
  width: whole,
  height: whole,
  'mime-type': textShape,
  filesize: whole,
  url: webAddress,
}
type ImageSize = ObjectOf<typeof imageSize>

/** An image as other items embed it (contract §1.6). */
export const embeddedImage = {
  id: whole,
  url: webAddress,
  ...each(textShape, 'extension', 'mime_type'),
  ...each(whole, 'width', 'height', 'filesize'),
  // Only where they are not the defaults (ext.).
  ...optionalFieldShapes(mediaFields),
  sizes: byName(part<ImageSize>('ImageSize')),
}
export type Image = ObjectOf<typeof embeddedImage>

/** The image of an item, or false. */
export const imageOrFalse = either(part<Image>('Image'), constant(false))

/** The fields of events, venues and organizers: identity, publication, URLs. */
export const publishedFields = {
  id: whole,
  global_id: textShape,
  global_id_lineage: listOf(textShape),
  author: whole,
  status: choiceShape(statuses),
  ...each(timestamp, 'date', 'date_utc', 'modified', 'modified_utc'),
  url: webAddress,
  rest_url: webAddress,
}

/** Returns the fields of categories and tags. */
export const termFields = <T extends string>(taxonomy: T) => ({
  id: whole,
  ...each(textShape, 'name', 'slug'),
  ...fieldShapes(tagFields),
  taxonomy: constant(taxonomy),
  count: whole,
  url: webAddress,
  rest_url: webAddress,
  urls: object({ self: webAddress, collection: webAddress, up: optionalShape(webAddress) }),
})
