/** The image at the head of a page. */

import type { Image } from '../../../../contract/resources/represented.ts'
import { licenceAddress } from '../../../../domain/text/links.ts'
import type { Event } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { pictureMarkup } from '../picture.ts'
import type { Site } from '../site.ts'

/** Returns who made an image and its licence, below it. */
function creditMarkup({ credit = '', license = '' }: Image, { word }: Site): Markup | false {
  if (credit === '' && license === '') return false
  const address = licenceAddress(license)
  const name = license === address ? word('license') : license
  const licence =
    address === undefined ? license : html`<a href="${address}" rel="license noopener nofollow">${name}</a>`
  const by = credit !== '' && html`<span dir="auto">${word('site.picture.credit', { credit })}</span>`
  return html`<figcaption>${by}${credit !== '' && license !== '' && ' · '}${licence}</figcaption>`
}

/** Returns the image at the head of a page, with who made it. */
export function headImageMarkup({ image }: Pick<Event, 'image'>, site: Site): Markup | false {
  if (image === false) return false
  const use = {
    sizes: '(min-width: 60rem) 40rem, 100vw',
    alt: image.alt_text ?? '',
    loading: 'first' as const,
  }
  return html`<figure class="poster">${pictureMarkup(image, use)}${creditMarkup(image, site)}</figure>`
}
