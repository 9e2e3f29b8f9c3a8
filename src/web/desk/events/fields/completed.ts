/** Normalises what users abbreviate or write in local formats, before it is sent. */
import type { Ticket } from '../../api/types.ts'

/** Adds the scheme to a web address such as `town.example/x`. Other texts stay as they are, for the service to refuse. */
export function withScheme(text: string): string {
  const typed = text.trim()
  const isBare = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:].*)?$/u.test(typed)
  return isBare ? `https://${typed}` : typed
}

/** Normalises a price: `12,50` and `1.250,00` have a decimal comma. */
export function normalisedPrice(text: string): string {
  const typed = text.trim()
  const [, whole = '', decimals = ''] = /^(\d{1,3}(?:[. ’']?\d{3})*|\d+),(\d{1,2})$/.exec(typed) ?? []
  return whole === '' ? typed : `${whole.replace(/\D/g, '')}.${decimals}`
}

/** Normalises the address and the price of a ticket. */
export const normalisedTicket = (one: Ticket): Ticket => ({
  ...one,
  price: normalisedPrice(one.price),
  url: withScheme(one.url),
})
