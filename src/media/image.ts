/** Converts an uploaded image for storage: detected by content, rotated upright, without metadata (contract §4.6). */
import { randomBytes } from 'node:crypto'
import type {
  AvifOptions,
  GifOptions,
  JpegOptions,
  Metadata,
  OutputInfo,
  PngOptions,
  Sharp,
  default as SharpLibrary,
  WebpOptions,
} from 'sharp'
import {
  mediaTypesByImageExtension,
  pagePictureWidthsUpToWidth,
  pictureFileNameInWidth,
} from '../domain/images.ts'
import { because, type RefusalReason } from '../problem.ts'
import type { ImageOrFault, NewImage } from './storage.ts'
import { imageOfSvg } from './vector.ts'

// Detects the format of an image by its first bytes. Only detected formats reach a decoder.

const MANY = 50_000_000
/** AVIF takes ten times the work of JPEG per pixel, regardless of its size in bytes. */
const FEW = 16_000_000

interface ImageFormat {
  readonly name: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'
  readonly extension: string
  readonly mime_type: string
  /** Whether it may be animated. */
  readonly moves: boolean
  /** The maximum number of decoded pixels, all frames together. The work per pixel differs widely between formats. */
  readonly mostPixels: number
  /** Whether decoding takes so long that the whole image is held decoded (at most 64 MB) instead of being read again. */
  readonly decodesSlowly?: boolean
  readonly options: JpegOptions & PngOptions & GifOptions & WebpOptions & AvifOptions
}

const formats = {
  jpeg: {
    name: 'jpeg',
    extension: 'jpg',
    mime_type: mediaTypesByImageExtension.jpg,
    moves: false,
    mostPixels: MANY,
    options: { quality: 90 },
  },
  png: {
    name: 'png',
    extension: 'png',
    mime_type: mediaTypesByImageExtension.png,
    moves: false,
    mostPixels: MANY,
    options: {},
  },
  gif: {
    name: 'gif',
    extension: 'gif',
    mime_type: mediaTypesByImageExtension.gif,
    moves: true,
    mostPixels: MANY,
    options: { effort: 3 },
  },
  webp: {
    name: 'webp',
    extension: 'webp',
    mime_type: mediaTypesByImageExtension.webp,
    moves: true,
    mostPixels: MANY,
    options: { quality: 90, effort: 2 },
  },
  avif: {
    name: 'avif',
    extension: 'avif',
    mime_type: mediaTypesByImageExtension.avif,
    moves: false,
    mostPixels: FEW,
    decodesSlowly: true,
    options: { quality: 70, effort: 1 },
  },
} as const satisfies Record<string, ImageFormat>

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

function known(bytes: Buffer): ImageFormat | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return formats.jpeg
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return formats.png
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return formats.gif
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return formats.webp
  if (text(bytes, 4, 8) === 'ftyp' && /^avi[fs]$/.test(text(bytes, 8, 12))) return formats.avif
  return undefined
}

/** Whether a file without the first bytes of another format looks like an SVG. */
const isSvg = (bytes: Buffer): boolean =>
  known(bytes) === undefined && /<svg[\s/>]/i.test(text(bytes, 0, 4096))

/** The format of an image, or why it is refused. */
export function imageFormatOf(bytes: Buffer): ImageFormat | { readonly fault: RefusalReason } {
  if (bytes.length === 0) return { fault: because('empty_file') }
  const format = known(bytes)
  if (format !== undefined) return format
  return {
    fault: isSvg(bytes) ? because('svg_not_taken') : because('not_an_image'),
  }
}

// The sizes of an image (contract §1.6). Each exists only if it is smaller than the original.

/** Width and height in pixels. */
interface PixelSize {
  readonly width: number
  readonly height: number
}

/** The point that crops keep in view, in percent from the left and from the top. */
export interface FocusPercent {
  readonly x: number
  readonly y: number
}

