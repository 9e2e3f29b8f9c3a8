/** The image of an event in a calendar. */
import { type Component, unescapedText } from './text/content-lines.ts'

const isImage = (type: string, address: string) =>
  /^image\//i.test(type) || (type === '' && /\.(?:jpe?g|png|gif|webp|avif)(?:[?#]|$)/i.test(address))

/** The URL of the image of a component: IMAGE, otherwise ATTACH with an image; undefined without both. */
export function imageAddress({ properties }: Pick<Component, 'properties'>): string | undefined {
  const found = properties.flatMap(({ name, params, value }) => {
    const address = unescapedText(value).trim()
    const type = params.get('FMTTYPE') ?? ''
    const isMeant = name === 'IMAGE' || (name === 'ATTACH' && isImage(type, address))
    return isMeant && /^https?:\/\/\S{1,1990}$/i.test(address) ? [{ name, address }] : []
  })
  return (found.find(({ name }) => name === 'IMAGE') ?? found[0])?.address
}
