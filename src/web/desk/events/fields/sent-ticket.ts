/** Tickets as they are sent: with what their prices and addresses mean. */
import { onlyPriceOf } from '../../../../domain/money/cost.ts'
import { withScheme } from '../../../../domain/typed/web-address.ts'
import type { Ticket } from '../../api/types.ts'
import { deskSettings } from '../../desk-settings.ts'

/** The price that is typed for a ticket; undefined for a text that is none. */
export const priceOfTicket = ({ price, currency }: Ticket) =>
  onlyPriceOf(price, currency || deskSettings.currency || undefined)

/** A ticket as it is sent: with its price as a plain decimal, and its currency where the price names one. */
export function sentTicket(ticket: Ticket): Ticket {
  const { price, currency, url } = ticket
  const read = priceOfTicket(ticket)
  return {
    ...ticket,
    price: read?.value ?? price.trim(),
    currency: read?.code || currency,
    url: withScheme(url),
  }
}
