/** Whether entry to an event is free. */
import { type CostAsSent, shownCostFromSent } from './cost.ts'

interface Priced {
  readonly price: string
}

/**
 * Returns true if every price is 0: those of the tickets, else those of the cost. Unknown prices are not free. `cost` is as sent.
 */
export function isFreeEntry(cost: CostAsSent | null, tickets: readonly Priced[]): boolean {
  const prices =
    tickets.length > 0 ? tickets.map(({ price }) => price) : shownCostFromSent(cost, undefined).values
  return prices.length > 0 && prices.every((price) => Number(price) === 0)
}
