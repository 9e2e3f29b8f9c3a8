/** The sizes of an image (contract §1.6). Each exists only if it is smaller than the original. */

/** Width and height in pixels. */
export interface Pixels {
  readonly width: number
  readonly height: number
}

export interface Size extends Pixels {
  readonly name: string
  /** `cover` crops; `fill` is for sizes with the proportions of the original. */
  readonly fit: 'cover' | 'fill'
}

const THUMBNAIL = 150
const WIDE = 768
const boxes = { medium: 300, large: 1024 }

const scaled = ({ width, height }: Pixels, scale: number): Pixels => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
})

function within(name: keyof typeof boxes, original: Pixels): readonly Size[] {
  const longer = Math.max(original.width, original.height)
  const side = boxes[name]
  return longer > side ? [{ name, ...scaled(original, side / longer), fit: 'fill' }] : []
}

/** Returns the sizes of an image, in the order of its representation. */
export function sizesOf(original: Pixels): readonly Size[] {
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

/** Returns the smallest image with the proportions of the original from which all sizes can be reduced. */
export function commonSource(original: Pixels, sizes: readonly Size[]): Pixels {
  const scales = sizes.flatMap(({ width, height }) => [width / original.width, height / original.height])
  return scaled(original, Math.min(1, Math.max(...scales)))
}
