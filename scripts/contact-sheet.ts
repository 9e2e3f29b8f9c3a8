/** Contact sheets: small pictures of many views, with their names, in one file. */
import sharp, { type OverlayOptions } from 'sharp'

/** A picture of a view as PNG, and the name below it. */
export interface SheetPicture {
  readonly name: string
  readonly png: Buffer
}

/** The size of the pictures on a sheet, in pixels, and how many stand side by side. */
export interface SheetLayout {
  readonly width: number
  readonly height: number
  readonly columns: number
}

const GAP = 12
const CAPTION = 22

const caption = (name: string, width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${CAPTION}"><text x="0" y="15" font-family="DejaVu Sans, sans-serif" font-size="12" fill="#222">${name}</text></svg>`,
  )

/** Returns the pictures as one WebP file, in rows. */
export async function contactSheet(
  pictures: readonly SheetPicture[],
  { width, height, columns }: SheetLayout,
): Promise<Buffer> {
  const rows = Math.ceil(pictures.length / columns)
  const placed: OverlayOptions[] = []
  for (const [at, { name, png }] of pictures.entries()) {
    const left = GAP + (at % columns) * (width + GAP)
    const top = GAP + Math.floor(at / columns) * (height + CAPTION + GAP)
    const input = await sharp(png).resize({ width, height, fit: 'cover', position: 'top' }).png().toBuffer()
    placed.push({ input, left, top }, { input: caption(name, width), left, top: top + height + 2 })
  }
  const size = {
    width: GAP + columns * (width + GAP),
    height: GAP + rows * (height + CAPTION + GAP),
  }
  return sharp({ create: { ...size, channels: 3, background: '#d8d8d8' } })
    .composite(placed)
    .webp({ quality: 52, effort: 6 })
    .toBuffer()
}
