/** The smaller sizes of an image (contract §1.6): each only where it is smaller than the original. */
import type { ResizeOptions } from 'sharp'

export interface Size {
  readonly name: string
  readonly resize: ResizeOptions
}

const THUMBNAIL = 150
const WIDE = 768
const boxes = { medium: 300, large: 1024 }

const within = (name: keyof typeof boxes, longer: number): readonly Size[] => {
  const side = boxes[name]
  return longer > side ? [{ name, resize: { width: side, height: side, fit: 'inside' } }] : []
}

/** The sizes of an image of `width` by `height` pixels, in the order shown. */
export function sizesOf(width: number, height: number): readonly Size[] {
  const longer = Math.max(width, height)
  const thumbnail = { width: Math.min(width, THUMBNAIL), height: Math.min(height, THUMBNAIL) }
  return [
    ...(longer > THUMBNAIL ? [{ name: 'thumbnail', resize: { ...thumbnail, fit: 'cover' as const } }] : []),
    ...within('medium', longer),
    ...(width > WIDE ? [{ name: 'medium_large', resize: { width: WIDE } }] : []),
    ...within('large', longer),
  ]
}
