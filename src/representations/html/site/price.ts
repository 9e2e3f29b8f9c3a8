/** Prices as all pages write them: in the language of the reader, without decimals that say nothing. */
import { memoizedByText } from '../../../support/remembered.ts'
import type { ListedEvent } from '../../json/listed-event.ts'
import type { Site } from './site.ts'

/** The most formats of currencies that are known. */
const MAX_FORMATS = 100

const formats = memoizedByText(MAX_FORMATS, (name) => {
  const [locale = '', currency = ''] = name.split(' ')
  return new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
})

const formatOf = (locale: string, currency: string) => formats(`${locale} ${currency}`, 0)

/** Whether a cost is nothing but prices. Of other texts, such as “from 12 €”, all words count. */
function isPlain({ cost, cost_details: { currency_symbol = '', currency_code = '' } }: ListedEvent): boolean {
  const rest = [currency_symbol, currency_code, 'Free']
    .filter((part) => part !== '')
    .reduce((text, part) => text.replaceAll(part, ''), cost)
  return /^[\d.,\s–]*$/.test(rest)
}

/** Returns the cost in the form of the reader's language, with its word for “free”; unchanged if it has other words. */
export function costText(event: ListedEvent, { word, locale }: Pick<Site, 'word' | 'locale'>): string {
  const { cost, cost_details } = event
  const { values = [], currency_code = '' } = cost_details
  const [lowest, highest] = [Number(values[0] ?? Number.NaN), Number(values.at(-1) ?? Number.NaN)]
  const free = () => cost.replace(/^Free(?= – |$)/, () => word('site.free'))
  if (Number.isNaN(lowest) || currency_code === '' || !isPlain(event)) return lowest === 0 ? free() : cost
  if (highest === 0) return word('site.free')
  const format = formatOf(locale, currency_code)
  if (lowest === highest) return format.format(highest)
  return lowest === 0
    ? `${word('site.free')} – ${format.format(highest)}`
    : format.formatRange(lowest, highest)
}

/** Returns a price of a ticket, in the form of the reader's language. */
export function priceText(
  price: string,
  currency: string,
  { word, locale }: Pick<Site, 'word' | 'locale'>,
): string {
  if (Number(price) === 0) return word('site.free')
  return currency === '' ? price : formatOf(locale, currency).format(Number(price))
}
