/** Costs and prices that people typed, as the readers of a language read them. */
import { shownCostFromSent } from '../money/cost.ts'
import { costOfEventInWords } from '../money/cost-words.ts'

interface CostReader {
  /** The word for what costs nothing. */
  readonly free: string
  /** The currency of prices without one, as an ISO 4217 code; empty for none. */
  readonly currency: string
  readonly formatOf: (currency: string) => Intl.NumberFormat
}

/** Returns a typed cost or price in words of the reader, such as “€8 – €12”; as it was typed where it is something else. */
export function typedCostInWords(typed: string, { free, currency, formatOf }: CostReader): string {
  const site = /^[A-Z]{3}$/i.test(currency) ? currency.toUpperCase() : undefined
  const { display, symbol, code, values } = shownCostFromSent(typed, site)
  const cost_details = { currency_symbol: symbol, currency_code: code, values }
  return costOfEventInWords({ cost: display, cost_details }, free, formatOf)
}
