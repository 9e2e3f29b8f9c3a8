/** Images for tests. */
import sharp from 'sharp'

export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'

/** Format, extension and type of every kind that is accepted. */
export const formats = [
  ['jpeg', 'jpg', 'image/jpeg'],
  ['png', 'png', 'image/png'],
  ['gif', 'gif', 'image/gif'],
  ['webp', 'webp', 'image/webp'],
  ['avif', 'avif', 'image/avif'],
] as const satisfies readonly (readonly [ImageFormat, string, string])[]

/** Encoding with little effort takes a fifth of the time. */
const options: Readonly<Record<ImageFormat, { readonly effort?: number }>> = {
  jpeg: {},
  png: {},
  gif: { effort: 1 },
  webp: { effort: 0 },
  avif: { effort: 0 },
}

const made = new Map<string, Promise<Buffer>>()

/** Returns an image of this size, dark on the left and bright on the right; `shade` makes images different. Each is made once. */
export async function anImage(
  width: number,
  height: number,
  format: ImageFormat = 'png',
  shade = 0,
): Promise<Buffer> {
  const key = [width, height, format, shade].join()
  const bytes = made.get(key) ?? newImage(width, height, format, shade)
  made.set(key, bytes)
  return Buffer.from(await bytes)
}

function newImage(width: number, height: number, format: ImageFormat, shade: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  // Choosing the colours of a GIF from thousands takes five times as long.
  const step = format === 'gif' ? 32 : 1
  const level = (value: number) => value - (value % step)
  for (let at = 0; at < pixels.length; at += 3) {
    pixels[at] = level(Math.floor((((at / 3) % width) * 255) / width))
    pixels[at + 1] = level(Math.floor(at / 3 / width) % 256)
    pixels[at + 2] = shade
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .toFormat(format, options[format])
    .toBuffer()
}

/** Returns an animation; each frame is shown 100 ms longer than the one before. */
export async function animation(
  width: number,
  height: number,
  frames: number,
  format: 'gif' | 'webp',
): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = Math.floor(at / (width * height * 3)) * 60
  const delay = Array.from({ length: frames }, (_, at) => (at + 1) * 100)
  return sharp(pixels, {
    raw: { width, height: height * frames, channels: 3, pageHeight: height },
  })
    .toFormat(format, { delay, loop: 0 })
    .toBuffer()
}

/** Returns a small GIF with many frames on a canvas of `width` by `height` pixels; each frame changes one pixel. */
export function manyFrames(width: number, height: number, frames: number): Buffer {
  const canvas = Buffer.alloc(13 + 6)
  canvas.write('GIF89a', 'latin1')
  canvas.writeUInt16LE(width, 6)
  canvas.writeUInt16LE(height, 8)
  canvas[10] = 0x80
  const frame = Buffer.from('21f90400000000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([canvas, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** The columns of an image in the store, whose file nobody reads. */
export const storedImage = {
  ...{ width: 9, height: 9, filesize: 9, extension: 'png', mime_type: 'image/png', sizes: {}, version: 1 },
  ...{
    title: 'P',
    alt_text: '',
    credit: '',
    license: '',
    source_url: '',
    file: 'a.png',
    author: 0,
    date_utc: 1,
    modified_utc: 1,
  },
  search_text: 'p\n',
  slug: 'p',
}
