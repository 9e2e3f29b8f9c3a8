/** Images: their addresses, and what is typed for a chosen one, which is saved along with the form that shows it. */
import { callApi } from '../api/api.ts'
import type { Image } from '../api/types.ts'

type TypedImage = Readonly<Pick<Image, 'alt_text' | 'credit' | 'license' | 'focus_x' | 'focus_y'>>

/** A chosen image, with what was typed for it and is not saved yet. */
export type ChosenImage = Image & { readonly typed?: TypedImage }

export function imageWithTypedTexts(image: ChosenImage): Required<TypedImage> & Image {
  const { alt_text = '', credit = '', license = '', focus_x = 50, focus_y = 50 } = image
  return { ...image, alt_text, credit, license, focus_x, focus_y, ...image.typed }
}

/** Returns the typed values that differ from the stored image. */
function changedImage(image: ChosenImage): TypedImage {
  const stored: Readonly<Record<string, unknown>> = { ...imageWithTypedTexts({ ...image, typed: {} }) }
  const trimmed = Object.entries(image.typed ?? {}).map(
    ([name, value]) => [name, typeof value === 'string' ? value.trim() : value] as const,
  )
  return Object.fromEntries(trimmed.filter(([name, value]) => value !== stored[name]))
}

/** Returns whether something was typed for an image that is not saved yet. */
export const hasUnsavedImageChanges = (image: ChosenImage | undefined): image is ChosenImage =>
  image !== undefined && Object.keys(changedImage(image)).length > 0

/** Saves what was typed for images. Returns whether there was anything. Throws a Fault if the service refuses it. */
export async function saveTypedImages(images: readonly (ChosenImage | undefined)[]): Promise<boolean> {
  const typed = images.filter(hasUnsavedImageChanges)
  for (const image of typed) await callApi('PATCH', `/media/${image.id}`, { body: changedImage(image) })
  return typed.length > 0
}

/** The URL of the smallest available size of an image. */
export const smallestImageUrl = ({ sizes, url }: Pick<Image, 'sizes' | 'url'>): string =>
  sizes.thumbnail?.url ?? sizes.medium?.url ?? url

/** Returns the URL of an image as a whole: the smallest size that is not cut. */
export const uncutImageUrl = ({ sizes, url }: Pick<Image, 'sizes' | 'url'>): string =>
  sizes.medium?.url ?? url
