/** An image and its smaller sizes, from as few decodings as its format and proportions allow. */
import type { OutputInfo, Sharp } from 'sharp'
import type { Format } from './format.ts'
import { commonSource, type Pixels, type Size, sizesOf } from './sizes.ts'

/** The most pixels of a reduced image that are held decoded: 16 MB. Only very long images need more. */
const MAX_HELD_PIXELS = 4_000_000

export interface Output {
  readonly data: Buffer
  readonly info: OutputInfo
}

export interface NamedOutput extends Output {
  readonly name: string
}

/** Opens images within the limits of their format and of the time that is left. */
export interface Open {
  /** What was sent. `frames` reads an animation whole, otherwise its first frame. */
  sent(frames: boolean): Sharp
  /** Pixels decoded before. */
  pixels(decoded: Output): Sharp
}

/** Encoded in the image's own format, without metadata (EXIF, GPS, comments, trailing bytes). */
const encode = (image: Sharp, { name, options }: Format): Promise<Output> =>
  image.toFormat(name, options).toBuffer({ resolveWithObject: true })

/** Decodes an image. Returns a function that opens the pixels, as often as needed. */
async function decode(image: Sharp, open: Open): Promise<() => Sharp> {
  const decoded = await image.raw().toBuffer({ resolveWithObject: true })
  return () => open.pixels(decoded)
}

/** Opens what the sizes are made from: a common source that was decoded once, or the image itself. */
async function sourceOfSizes(start: () => Sharp, original: Pixels, sizes: readonly Size[], open: Open) {
  const common = commonSource(original, sizes)
  if (common.width * common.height > MAX_HELD_PIXELS) return start
  return decode(start().resize({ ...common, fit: 'fill' }), open)
}

/**
 * Encodes an image and its sizes anew, turned upright. Animations keep their frames and are not turned: cameras hardly ever
 * make them. Throws what the decoder throws, and what `open` does.
 */
export async function resized(
  open: Open,
  format: Format,
): Promise<{ readonly original: Output; readonly sizes: readonly NamedOutput[] }> {
  const upright = () => open.sent(false).autoOrient()
  const start = format.decodesSlowly ? await decode(upright(), open) : upright
  const original = await encode(format.moves ? open.sent(true) : start(), format)
  const { width, pageHeight: height = original.info.height } = original.info
  const sizes = sizesOf({ width, height })
  if (sizes.length === 0) return { original, sizes: [] }
  const source = await sourceOfSizes(start, { width, height }, sizes, open)
  const outputs: NamedOutput[] = []
  for (const { name, ...resize } of sizes)
    outputs.push({ name, ...(await encode(source().resize(resize), format)) })
  return { original, sizes: outputs }
}
