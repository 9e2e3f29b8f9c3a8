/** schema.org offers of events (contract §1.8). */
import type { PlainPrice } from '../../domain/money/cost.ts'
import { epochOfWall, isoOffsetAt, wallAt } from '../../domain/time/zones.ts'
import type { EventLdFields } from './event-ld.ts'
import { type SchemaOrgThing, withoutEmpty } from './ld.ts'

const availability = { in_stock: 'InStock', sold_out: 'SoldOut', pre_order: 'PreOrder' } as const

const isZero = (price: string) => Number(price) === 0

function validity(wall: string, { timezone }: EventLdFields): string {
  if (wall === '') return ''
  const epoch = epochOfWall(wall, timezone)
  return `${wallAt(epoch, timezone).replace(' ', 'T')}${isoOffsetAt(timezone, epoch)}`
}

/**
 * Returns the offers of an event, from its tickets or from its cost. `apart` are the prices of a cost with several currencies; `site` is
 * the currency of the site, in which a ticket without its own is sold, and in which something is free where no other is named.
 */
export function offersLd(
  event: EventLdFields,
  apart: readonly PlainPrice[],
  site: string | undefined,
): readonly SchemaOrgThing[] | SchemaOrgThing | undefined {
  const { values, currency_code } = event.cost_details
  if (event.tickets.length > 0) {
    return event.tickets.map((ticket) =>
      withoutEmpty({
        '@type': 'Offer',
        name: ticket.name,
        price: ticket.price,
        priceCurrency: ticket.currency || currency_code || site,
        url: ticket.url || event.url,
        availability: `https://schema.org/${availability[ticket.availability]}`,
        validFrom: validity(ticket.valid_from, event),
        validThrough: validity(ticket.valid_through, event),
      }),
    )
  }
  if (apart.length > 0)
    return apart.map(({ value, code }) =>
      withoutEmpty({
        '@type': 'Offer',
        price: value,
        priceCurrency: code || (isZero(value) ? site : undefined),
        url: event.url,
      }),
    )
  const [low, high] = [values[0], values.at(-1)]
  if (low === undefined) return undefined
  const isFree = values.every(isZero)
  const common = { url: event.url, priceCurrency: currency_code || (isFree ? site : undefined) }
  return low === high
    ? withoutEmpty({ '@type': 'Offer', price: low, ...common })
    : withoutEmpty({
        '@type': 'AggregateOffer',
        lowPrice: low,
        highPrice: high,
        offerCount: values.length,
        ...common,
      })
}

/** Returns true if all prices are 0, and undefined if the prices are unknown. */
export function isFreeOfCharge({ tickets, cost_details: { values } }: EventLdFields): boolean | undefined {
  const prices = tickets.length > 0 ? tickets.map(({ price }) => price) : values
  return prices.length > 0 && prices.every(isZero) ? true : undefined
}
