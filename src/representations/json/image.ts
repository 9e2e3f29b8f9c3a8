/** Representations of images (contract §1.6). */
import type { Image } from '../../contract/resources/represented.ts'
import type { MediaRecord } from '../../store/store.ts'
import { mediaUrl, type Root } from '../urls.ts'

export type { Image } from '../../contract/resources/represented.ts'

/** The focus of an image if nobody has chosen one, in percent. */
const MIDDLE = 50

function sizes(known: MediaRecord['sizes'], root: Root): Image['sizes'] {
  const entries = Object.entries(known).map(([name, { width, height, filesize, mime_type, file }]) => [
    name,
    { width, height, 'mime-type': mime_type, filesize, url: mediaUrl(root, file) },
  ])
  return Object.fromEntries(entries)
}

/** Returns the image of an item, or `false` if it has none. */
export function image(record: MediaRecord | undefined, root: Root): Image | false {
  return record === undefined ? false : imageOf(record, root)
}

/** Returns a media item as it is embedded in other items. */
export function imageOf(record: MediaRecord, root: Root): Image {
  const { id, extension, mime_type, width, height, filesize, alt_text, focus_x, focus_y } = record
  const isMiddle = focus_x === MIDDLE && focus_y === MIDDLE
  return {
    id,
    url: mediaUrl(root, record.file),
    extension,
    mime_type,
    width,
    height,
    filesize,
    ...(alt_text !== '' && { alt_text }),
    ...(isMiddle ? {} : { focus_x, focus_y }),
    sizes: sizes(record.sizes, root),
  }
}