const middleFocusPercent: FocusPercent = { x: 50, y: 50 }

interface ImageSize extends PixelSize {
  readonly name: string
  /** `cover` crops; `fill` is for sizes with the proportions of the original. */
  readonly fit: 'cover' | 'fill'
}

const THUMBNAIL = 150
const WIDE = 768
const boxes = { medium: 300, large: 1024 }

const scaled = ({ width, height }: PixelSize, scale: number): PixelSize => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})

function within(name: keyof typeof boxes, original: PixelSize): readonly ImageSize[] {
  const longer = Math.max(original.width, original.height)
  const side = boxes[name]
  return longer > side ? [{ name, ...scaled(original, side / longer), fit: 'fill' }] : []
}

/** Returns the sizes of an image, in the order of its representation. */
export function imageSizesOf(original: PixelSize): readonly ImageSize[] {
  const { width, height } = original
  const thumbnail = { width: Math.min(width, THUMBNAIL), height: Math.min(height, THUMBNAIL) }
  return [
    ...(Math.max(width, height) > THUMBNAIL
      ? [{ name: 'thumbnail', ...thumbnail, fit: 'cover' as const }]
      : []),
    ...within('medium', original),
    ...(width > WIDE
      ? [{ name: 'medium_large', ...scaled(original, WIDE / width), fit: 'fill' as const }]
      : []),
    ...within('large', original),
  ]
}

/**
 * Returns how a size is cut out of an image, which is reduced to cover it: the point at `focus` percent of the image is at `focus` percent of the
 * size, like `object-position` in CSS.
 */
function cropOf(original: PixelSize, size: PixelSize, { x, y }: FocusPercent) {
  const scale = Math.max(size.width / original.width, size.height / original.height)
  const { width, height } = scaled(original, scale)
  const reduced = { width: Math.max(width, size.width), height: Math.max(height, size.height) }
  return {
    reduced,
    left: Math.round(((reduced.width - size.width) * x) / 100),
    top: Math.round(((reduced.height - size.height) * y) / 100),
  }
}

/** Returns the smallest image with the proportions of the original from which all sizes can be reduced. */
function smallestSizeToReduceAllSizesFrom(original: PixelSize, sizes: readonly ImageSize[]): PixelSize {
  const scales = sizes.flatMap(({ width, height }) => [width / original.width, height / original.height])
  return scaled(original, Math.min(1, Math.max(...scales)))
}

// Encodes an image and its sizes with as few decodings as its format and proportions allow.

/** The maximum pixels of a reduced image that is held decoded: 16 MB. Only very long images need more. */
const MAX_HELD_PIXELS = 4_000_000

interface Output {
  readonly data: Buffer
  readonly info: OutputInfo
}

interface NamedOutput extends Output {
  readonly name: string
}

/** Opens images within the limits of their format and the remaining time. */
export interface ImageOpeners {
  /** Opens the uploaded image: with `frames` the whole animation, otherwise its first frame. */
  sent(frames: boolean): Sharp
  /** Opens pixels that are already decoded. */
  pixels(decoded: Output): Sharp
}

/** Encodes an image in its own format, without metadata (EXIF, GPS, comments, trailing bytes). */
const encode = (image: Sharp, { name, options }: ImageFormat): Promise<Output> =>
  image.toFormat(name, options).toBuffer({ resolveWithObject: true })

/** Decodes an image. Returns a function that opens the pixels, as often as needed. */
async function decode(image: Sharp, open: ImageOpeners): Promise<() => Sharp> {
  const decoded = await image.raw().toBuffer({ resolveWithObject: true })
  return () => open.pixels(decoded)
}

/** Returns a function that opens the source of the sizes: a common source that is decoded once, or the image itself. */
async function sizesSourceOpener(
  start: () => Sharp,
  original: PixelSize,
  sizes: readonly ImageSize[],
  open: ImageOpeners,
) {
  const common = smallestSizeToReduceAllSizesFrom(original, sizes)
  if (common.width * common.height > MAX_HELD_PIXELS) return start
  return decode(start().resize({ ...common, fit: 'fill' }), open)
}

