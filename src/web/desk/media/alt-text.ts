/** The description of a chosen image, which is saved along with the form that shows the image. */
import { callApi } from '../api/api.ts'
import type { Image } from '../api/types.ts'

/** A chosen image, with the description that was typed for it and is not saved yet. */
export type ChosenImage = Image & { readonly typed_alt?: string }

/** Whether the image has a description that is not saved yet. */
export const isAltTyped = (image: ChosenImage | undefined): boolean =>
  image?.typed_alt !== undefined && image.typed_alt.trim() !== (image.alt_text ?? '')

/** Saves the typed descriptions of images. Returns whether there were any. Throws a Fault if the service refuses one. */
export async function saveAltTexts(images: readonly (ChosenImage | undefined)[]): Promise<boolean> {
  const typed = images.filter(isAltTyped)
  for (const image of typed) {
    const body = { alt_text: image?.typed_alt?.trim() }
    await callApi('PATCH', `/media/${image?.id}`, { body })
  }
  return typed.length > 0
}
