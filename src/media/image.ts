/** Converts an uploaded image for storage: detected by content, rotated upright, without metadata (contract §4.6). */
import { randomBytes } from 'node:crypto'
import type { Metadata, OutputInfo, Sharp, default as SharpLibrary } from 'sharp'
import { type Format, formatOf } from './format.ts'
import { sizesOf } from './sizes.ts'

/** The timeout for all processing of one image. */
const SECONDS = 30

/** A file to store, with a unique name. */
export interface ImageFile {
  readonly file: string
  readonly bytes: Buffer
}

/** An image ready for storage; nothing is written yet. */
export interface NewImage {
  readonly columns: {
    readonly file: string
    readonly extension: string
    readonly mime_type: string
    readonly width: number
    readonly height: number
    readonly filesize: number
    /** Name → size, JSON. */
    readonly sizes: string
  }
  readonly files: readonly ImageFile[]
}

/** An image, or why it is refused. */
export type Prepared = { readonly image: NewImage } | { readonly fault: string }

const fault = (text: string) => ({ fault: text })

/** Opens bytes of an image. `frames` reads an animation whole. */
type Open = (bytes: Buffer, frames: boolean) => Sharp

/** Opens images of a format by the library given, each within what is left of the time, while somebody waits for them. */
function opening(sharp: typeof SharpLibrary, { mostPixels }: Format, gone: AbortSignal | undefined): Open {
  const limits = { limitInputPixels: mostPixels, failOn: 'error' } as const
  const end = performance.now() + SECONDS * 1000
  return (bytes, animated) => {
    gone?.throwIfAborted()
    const seconds = Math.ceil((end - performance.now()) / 1000)
    if (seconds < 1) throw new Error('timeout')
    return sharp(bytes, { ...limits, animated }).timeout({ seconds })
  }
}

/** Encoded anew in its own format: what is not pixels (EXIF, GPS, comments, trailing bytes) stays behind. */
function encoded(image: Sharp, { name, options }: Format): Promise<{ data: Buffer; info: OutputInfo }> {
  return image.toFormat(name, options).toBuffer({ resolveWithObject: true })
}

const pixelsOf = ({ width, height, pageHeight, pages = 1 }: Metadata) =>
  width * (pageHeight ?? height) * pages

async function made(open: Open, bytes: Buffer, format: Format): Promise<NewImage> {
  const { data, info } = await encoded(upright(open, bytes, format), format)
  const { width, pageHeight: height = info.height } = info
  const sizes = []
  for (const { name, resize } of sizesOf(width, height)) {
    const { data, info } = await encoded(open(bytes, false).autoOrient().resize(resize), format)
    sizes.push({ name, data, width: info.width, height: info.height })
  }
  // Files of its own for each, so that no item waits for another to be deleted, nor loses its files to it.
  const stem = randomBytes(32).toString('hex')
  const { extension, mime_type } = format
  const fileOf = (suffix: string) => `${stem}${suffix}.${extension}`
  const kept = sizes.map(({ name, data, ...measures }) => ({
    size: [name, { ...measures, mime_type, filesize: data.length, file: fileOf(`-${name}`) }] as const,
    bytes: data,
  }))
  return {
    columns: {
      ...{ file: fileOf(''), extension, mime_type, width, height, filesize: data.length },
      sizes: JSON.stringify(Object.fromEntries(kept.map(({ size }) => size))),
    },
    files: [
      { file: fileOf(''), bytes: data },
      ...kept.map(({ size: [, { file }], bytes }) => ({ file, bytes })),
    ],
  }
}

/** Animations are not turned: what may be animated is hardly ever made by a camera. */
function upright(open: Open, bytes: Buffer, { moves }: Format): Sharp {
  return moves ? open(bytes, true) : open(bytes, false).autoOrient()
}

const tooLarge = ({ mostPixels, extension }: Format) =>
  fault(
    `has more than ${mostPixels / 1_000_000} megapixels in all frames, the maximum of a .${extension} image`,
  )

/**
 * Validates an image by its content and prepares it for storage. Slow and memory-intensive: run one at a time. Throws the
 * reason of `gone` once that is aborted, before it creates the next size.
 */
export async function prepareImage(bytes: Buffer, gone?: AbortSignal): Promise<Prepared> {
  const format = formatOf(bytes)
  if ('fault' in format) return format
  // Loaded with the first image: it takes as much memory as half of the rest.
  const open = opening((await import('sharp')).default, format, gone)
  try {
    const metadata = await open(bytes, format.moves).metadata()
    if (pixelsOf(metadata) > format.mostPixels) return tooLarge(format)
    return { image: await made(open, bytes, format) }
  } catch (error) {
    gone?.throwIfAborted()
    const text = error instanceof Error ? error.message : ''
    if (/pixel limit/.test(text)) return tooLarge(format)
    if (/timeout/.test(text)) return fault(`took longer than ${SECONDS} seconds to read`)
    return fault(`is broken, cut off or no ${format.extension} image after all`)
  }
}
