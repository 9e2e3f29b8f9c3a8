/** The kinds of image files that are stored, and their names. */

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

// The WebP files of an image that pages show: their widths and their names.

/** The widths in pixels: from a picture in a list on a telephone to one across a large screen. */
const WIDTHS = [320, 640, 960, 1280]

/**
 * Returns the widths in which an image of that width is kept for pages, ascending. An image narrower than the largest also has its
 * own width, unless the next smaller one is nearly as wide.
 */
export function pagePictureWidthsUpToWidth(width: number): readonly number[] {
  const smaller = WIDTHS.filter((one) => one <= width)
  const largest = smaller.at(-1) ?? 0
  const isNearlyWhole = width <= largest * 1.15 || largest === WIDTHS.at(-1)
  return isNearlyWhole ? smaller : [...smaller, width]
}

const PICTURE_NAME = /^([0-9a-z_-]+)-\d{1,4}w\.webp$/

/** Returns the name of the file that pages show of an image in a width. */
export const pictureFileNameInWidth = (file: string, width: number): string =>
  `${file.replace(/\.[a-z]+$/, '')}-${width}w.webp`

/** Returns the name of an image, without its extension, of which a file is a picture for pages; undefined for other files. */
export const stemOfImageBehindPagePicture = (file: string): string | undefined => PICTURE_NAME.exec(file)?.[1]
