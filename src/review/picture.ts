/** Pictures that the public sends (contract §14). */

import type { Context } from '../api/context.ts'
import type { Upload } from '../contract/kinds.ts'
import { invalidParam } from '../problem.ts'
import type { SubmittedImage } from '../store/store.ts'

type Library = Pick<Context, 'images' | 'gone'>

/** Returns an uploaded image with its media type. Slow: call it outside of a transaction. Throws 400 for any other file. */
export async function checkedImage(
  image: Upload | undefined,
  { images, gone }: Library,
): Promise<SubmittedImage | undefined> {
  if (image === undefined) return undefined
  const prepared = await images.prepare(image.bytes, { user: 0, gone })
  if ('fault' in prepared) throw invalidParam('image', prepared.fault)
  return { type: prepared.image.columns.mime_type, bytes: image.bytes }
}

/** The most bytes of a picture in small, which a page contains. */
const MAX_SMALL = 100_000

/** Returns an uploaded image in small; undefined for any other file. As slow as `checkedImage`. */
export async function shrunkSubmissionImage(
  image: Upload,
  { images, gone }: Library,
): Promise<SubmittedImage | undefined> {
  const prepared = await images.prepare(image.bytes, { user: 0, gone })
  if ('fault' in prepared) return undefined
  const { files, columns } = prepared.image
  const sorted = [...files].sort((one, other) => one.bytes.length - other.bytes.length)
  const fitting = sorted.filter(({ bytes }) => bytes.length <= MAX_SMALL)
  const bytes = (fitting.at(-1) ?? sorted[0])?.bytes ?? image.bytes
  return { type: columns.mime_type, bytes }
}
