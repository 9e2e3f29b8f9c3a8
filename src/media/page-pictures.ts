/** Encodes the pictures that pages show of a stored image. */
import type { WebpOptions } from 'sharp'
import { pagePictureWidthsUpToWidth, pictureFileNameInWidth } from '../domain/page-pictures.ts'
import { type ImageOpeners, sizesSourceOpener } from './resized.ts'
import type { PixelSize } from './sizes.ts'

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
export async function encodePagePictures(
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
