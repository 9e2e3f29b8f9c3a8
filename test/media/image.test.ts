/** Images by content: what is stored, and what is refused. The tests create them with sharp, so the repository has no image files. */
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { prepareImage } from '../../src/media/image.ts'
import type { NewImage } from '../../src/media/storage.ts'
import { anImage, animation, formats, manyFrames } from '../support/images.ts'

async function kept(bytes: Buffer): Promise<NewImage> {
  const prepared = await prepareImage(bytes)
  if ('fault' in prepared) throw new Error(prepared.fault.message)
  return prepared.image
}

async function refusal(bytes: Buffer): Promise<string> {
  const prepared = await prepareImage(bytes)
  return 'fault' in prepared ? prepared.fault.message : 'accepted'
}

const original = ({ files }: NewImage) => files[0]?.bytes ?? Buffer.alloc(0)
const sizesOf = ({ columns }: NewImage): Record<string, { width: number; height: number; file: string }> =>
  columns.sizes

describe('a stored image', () => {
  test.each(formats)('is %s as sent, with a unique name', async (format, extension, mime_type) => {
    const bytes = await anImage(400, 200, format)
    const image = await kept(bytes)
    expect(image.columns).toMatchObject({ extension, mime_type, width: 400, height: 200 })
    expect(image.columns.file).toMatch(new RegExp(`^[0-9a-f]{64}\\.${extension}$`))
    expect(image.columns.filesize).toBe(original(image).length)
    const again = await sharp(original(image)).metadata()
    expect([again.format, again.width, again.height]).toEqual([format === 'avif' ? 'heif' : format, 400, 200])
    expect((await kept(bytes)).columns.file).not.toBe(image.columns.file)
  })

  test.each(formats)('has only smaller sizes: %s', async (format, extension) => {
    const image = await kept(await anImage(1040, 200, format))
    const sizes = sizesOf(image)
    expect(Object.entries(sizes).map(([name, { width, height }]) => [name, width, height])).toEqual([
      ['thumbnail', 150, 150],
      ['medium', 300, 58],
      ['medium_large', 768, 148],
      ['large', 1024, 197],
    ])
    expect(image.files.map(({ file }) => file)).toEqual([
      image.columns.file,
      ...Object.values(sizes).map(({ file }) => file),
    ])
    for (const { file, bytes } of image.files.slice(1)) {
      const { format: as, width } = await sharp(bytes).metadata()
      expect([as === 'heif' ? 'avif' : as, file.endsWith(`.${extension}`)]).toEqual([format, true])
      expect(width).toBe(Object.values(sizes).find((size) => size.file === file)?.width)
    }
  })

  test.each([
    [150, 150, []],
    [151, 100, ['thumbnail']],
    [300, 300, ['thumbnail']],
    [301, 10, ['thumbnail', 'medium']],
    [768, 10, ['thumbnail', 'medium']],
    [769, 10, ['thumbnail', 'medium', 'medium_large']],
    [1024, 10, ['thumbnail', 'medium', 'medium_large']],
    [1025, 1, ['thumbnail', 'medium', 'medium_large', 'large']],
    [10, 1025, ['thumbnail', 'medium', 'large']],
    [1, 1, []],
  ])('of %i by %i pixels has the sizes %j', async (width, height, names) => {
    expect(Object.keys(sizesOf(await kept(await anImage(width, height))))).toEqual(names)
  })

  test('is rotated upright, and so are its sizes', async () => {
    const sideways = await sharp(await anImage(400, 200, 'jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const image = await kept(sideways)
    expect([image.columns.width, image.columns.height]).toEqual([200, 400])
    expect(sizesOf(image).medium).toMatchObject({ width: 150, height: 300 })
    expect((await sharp(original(image)).metadata()).orientation).toBeUndefined()
  })

  test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'contains no metadata of camera or place: %s',
    async (format) => {
      const told = await sharp(await anImage(400, 200, format))
        .withExif({
          IFD0: { Copyright: 'SECRET-NAME' },
          IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' },
        })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-NAME</x:xmpmeta>')
        .toFormat(format)
        .toBuffer()
      expect(told.includes('SECRET-NAME')).toBe(true)
      for (const { bytes } of (await kept(told)).files) {
        const { exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata()
        expect([exif, xmp, iptc, icc, comments].every((one) => one === undefined)).toBe(true)
        expect(bytes.includes('SECRET-NAME')).toBe(false)
      }
    },
  )

  test.each(['gif', 'webp'] as const)('stays animated, but its sizes are not: %s', async (format) => {
    const image = await kept(await animation(200, 160, 3, format))
    expect([image.columns.width, image.columns.height]).toEqual([200, 160])
    const moving = await sharp(original(image), { animated: true }).metadata()
    expect([moving.pages, moving.pageHeight, moving.delay]).toEqual([3, 160, [100, 200, 300]])
    for (const { bytes } of image.files.slice(1))
      expect((await sharp(bytes, { animated: true }).metadata()).pages ?? 1).toBe(1)
  })

  test('is recognised by its first bytes, not by its end or comments', async () => {
    const script = '<script>alert(1)</script>/*'
    const gif = await anImage(20, 20, 'gif')
    // A comment block after the header and the colour table, and an HTML page after the image.
    const colours = 13 + 3 * 2 ** (((gif[10] ?? 0) % 8) + 1)
    const comment = Buffer.concat([
      Buffer.from([0x21, 0xfe, script.length]),
      Buffer.from(script),
      Buffer.from([0]),
    ])
    const withComment = Buffer.concat([gif.subarray(0, colours), comment, gif.subarray(colours)])
    const others = await Promise.all(formats.map(([format]) => anImage(20, 20, format)))
    for (const bytes of [
      withComment,
      ...others.map((other) => Buffer.concat([other, Buffer.from(script)])),
    ]) {
      expect(bytes.includes('alert')).toBe(true)
      const image = await kept(bytes)
      expect(original(image).includes('alert')).toBe(false)
    }
  })
})

describe('refused files', () => {
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
  test.each([
    ['nothing', '', /is empty/],
    ['an SVG', svg, /SVG/],
    ['an SVG without a prologue', '<svg onload="alert(1)">', /SVG/],
    ['a page', '<!doctype html><script>alert(1)</script>', /is not a JPEG/],
    ['a PDF', '%PDF-1.7', /is not a JPEG/],
    ['a script that begins like a GIF', 'GIF89a=1;alert(1)', /is broken/],
    ['a page that begins like a PNG', '\x89PNG\r\n\x1a\n<script>', /is broken/],
    ['bytes', '\0\0\0\0', /is not a JPEG/],
  ])('%s', async (_what, text, why) => {
    expect(await refusal(Buffer.from(text, 'latin1'))).toMatch(why)
  })

  test('images of other formats', async () => {
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
    for (const bytes of [
      await sharp(await anImage(20, 20))
        .tiff()
        .toBuffer(),
      heic,
    ])
      expect(await refusal(bytes)).toMatch(/is not a JPEG/)
  })

  test.each(formats)('truncated images: %s', async (format) => {
    const bytes = await anImage(400, 300, format)
    for (const part of [0.5, 0.9]) {
      const cut = bytes.subarray(0, Math.floor(bytes.length * part))
      expect(await refusal(cut), `${part}`).toMatch(/is broken, cut off/)
    }
    expect(await refusal(bytes.subarray(0, 16))).toMatch(/is broken, cut off/)
  })

  test('images of aborted requests', async () => {
    const gone = AbortSignal.abort(new Error('the client has gone'))
    await expect(prepareImage(await anImage(400, 300), gone)).rejects.toThrow('the client has gone')
  })

  test('small files that would need too much memory', async () => {
    // Headers that claim more pixels than the files have: they are refused before anything is decoded.
    const bomb = Buffer.from(await anImage(10, 10))
    bomb.writeUInt32BE(7100, 16)
    bomb.writeUInt32BE(7100, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    expect(await refusal(bomb)).toMatch(/more than 50 megapixels/)
    // AVIF takes ten times the work per pixel, and encodes fifty million pixels in a few kilobytes.
    const flat = Buffer.from(await anImage(20, 20, 'avif'))
    const extent = flat.indexOf('ispe')
    flat.writeUInt32BE(4100, extent + 8)
    flat.writeUInt32BE(4000, extent + 12)
    expect(await refusal(flat)).toMatch(/more than 16 megapixels.*the maximum of a \.avif image/)
    // A header that claims 60,000 by 60,000 pixels, without data.
    const claim = Buffer.from(await anImage(10, 10))
    claim.writeUInt32BE(60_000, 16)
    claim.writeUInt32BE(60_000, 20)
    expect(await refusal(claim)).not.toBe('accepted')
    // Thousands of small frames.
    expect(await refusal(manyFrames(100, 100, 5001))).toMatch(/more than 50 megapixels/)
  })
})
