/** Representations of images (contract §1.6). */
import { mediaFieldsByPart } from '../../contract/resources/fields/other-fields.ts'
import { fieldRowsPresenter, nonDefaultFieldsPicker } from '../../contract/resources/fields/values.ts'
import type { Image } from '../../contract/resources/represented.ts'
import { pictureFileNameInWidth } from '../../domain/page-pictures.ts'
import type { MediaRecord } from '../../store/store.ts'
import { recordWithShownTexts } from '../shown-language.ts'
import { type Root, urlOfMediaFileName } from '../urls.ts'

const textsOf = nonDefaultFieldsPicker(mediaFieldsByPart.main)
const focusOf = fieldRowsPresenter(mediaFieldsByPart.place)
const setFocusOf = nonDefaultFieldsPicker(mediaFieldsByPart.place)
const isAside = (record: MediaRecord) => Object.keys(setFocusOf(record)).length > 0

function sizes(known: MediaRecord['sizes'], root: Root): Image['sizes'] {
  const entries = Object.entries(known).map(([name, { width, height, filesize, mime_type, file }]) => [
    name,
    { width, height, 'mime-type': mime_type, filesize, url: urlOfMediaFileName(root, file) },
  ])
  return Object.fromEntries(entries)
}

/** Returns the pictures for pages as an attribute has them; nothing before they are made. */
function pictures({ file, widths }: MediaRecord, root: Root): Pick<Image, 'srcset'> {
  if (widths.length === 0) return {}
  return {
    srcset: widths
      .map((width) => `${urlOfMediaFileName(root, pictureFileNameInWidth(file, width))} ${width}w`)
      .join(', '),
  }
}

/** Returns the image of an item, or `false` if it has none. */
export function representImage(record: MediaRecord | undefined, root: Root): Image | false {
  return record === undefined ? false : representEmbeddedImage(record, root)
}

/** Returns the file of an image that is shown where no SVG is, such as in e-mail: that of an SVG is a picture of it. */
export function bitmapFileOfImage({
  url,
  mime_type,
  extension,
  sizes,
}: Image): Pick<Image, 'url' | 'mime_type'> {
  const { medium } = sizes
  return extension === 'svg' && medium !== undefined
    ? { url: medium.url, mime_type: medium['mime-type'] }
    : { url, mime_type }
}

/** Returns a media item as it is embedded in other items. */
export function representEmbeddedImage(record: MediaRecord, root: Root): Image {
  const { id, extension, mime_type, width, height, filesize } = record
  return {
    id,
    url: urlOfMediaFileName(root, record.file),
    extension,
    mime_type,
    width,
    height,
    filesize,
    ...textsOf(recordWithShownTexts('media', record, root)),
    ...(isAside(record) ? focusOf(record) : {}),
    sizes: sizes(record.sizes, root),
    ...pictures(record, root),
  }
}
