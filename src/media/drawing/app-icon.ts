/** Draws the icons of the calendar as an application of a telephone or a desktop. */
import type { Sharp, SharpOptions } from 'sharp'

/** How an icon is drawn. */
interface AppIconOptions {
  /** Pixels of its width and height. */
  readonly size: number
  /** The colour of the whole square; without one the square is transparent around the picture. */
  readonly paper: string | undefined
}

/** The part of a square that every shape of icons shows: launchers cut a circle of four fifths. */
const INSIDE = 0.6
/** Pixels of a picture that is scaled down to an icon. */
const MOST_PIXELS = 50_000_000
/** The resolution at which librsvg draws an SVG in its own size, and the highest one it may be asked for. */
const OWN_DENSITY = 72
const MOST_DENSITY = 5000

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/** Opens a picture; an SVG at the resolution at which it has this size. Throws if it is none. */
async function opened(bytes: Buffer, size: number): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  const limits: SharpOptions = { limitInputPixels: MOST_PIXELS }
  const { format, width, height } = await sharp(bytes, limits).metadata()
  if (format !== 'svg') return sharp(bytes, limits).rotate()
  const density = Math.min(MOST_DENSITY, (OWN_DENSITY * size) / Math.max(width, height))
  return sharp(bytes, { ...limits, density: Math.max(OWN_DENSITY, density) })
}

/** Draws the first of the pictures that can be read as PNG. Throws if none can. */
export async function drawAppIcon(
  pictures: readonly Buffer[],
  { size, paper }: AppIconOptions,
): Promise<Buffer> {
  const [picture, ...others] = pictures
  if (picture === undefined) throw new Error('no picture for the icon')
  const inside = paper === undefined ? size : Math.round(size * INSIDE)
  try {
    const scaled = (await opened(picture, inside)).resize(inside, inside, {
      fit: 'contain',
      background: clear,
    })
    const input = await scaled.png().toBuffer()
    if (paper === undefined) return input
    const { default: sharp } = await import('sharp')
    const square = sharp({ create: { width: size, height: size, channels: 3, background: paper } })
    return await square.composite([{ input }]).png().toBuffer()
  } catch (error) {
    if (others.length === 0) throw error
    return drawAppIcon(others, { size, paper })
  }
}
