/** The images of events that come in: noted with the event, and fetched later, so that no inbox waits for them. */
import type { IncomingEvent } from '../../store/store.ts'

type Args = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, Args>>

/** The args of an event without an image. */
export const noImageArgs: Args = { image: false }

/** Returns fields without an image that must be fetched, and its address; "" if there is none to fetch. */
export function splitOffImage(fields: Fields): { readonly fields: Fields; readonly image: string } {
  const { image, ...others } = fields
  const address = image?.image
  return typeof address === 'string' ? { fields: others, image: address } : { fields, image: '' }
}

/** Returns what is noted of an image: it is fetched from `now` on, unless its address is "". */
export const wantedImageColumns = (
  image: string,
  now: number,
): Pick<IncomingEvent, 'image' | 'image_utc'> => ({
  image,
  image_utc: image === '' ? null : now,
})
