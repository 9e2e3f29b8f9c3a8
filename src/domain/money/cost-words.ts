/** Costs as readers of a language read them, without decimals that say nothing. */

interface CostDetails {
  readonly currency_symbol?: string
  readonly currency_code?: string
  readonly values?: readonly string[]
}

interface Costly {
  readonly cost: string
  readonly cost_details: CostDetails
}

/** Returns the format of amounts of a currency in the language of a locale. */
export const moneyFormat = (locale: string, currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })

/** Whether a cost is nothing but its lowest and highest price. Of other texts, such as “from 12 €”, all words and signs count. */
function isPlain({
  cost,
  cost_details: { currency_symbol = '', currency_code = '', values = [] },
}: Costly): boolean {
  const rest = [currency_symbol, currency_code]
    .filter((part) => part !== '')
    .reduce((text, part) => text.replaceAll(part, ''), cost)
  const ends = [values[0] ?? '', values.at(-1) ?? ''].map((value) => (Number(value) === 0 ? 'Free' : value))
  const shown = rest.split('–').map((end) => end.trim())
  return shown.join(' – ') === [...new Set(ends)].join(' – ')
}

/** Returns the cost of an event in a language, with its word for “free”; unchanged if it has other words. */
export function costOfEventInWords(
  event: Costly,
  free: string,
  formatOf: (currency: string) => Intl.NumberFormat,
): string {
  const { cost, cost_details } = event
  const { values = [], currency_code = '' } = cost_details
  const [lowest, highest] = [Number(values[0] ?? Number.NaN), Number(values.at(-1) ?? Number.NaN)]
  const named = () => cost.replace(/^Free(?= – |$)/, () => free)
  if (Number.isNaN(lowest) || currency_code === '' || !isPlain(event)) return lowest === 0 ? named() : cost
  if (highest === 0) return free
  const format = formatOf(currency_code)
  if (lowest === highest) return format.format(highest)
  return lowest === 0 ? `${free} – ${format.format(highest)}` : format.formatRange(lowest, highest)
}
