/** Currency signs in costs and their ISO 4217 codes (contract §1.7). */

import { memoizedByText } from '../../../support/remembered.ts'
import { isCurrency } from '../currency.ts'

/** Signs of exactly one currency. */
const codes: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₴': 'UAH',
  '₺': 'TRY',
  '₪': 'ILS',
  '฿': 'THB',
  '₫': 'VND',
  '₱': 'PHP',
  '₦': 'NGN',
  '₡': 'CRC',
  '₲': 'PYG',
  '₸': 'KZT',
  '₾': 'GEL',
  '₼': 'AZN',
  '₵': 'GHS',
  '₮': 'MNT',
  '₭': 'LAK',
  '៛': 'KHR',
  '৳': 'BDT',
  '֏': 'AMD',
  '؋': 'AFN',
  '﷼': 'IRR',
  '￥': 'JPY',
  '￡': 'GBP',
  '￦': 'KRW',
  zł: 'PLN',
  Zł: 'PLN',
  ZŁ: 'PLN',
  Kč: 'CZK',
  kč: 'CZK',
  KČ: 'CZK',
  Ft: 'HUF',
  lei: 'RON',
  Lei: 'RON',
  LEI: 'RON',
  'Fr.': 'CHF',
  SFr: 'CHF',
  'SFr.': 'CHF',
  RM: 'MYR',
  Rp: 'IDR',
  'S/': 'PEN',
  TL: 'TRY',
  лв: 'BGN',
  'лв.': 'BGN',
  'руб.': 'RUB',
  руб: 'RUB',
  грн: 'UAH',
  円: 'JPY',
  元: 'CNY',
  원: 'KRW',
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  NT$: 'TWD',
  MX$: 'MXN',
  R$: 'BRL',
  Z$: 'ZWL',
  J$: 'JMD',
}

const crowns = ['SEK', 'NOK', 'DKK', 'ISK']
const rupees = ['INR', 'PKR', 'LKR', 'NPR', 'MUR']

/** Signs of several currencies: the currency of the site decides. */
const shared: Readonly<Record<string, readonly string[]>> = {
  kr: crowns,
  'kr.': crowns,
  Kr: crowns,
  'Kr.': crowns,
  KR: crowns,
  Rs: rupees,
  'Rs.': rupees,
  '₨': rupees,
}

const dollars = ['$', '＄', '﹩']

const escaped = (sign: string) => sign.replace(/[.$/]/g, '\\$&')
const lettered = [...Object.keys(codes), ...Object.keys(shared)]
  .filter((sign) => /\p{L}/u.test(sign))
  .sort((a, b) => b.length - a.length)
  .map(escaped)
// Japanese, Chinese and Korean put no space between a price and the next word.
const LETTERED = new RegExp(`^(?:[円元원]|(?:${lettered.join('|')})(?!\\p{L}))`, 'u')
const SIGN = /^\p{Sc}/u
const CODE = /^[A-Z]{3}(?![\p{L}$])/u

/** The symbol of the site's currency if `text` begins with it, "" otherwise. It counts as a sign even if it is none on other sites (`R`, the rand). */
function siteSymbolAt(text: string, site: string | undefined): string {
  if (site === undefined) return ''
  const symbol = narrowSymbolOfCurrencyCode(site)
  const isInWord = /^\p{L}\p{L}/u.test(text.slice(symbol.length - 1))
  return text.startsWith(symbol) && !isInWord ? symbol : ''
}

/** The currency that `text` begins with: a symbol, a sign of letters, or an ISO 4217 code in capitals. `site` is the site's ISO 4217 code. */
export function leadingCurrency(text: string, site?: string): string | undefined {
  const sign = LETTERED.exec(text)?.[0] ?? SIGN.exec(text)?.[0] ?? ''
  const own = siteSymbolAt(text, site)
  if (sign !== '' || own !== '') return own.length > sign.length ? own : sign
  const code = CODE.exec(text)?.[0]
  return code !== undefined && isCurrency(code) ? code : undefined
}

/** The narrow symbol of a currency, by its ISO 4217 code: `$` for USD. */
export function narrowSymbolOfCurrencyCode(code: string): string {
  return symbolOf(code, 0)
}

const symbolOf = memoizedByText(400, (code, amount: number) => {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(amount)
  return parts.find(({ type }) => type === 'currency')?.value ?? code
})

/** The ISO 4217 code of a sign on this site, or "" if it is ambiguous. */
export function currencyCodeOfSign(sign: string, site: string | undefined): string {
  const isDollar = dollars.includes(sign)
  if (site !== undefined && narrowSymbolOfCurrencyCode(site) === (isDollar ? '$' : sign)) return site
  if (isDollar) return 'USD'
  const among = shared[sign]
  if (among !== undefined) return among.find((code) => code === site) ?? ''
  return codes[sign] ?? (isCurrency(sign) ? sign : '')
}

/** A key that is equal for all signs of a currency: its ISO 4217 code if known, the normalised sign otherwise. */
export function currencyKeyOf(sign: string, site: string | undefined): string {
  return currencyCodeOfSign(sign, site) || sign.toLowerCase().replace('.', '')
}