/** Reduces an image with the proportions of `original` to a size. Crops are cut around the focus. */
function reduced(
  image: Sharp,
  original: PixelSize,
  { fit, width, height }: ImageSize,
  focus: FocusPercent,
): Sharp {
  if (fit === 'fill' || (focus.x === middleFocusPercent.x && focus.y === middleFocusPercent.y))
    return image.resize({ width, height, fit })
  const { reduced: whole, left, top } = cropOf(original, { width, height }, focus)
  return image.resize({ ...whole, fit: 'fill' }).extract({ left, top, width, height })
}

/**
 * Encodes the thumbnail of a stored image again, cut around the focus; undefined for an image too small for one. Throws the
 * errors of the decoder and of `open`.
 */
async function encodeThumbnail(
  open: ImageOpeners,
  format: ImageFormat,
  original: PixelSize,
  focus: FocusPercent,
): Promise<NamedOutput | undefined> {
  const size = imageSizesOf(original).find(({ fit }) => fit === 'cover')
  if (size === undefined) return undefined
  return { name: size.name, ...(await encode(reduced(open.sent(false), original, size, focus), format)) }
}

/**
 * Encodes an image and its sizes again, rotated upright. Animations keep their frames and are not rotated, since cameras hardly
 * ever make them. The thumbnail is cut around the focus. Throws the errors of the decoder and of `open`.
 */
export async function encodeSizes(
  open: ImageOpeners,
  format: ImageFormat,
  focus: FocusPercent = middleFocusPercent,
): Promise<{ readonly original: Output; readonly sizes: readonly NamedOutput[] }> {
  const upright = () => open.sent(false).autoOrient()
  const start = format.decodesSlowly ? await decode(upright(), open) : upright
  const original = await encode(format.moves ? open.sent(true) : start(), format)
  const { width, pageHeight: height = original.info.height } = original.info
  const sizes = imageSizesOf({ width, height })
  if (sizes.length === 0) return { original, sizes: [] }
  const source = await sizesSourceOpener(start, { width, height }, sizes, open)
  const outputs: NamedOutput[] = []
  for (const size of sizes) {
    const image = reduced(source(), { width, height }, size, focus)
    outputs.push({ name: size.name, ...(await encode(image, format)) })
  }
  return { original, sizes: outputs }
}

// Encodes the pictures that pages show of a stored image.

/**
 * WebP alone: of photos as like the original (SSIM 0.97), AVIF is 5 to 8 % smaller and takes three times the processor time. In November
 * 2026, the four widths of a photo of 4 megapixels took 0.28 and 0.75 seconds. Effort 4 takes half as long again as 2, and saves a tenth.
 */
const options: WebpOptions = { quality: 76, effort: 4 }

interface Picture {
  readonly file: string
  readonly bytes: Buffer
}

/**
 * Encodes an image in the widths that pages show; of an animation, its first frame. `file` is the name of the stored image. Throws the
 * errors of the decoder and of `open`.
 */
async function encodePagePictures(
  open: ImageOpeners,
  original: PixelSize,
  file: string,
): Promise<readonly Picture[]> {
  const sizes = pagePictureWidthsUpToWidth(original.width).map((width) => ({
    name: pictureFileNameInWidth(file, width),
    width,
    height: Math.max(1, Math.round((original.height * width) / original.width)),
    fit: 'fill' as const,
  }))
  const source = await sizesSourceOpener(() => open.sent(false), original, sizes, open)
  const pictures: Picture[] = []
  for (const { name, width, height } of sizes)
    pictures.push({
      file: name,
      bytes: await source().resize({ width, height, fit: 'fill' }).webp(options).toBuffer(),
    })
  return pictures
}

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
