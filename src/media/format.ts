/** Detects the format of an image by its first bytes. Only detected formats reach a decoder. */

import type { AvifOptions, GifOptions, JpegOptions, PngOptions, WebpOptions } from 'sharp'
import { mediaTypesByImageExtension } from '../domain/image-types.ts'
import { because, type RefusalReason } from '../problem.ts'

const MANY = 50_000_000
/** AVIF takes ten times the work of JPEG per pixel, regardless of its size in bytes. */
const FEW = 16_000_000

export interface ImageFormat {
  readonly name: 'jpeg' | 'png' | 'gif' | 'webp' | 'avif'
  readonly extension: string
  readonly mime_type: string
  /** Whether it may be animated. */
  readonly moves: boolean
  /** The maximum number of decoded pixels, all frames together. The work per pixel differs widely between formats. */
  readonly mostPixels: number
  /** Whether decoding takes so long that the whole image is held decoded (at most 64 MB) instead of being read again. */
  readonly decodesSlowly?: boolean
  readonly options: JpegOptions & PngOptions & GifOptions & WebpOptions & AvifOptions
}

const formats = {
  jpeg: {
    name: 'jpeg',
    extension: 'jpg',
    mime_type: mediaTypesByImageExtension.jpg,
    moves: false,
    mostPixels: MANY,
    options: { quality: 90 },
  },
  png: {
    name: 'png',
    extension: 'png',
    mime_type: mediaTypesByImageExtension.png,
    moves: false,
    mostPixels: MANY,
    options: {},
  },
  gif: {
    name: 'gif',
    extension: 'gif',
    mime_type: mediaTypesByImageExtension.gif,
    moves: true,
    mostPixels: MANY,
    options: { effort: 3 },
  },
  webp: {
    name: 'webp',
    extension: 'webp',
    mime_type: mediaTypesByImageExtension.webp,
    moves: true,
    mostPixels: MANY,
    options: { quality: 90, effort: 2 },
  },
  avif: {
    name: 'avif',
    extension: 'avif',
    mime_type: mediaTypesByImageExtension.avif,
    moves: false,
    mostPixels: FEW,
    decodesSlowly: true,
    options: { quality: 70, effort: 1 },
  },
} as const satisfies Record<string, ImageFormat>

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

function known(bytes: Buffer): ImageFormat | undefined {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return formats.jpeg
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return formats.png
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return formats.gif
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return formats.webp
  if (text(bytes, 4, 8) === 'ftyp' && /^avi[fs]$/.test(text(bytes, 8, 12))) return formats.avif
  return undefined
}

/** Whether a file without the first bytes of another format looks like an SVG. */
export const isSvg = (bytes: Buffer): boolean =>
  known(bytes) === undefined && /<svg[\s/>]/i.test(text(bytes, 0, 4096))

/** The format of an image, or why it is refused. */
export function imageFormatOf(bytes: Buffer): ImageFormat | { readonly fault: RefusalReason } {
  if (bytes.length === 0) return { fault: because('empty_file') }
  const format = known(bytes)
  if (format !== undefined) return format
  return {
    fault: isSvg(bytes) ? because('svg_not_taken') : because('not_an_image'),
  }
}
