/** Converts an uploaded image for storage: detected by content, rotated upright, without metadata (contract §4.6). */

import { randomBytes } from 'node:crypto'
import type { Metadata, Sharp, default as SharpLibrary } from 'sharp'
import { because, type RefusalReason } from '../problem.ts'
import { type ImageFormat, imageFormatOf, isSvg } from './format.ts'
import type { ImageOrFault, NewImage } from './new-image.ts'
import { encodePagePictures } from './page-pictures.ts'
import { encodeSizes, encodeThumbnail, type ImageOpeners } from './resized.ts'
import { type FocusPercent, middleFocusPercent } from './sizes.ts'
import { imageOfSvg } from './vector/draw.ts'

/** The timeout for all processing of one image. */
export const DECODING_SECONDS = 30

/** The exit code of a decoder that took too much memory. */
export const OUT_OF_MEMORY_EXIT_CODE = 70

const fault = (reason: RefusalReason) => ({ fault: reason })

/** Opens an image with the given library, within the remaining time and until `gone` is aborted. */
function opening(
  sharp: typeof SharpLibrary,
  bytes: Buffer,
  { mostPixels }: ImageFormat,
  gone?: AbortSignal,
): ImageOpeners {
  const limits = { limitInputPixels: mostPixels, failOn: 'error' } as const
  const end = performance.now() + DECODING_SECONDS * 1000
  const timed = (image: Sharp) => {
    gone?.throwIfAborted()
    const seconds = Math.ceil((end - performance.now()) / 1000)
    if (seconds < 1) throw new Error('timeout')
    return image.timeout({ seconds })
  }
  return {
    sent: (animated) => timed(sharp(bytes, { ...limits, animated })),
    pixels: ({ data, info: { width, height, channels } }) =>
      timed(sharp(data, { ...limits, raw: { width, height, channels } })),
  }
}

const pixelsOf = ({ width, height, pageHeight, pages = 1 }: Metadata) =>
  width * (pageHeight ?? height) * pages

/** Returns the thumbnail of a stored image as an image without sizes. */
async function cut(
  open: ImageOpeners,
  format: ImageFormat,
  metadata: Metadata,
  focus?: FocusPercent,
): Promise<ImageOrFault> {
  const { width, height, pageHeight } = metadata
  const original = { width, height: pageHeight ?? height }
  const thumbnail = await encodeThumbnail(open, format, original, focus ?? middleFocusPercent)
  if (thumbnail === undefined) return fault(because('too_small_for_thumbnail'))
  const { data, info, name } = thumbnail
  const { extension, mime_type } = format
  const file = `${randomBytes(32).toString('hex')}-${name}.${extension}`
  const measures = { width: info.width, height: info.height, filesize: data.length }
  return {
    image: {
      columns: { file, extension, mime_type, ...measures, sizes: {} },
      files: [{ file, bytes: data }],
    },
  }
}

/** Returns the pictures for pages of a stored image as the files of an image without sizes. Refuses animations, whose pictures would stand still. */
async function pictured(
  open: ImageOpeners,
  format: ImageFormat,
  metadata: Metadata,
  file: string,
): Promise<ImageOrFault> {
  const { width, height, pageHeight, pages = 1 } = metadata
  if (pages > 1) return fault(because('animated'))
  const files = await encodePagePictures(open, { width, height: pageHeight ?? height }, file)
  const { extension, mime_type } = format
  return {
    image: { columns: { file, extension, mime_type, width, height, filesize: 0, sizes: {} }, files },
  }
}

async function made(open: ImageOpeners, format: ImageFormat, focus?: FocusPercent): Promise<NewImage> {
  const { original, sizes } = await encodeSizes(open, format, focus)
  const { width, pageHeight: height = original.info.height } = original.info
  // Each item has its own files, so that deleting one item never affects another.
  const stem = randomBytes(32).toString('hex')
  const { extension, mime_type } = format
  const fileOf = (suffix: string) => `${stem}${suffix}.${extension}`
  const kept = sizes.map(({ name, data, info }) => {
    const measures = { width: info.width, height: info.height, mime_type, filesize: data.length }
    return { size: [name, { ...measures, file: fileOf(`-${name}`) }] as const, bytes: data }
  })
  return {
    columns: {
      file: fileOf(''),
      extension,
      mime_type,
      width,
      height,
      filesize: original.data.length,
      sizes: Object.fromEntries(kept.map(({ size }) => size)),
    },
    files: [
      { file: fileOf(''), bytes: original.data },
      ...kept.map(({ size: [, { file }], bytes }) => ({ file, bytes })),
    ],
  }
}

const tooLarge = ({ mostPixels, extension }: ImageFormat) =>
  fault(because('too_many_pixels', { most: mostPixels / 1_000_000, extension }))

/** How an image is prepared. */
export interface ImageOptions {
  /** The point that crops keep in view; the middle by default. */
  readonly focus?: FocusPercent | undefined
  /** Whether to create only the thumbnail of a stored image, as an image without sizes. */
  readonly isCut?: boolean
  /** The name of a stored image of which to create only the pictures for pages, as the files of an image without sizes. */
  readonly pictureOf?: string
  /** Whether an SVG is taken, which is cleaned. */
  readonly takesSvg?: boolean
}

/**
 * Validates an image by its content and prepares it for storage. Slow and memory-intensive: run one at a time. Throws the
 * reason of `gone` once that is aborted, before it creates the next size.
 */
export async function prepareImage(
  bytes: Buffer,
  gone?: AbortSignal,
  { focus, isCut = false, pictureOf, takesSvg = false }: ImageOptions = {},
): Promise<ImageOrFault> {
  if (takesSvg && isSvg(bytes)) return imageOfSvg(bytes, DECODING_SECONDS)
  const format = imageFormatOf(bytes)
  if ('fault' in format) return format
  // Loaded with the first image: it needs half as much memory as the rest of the process.
  const open = opening((await import('sharp')).default, bytes, format, gone)
  try {
    const metadata = await open.sent(format.moves).metadata()
    if (pixelsOf(metadata) > format.mostPixels) return tooLarge(format)
    if (pictureOf !== undefined) return await pictured(open, format, metadata, pictureOf)
    return isCut ? await cut(open, format, metadata, focus) : { image: await made(open, format, focus) }
  } catch (error) {
    gone?.throwIfAborted()
    const text = error instanceof Error ? error.message : ''
    if (/pixel limit/.test(text)) return tooLarge(format)
    if (/timeout/.test(text)) return fault(because('slow_image', { most: DECODING_SECONDS }))
    return fault(because('broken_image', { extension: format.extension }))
  }
}
