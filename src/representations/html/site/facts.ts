/** What is to be known of a thing, as names and values. */
import { html, type Markup } from '../markup.ts'

export const fact = (name: string, value: Markup): Markup =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/** A link to somewhere else, which is shown by its host; other addresses than of the web as they stand. */
export function webLink(address: string): Markup {
  const isWeb = /^https?:/i.test(address) && URL.canParse(address)
  const shown = isWeb ? new URL(address).host.replace(/^www\./, '') : address.replace(/^(mailto|tel):/i, '')
  return html`<a href="${address}" rel="noopener nofollow" dir="ltr">${shown}</a>`
}
