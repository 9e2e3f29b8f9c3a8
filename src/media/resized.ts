/** Encodes an image and its sizes with as few decodings as its format and proportions allow. */
import type { OutputInfo, Sharp } from 'sharp'
import type { ImageFormat } from './format.ts'
import {
  cropOf,
  type FocusPercent,
  type ImageSize,
  imageSizesOf,
  middleFocusPercent,
  type PixelSize,
  smallestSizeToReduceAllSizesFrom,
} from './sizes.ts'

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
export async function sizesSourceOpener(
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
export async function encodeThumbnail(
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
