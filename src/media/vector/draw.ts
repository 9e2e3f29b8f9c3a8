/** Makes an image of an uploaded SVG: the clean SVG, and a picture of it. */

import { randomBytes } from 'node:crypto'
import { mediaTypesByImageExtension } from '../../domain/image-types.ts'
import { because } from '../../problem.ts'
import type { ImageOrFault } from '../new-image.ts'
import { cleanedSvgOrFault } from './clean.ts'

/** The longer side of the picture in pixels: for e-mail and lists, which show no SVG. */
const PICTURE = 300
/** The resolution at which librsvg draws an SVG in its own size. */
const OWN_DENSITY = 72

/** Draws an SVG whose longer side has `side` pixels, as PNG; undefined if nothing can be seen. Throws if it can't be drawn in time. */
async function drawnPicture(svg: Buffer, side: number, seconds: number) {
  const { default: sharp } = await import('sharp')
  const density = (OWN_DENSITY * PICTURE) / side
  const image = sharp(svg, { density, limitInputPixels: PICTURE * PICTURE * 4 })
    .timeout({ seconds })
    .resize(PICTURE, PICTURE, { fit: 'inside' })
    .ensureAlpha()
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true })
  const { channels } = await sharp(data).stats()
  return channels.at(-1)?.max === 0 ? undefined : { data, width: info.width, height: info.height }
}

/** Returns the image of an SVG as far as it only draws, or why it is refused. `seconds` is the time that drawing it may take. */
export async function imageOfSvg(bytes: Buffer, seconds: number): Promise<ImageOrFault> {
  const clean = cleanedSvgOrFault(bytes.toString('utf8'))
  if ('fault' in clean) return clean
  const svg = Buffer.from(clean.svg)
  const { width, height } = clean
  const picture = await drawnPicture(svg, Math.max(width, height), seconds).catch(() => 'broken' as const)
  if (picture === 'broken') return { fault: because('svg_not_drawn') }
  if (picture === undefined) return { fault: because('svg_shows_nothing') }
  const stem = randomBytes(32).toString('hex')
  const [file, small] = [`${stem}.svg`, `${stem}-medium.png`]
  const { data, ...measures } = picture
  const medium = {
    ...measures,
    mime_type: mediaTypesByImageExtension.png,
    filesize: data.length,
    file: small,
  }
  const columns = {
    file,
    extension: 'svg',
    mime_type: mediaTypesByImageExtension.svg,
    width,
    height,
    filesize: svg.length,
  }
  const files = [
    { file, bytes: svg },
    { file: small, bytes: data },
  ]
  return { image: { columns: { ...columns, sizes: { medium } }, files } }
}
