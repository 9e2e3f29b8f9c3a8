/** Lists of names and values. */
import { html, type Markup } from '../../markup.ts'

/** Returns a name and its value for a description list. */
export const factMarkup = (name: string, value: Markup): Markup =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** Returns a link to an external URL, labelled with its host. URLs that are not http(s) are shown unchanged. */
export function webLink(address: string): Markup {
  const isWeb = /^https?:/i.test(address) && URL.canParse(address)
  const shown = isWeb ? new URL(address).host.replace(/^www\./, '') : address.replace(/^(mailto|tel):/i, '')
  return html`<a href="${address}" rel="noopener nofollow" dir="ltr">${shown}</a>`
}
