/** The sizes of an image: few decodings, and the same pixels as when each is made from the original. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodeSizes, type ImageOpeners, imageFormatOf, imageSizesOf } from '../../src/media/image.ts'
import { anImage } from '../support/images.ts'

async function made(bytes: Buffer) {
  const format = imageFormatOf(bytes)
  if ('fault' in format) throw new Error(format.fault.message)
  let opened = 0
  const open: ImageOpeners = {
    sent(animated) {
      opened += 1
      return sharp(bytes, { animated })
    },
    pixels: ({ data, info: { width, height, channels } }) =>
      sharp(data, { raw: { width, height, channels } }),
  }
  return { ...(await encodeSizes(open, format)), opened }
}

const drawn = new Map<string, Buffer>()

/** The pixels of a colourful picture without sharp edges. */
function pixelsOf(width: number, height: number, channels: 3 | 4): Buffer {
  const name = `${width} ${height} ${channels}`
  const known = drawn.get(name)
  if (known !== undefined) return known
  const data = Buffer.alloc(width * height * channels)
  const row = Float64Array.from({ length: width * channels }, (_, at) =>
    Math.sin(Math.floor(at / channels) / (20 + (at % channels))),
  )
  for (let y = 0; y < height; y += 1) {
    const share = 100 * Math.cos(y / 31)
    for (let at = 0; at < row.length; at += 1) data[y * row.length + at] = 128 + share * (row[at] ?? 0)
  }
  drawn.set(name, data)
  return data
}

const picture = async (width: number, height: number, channels: 3 | 4) =>
  sharp(pixelsOf(width, height, channels), { raw: { width, height, channels } })

/** The mean difference of two images, of 255: encodings lose some, and so does reducing in two steps. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all([one, other].map((bytes) => sharp(bytes).ensureAlpha().raw().toBuffer()))
  if (a === undefined || b === undefined || a.length !== b.length) return Number.POSITIVE_INFINITY
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += Math.abs((a[at] ?? 0) - (b[at] ?? 0))
  return sum / a.length
}

describe('an image with sizes', () => {
  test.each([
    ['avif', 1],
    ['jpeg', 2],
    ['png', 2],
    ['webp', 2],
    ['gif', 2],
  ] as const)('is decoded once or twice, however many sizes it has: %s', async (format, decodings) => {
    const { opened, sizes } = await made(await anImage(1040, 200, format))
    expect(sizes.length).toBe(4)
    expect(opened).toBe(decodings)
  })

  const sources = {
    'an opaque one': async () => (await picture(1040, 160, 3)).png().toBuffer(),
    'one with transparency': async () => (await picture(1040, 160, 4)).png().toBuffer(),
    'a grey one': async () => (await picture(1040, 160, 3)).greyscale().png().toBuffer(),
    'one of sixteen bits': async () => (await picture(1040, 160, 3)).toColourspace('rgb16').png().toBuffer(),
    'a wide one': async () => (await picture(3000, 100, 3)).jpeg().toBuffer(),
    'a long one': async () => (await picture(780, 1200, 3)).jpeg().toBuffer(),
    'an AVIF one': async () => (await picture(780, 160, 3)).avif({ effort: 0 }).toBuffer(),
    'an AVIF one with transparency': async () => (await picture(780, 160, 4)).avif({ effort: 0 }).toBuffer(),
  }
  test.each(Object.entries(sources))('has the sizes that its original gives: %s', async (_what, make) => {
    const bytes = await make()
    const { original, sizes } = await made(bytes)
    const format = imageFormatOf(bytes)
    if ('fault' in format) throw new Error(format.fault.message)
    const straight = await sharp(bytes).toFormat(format.name, format.options).toBuffer()
    expect(original.data.equals(straight)).toBe(true)
    const { width, height } = original.info
    for (const { name, fit, ...box } of imageSizesOf({ width, height })) {
      const direct = await sharp(bytes)
        .resize({ ...box, fit })
        .toFormat(format.name, format.options)
        .toBuffer()
      const one = sizes.find((size) => size.name === name)
      if (one === undefined) throw new Error(`${name} is missing`)
      const [a, b] = await Promise.all([direct, one.data].map((each) => sharp(each).metadata()))
      expect([b?.width, b?.height, b?.channels, b?.depth]).toEqual([
        a?.width,
        a?.height,
        a?.channels,
        a?.depth,
      ])
      expect(await difference(direct, one.data), name).toBeLessThan(4)
    }
  })
})
