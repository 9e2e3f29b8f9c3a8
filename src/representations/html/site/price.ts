/** Prices as all pages write them: in the language of the reader, without decimals that say nothing. */
import { costOfEventInWords, moneyFormat } from '../../../domain/money/cost-words.ts'
import { memoizedByText } from '../../../support/remembered.ts'
import type { ListedEvent } from '../../json/listed-event.ts'
import type { Site } from './site.ts'

/** The most formats of currencies that are known. */
const MAX_FORMATS = 100

const formats = memoizedByText(MAX_FORMATS, (name) => {
  const [locale = '', currency = ''] = name.split(' ')
  return moneyFormat(locale, currency)
})

const formatOf = (locale: string, currency: string) => formats(`${locale} ${currency}`, 0)

/** Returns the cost in the form of the reader's language, with its word for “free”; unchanged if it has other words. */
export const costText = (event: ListedEvent, { word, locale }: Pick<Site, 'word' | 'locale'>): string =>
  costOfEventInWords(event, word('free'), (currency) => formatOf(locale, currency))

/** Returns a price of a ticket, in the form of the reader's language. */
export function ticketPriceText(
  price: string,
  currency: string,
  { word, locale }: Pick<Site, 'word' | 'locale'>,
): string {
  if (Number(price) === 0) return word('free')
  return currency === '' ? price : formatOf(locale, currency).format(Number(price))
}
