/** The kinds of image files that are stored. */

/** File extension → media type of every stored file. */
export const mediaTypesByImageExtension = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  /** Cleaned ones: the logo and the icon of the site. */
  svg: 'image/svg+xml',
} as const

/** An SVG has a name that this service gave it, after it was cleaned. */
const CLEAN_SVG = /^[0-9a-f]{64}\.svg$/

const NAME = /^[a-z0-9][a-z0-9_-]{0,199}\.([a-z]{1,9})$/i

/** The media type of a file by its name; undefined if no file that is stored has such a name. */
export function imageTypeOfName(file: string): string | undefined {
  const [, extension = ''] = NAME.exec(file) ?? []
  if (extension === 'svg' && !CLEAN_SVG.test(file)) return undefined
  return Object.entries(mediaTypesByImageExtension).find(([known]) => known === extension)?.[1]
}
