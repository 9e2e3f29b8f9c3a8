/** The sizes of an image (contract §1.6). Each exists only if it is smaller than the original. */

/** Width and height in pixels. */
export interface PixelSize {
  readonly width: number
  readonly height: number
}

/** The point that crops keep in view, in percent from the left and from the top. */
export interface FocusPercent {
  readonly x: number
  readonly y: number
}

export const middleFocusPercent: FocusPercent = { x: 50, y: 50 }

export interface ImageSize extends PixelSize {
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

/** An image reduced to cover a size, and the part of it that the size shows. */
interface Crop {
  readonly reduced: PixelSize
  readonly left: number
  readonly top: number
}

/**
 * Returns how a size is cut out of an image: the point at `focus` percent of the image is at `focus` percent of the
 * size, like `object-position` in CSS.
 */
export function cropOf(original: PixelSize, size: PixelSize, { x, y }: FocusPercent): Crop {
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
export function smallestSizeToReduceAllSizesFrom(
  original: PixelSize,
  sizes: readonly ImageSize[],
): PixelSize {
  const scales = sizes.flatMap(({ width, height }) => [width / original.width, height / original.height])
  return scaled(original, Math.min(1, Math.max(...scales)))
}
