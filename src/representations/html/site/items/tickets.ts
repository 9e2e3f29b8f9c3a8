/** The tickets of an event. */
import type { Event } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { ticketPriceText } from '../price.ts'
import type { Site } from '../site.ts'

/** Returns a table of the tickets with price and link, or false if there are none. */
export function ticketTable({ tickets, cost_details }: Event, site: Site): Markup | false {
  if (tickets.length === 0) return false
  const { word } = site
  const rows = tickets.map(({ name, price, currency, url, availability }) => {
    const get = url !== '' && availability !== 'sold_out'
    const state =
      availability === 'in_stock' ? '' : word(availability === 'sold_out' ? 'sold-out' : 'site.pre_order')
    return html`<tr><th scope="row" dir="auto">${name}</th><td>${ticketPriceText(price, currency || (cost_details.currency_code ?? ''), site)}</td><td>${state} ${
      get &&
      html`<a class="button" href="${url}" rel="noopener nofollow">${word('site.ticket.get')}<span class="unseen">: ${name}</span></a>`
    }</td></tr>`
  })
  return html`<section class="tickets" aria-labelledby="tickets"><h2 id="tickets">${word('tickets')}</h2><table>${rows}</table></section>`
}
