/** The parts that events of the demo are composed of. */
import type { Temporal } from 'temporal-polyfill'
import type { Happening } from './happenings.ts'
import type { Random } from './random.ts'
import type { CategoryName, OrganizerKey, TagName, VenueKey } from './town.ts'

/** An event as it is sent, with its links by name. */
export interface Planned {
  readonly fields: Readonly<Record<string, unknown>>
  readonly category: CategoryName
  readonly venue: VenueKey
  readonly organizer?: OrganizerKey | undefined
  readonly tags: readonly TagName[]
}

/** What events are planned with: the first and the last day, the currency and the generator. */
export interface Plan {
  readonly first: Temporal.PlainDate
  readonly last: Temporal.PlainDate
  readonly currency: string
  readonly random: Random
}

/** The start and the end of what begins at an hour of a day. */
export const wall = (day: Temporal.PlainDate, hour: number, minutes: number) => {
  const start = day.toPlainDateTime({ hour })
  const text = (one: Temporal.PlainDateTime) => one.toString({ smallestUnit: 'second' }).replace('T', ' ')
  return { start_date: text(start), end_date: text(start.add({ minutes })) }
}

/** The same sentence as description and excerpt. */
export const texts = (text: string) => ({ description: `<p>${text}</p>`, excerpt: `<p>${text}</p>` })

/** The cost and the tickets of a price in whole units; 0 is free. */
export function prices({ price }: Pick<Happening, 'price'>, { currency }: Plan) {
  if (price === 0) return { cost: 'Free' }
  const reduced = Math.round(price * 0.6)
  const ticket = (name: string, amount: number) => ({ name, price: String(amount), currency })
  return {
    cost: `${reduced} - ${price} ${currency}`,
    tickets: [ticket('Full price', price), ticket('Reduced', reduced)],
  }
}

/** The first day from `from` on that is a weekday, 1 for Monday to 7 for Sunday. */
export const nextWeekday = (from: Temporal.PlainDate, weekday: number): Temporal.PlainDate =>
  from.add({ days: (weekday - from.dayOfWeek + 7) % 7 })
