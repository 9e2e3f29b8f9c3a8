/** The kinds of image files that are stored. */

/** File extension → media type of every stored file. */
export const imageTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
} as const

const NAME = /^[a-z0-9][a-z0-9_-]{0,199}\.([a-z]{1,9})$/i

/** The media type of a file by its name; undefined if no file that is stored has such a name. */
export function imageTypeOf(file: string): string | undefined {
  const [, extension = ''] = NAME.exec(file) ?? []
  return Object.entries(imageTypes).find(([known]) => known === extension)?.[1]
}
