/** What people leave out or write in their own way, completed before it is sent. */
import type { Ticket } from '../api/types.ts'

/** An address of the web: `town.example/x` gets its scheme. What is no such address stays, for the service to refuse. */
export function webAddress(text: string): string {
  const typed = text.trim()
  const isBare = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:].*)?$/u.test(typed)
  return isBare ? `https://${typed}` : typed
}

/** A price as the service takes it: `12,50` and `1.250,00` have a comma for the decimals. */
export function price(text: string): string {
  const typed = text.trim()
  const [, whole = '', decimals = ''] = /^(\d{1,3}(?:[. ’']?\d{3})*|\d+),(\d{1,2})$/.exec(typed) ?? []
  return whole === '' ? typed : `${whole.replace(/\D/g, '')}.${decimals}`
}

/** A ticket with both. */
export const ticket = (one: Ticket): Ticket => ({ ...one, price: price(one.price), url: webAddress(one.url) })
