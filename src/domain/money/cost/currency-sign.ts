/** Currency signs in costs and their ISO 4217 codes (contract §1.7). */

import { memoizedByText } from '../../../support/remembered.ts'
import { isCurrency } from '../currency.ts'
import { leadingCurrencyName, type NamedCurrency, namedCurrency } from './words.ts'

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

/** Currency → the codes of those who have one of this name. The first is that of its name alone, "" if that may be any of them. */
const codesOfName: { readonly [C in NamedCurrency]: readonly string[] } = {
  euro: ['EUR'],
  dollar: [
    ...['USD', 'AUD', 'CAD', 'NZD', 'HKD', 'SGD', 'TWD', 'JMD', 'BSD', 'BBD', 'BZD', 'BMD', 'BND', 'KYD'],
    ...['FJD', 'GYD', 'LRD', 'NAD', 'SBD', 'SRD', 'TTD', 'XCD'],
  ],
  pound: ['GBP', 'EGP', 'FKP', 'GIP', 'LBP', 'SHP', 'SSP', 'SYP'],
  franc: ['CHF', 'XOF', 'XAF', 'XPF', 'BIF', 'CDF', 'DJF', 'GNF', 'KMF', 'RWF'],
  yen: ['JPY'],
  crown: ['', 'SEK', 'NOK', 'DKK', 'ISK', 'CZK'],
  zloty: ['PLN'],
  forint: ['HUF'],
  lira: ['TRY'],
  rupee: ['', 'INR', 'PKR', 'LKR', 'NPR', 'MUR', 'SCR'],
  real: ['BRL'],
  peso: ['', 'MXN', 'ARS', 'CLP', 'COP', 'CUP', 'DOP', 'PHP', 'UYU'],
}

/** Signs of several currencies: the currency of the site decides. */
const shared: Readonly<Record<string, NamedCurrency>> = {
  kr: 'crown',
  'kr.': 'crown',
  Kr: 'crown',
  'Kr.': 'crown',
  KR: 'crown',
  Rs: 'rupee',
  'Rs.': 'rupee',
  RS: 'rupee',
  rs: 'rupee',
  'rs.': 'rupee',
  '₨': 'rupee',
}

/** Codes of currencies whose amounts have groups as in India. */
const inLakhs = ['INR', 'PKR', 'NPR', 'BDT', 'LKR']

const escaped = (sign: string) => sign.replace(/[.$/]/g, '\\$&')
const lettered = [...Object.keys(codes), ...Object.keys(shared)]
  .filter((sign) => /\p{L}/u.test(sign))
  .sort((a, b) => b.length - a.length)
  .map(escaped)
// Japanese, Chinese and Korean put no space between a price and the next word.
const LETTERED = new RegExp(`^(?:[円元원]|(?:${lettered.join('|')})(?!\\p{L}))`, 'u')
const SIGN = /^\p{Sc}/u
const CODE = /^[A-Z]{3}(?![\p{L}$])/u
const CODE_IN_ANY_CASE = /^[A-Za-z]{3}(?![\p{L}$])/u

/** The symbol of the site's currency if `text` begins with it, "" otherwise. It counts as a sign even if it is none on other sites (`R`, the rand). */
function siteSymbolAt(text: string, site: string | undefined): string {
  if (site === undefined) return ''
  const symbol = narrowSymbolOfCurrencyCode(site)
  const isInWord = /^\p{L}\p{L}/u.test(text.slice(symbol.length - 1))
  return text.startsWith(symbol) && !isInWord ? symbol : ''
}

/**
 * The currency that `text` begins with: a symbol, a sign of letters, or an ISO 4217 code in capitals; with `isAlone`, where there are only
 * prices, also its name or a code in any case. `site` is the site's ISO 4217 code.
 */
export function leadingCurrency(
  text: string,
  site: string | undefined,
  isAlone: boolean,
): string | undefined {
  const sign = LETTERED.exec(text)?.[0] ?? SIGN.exec(text)?.[0] ?? ''
  const own = siteSymbolAt(text, site)
  if (sign !== '' || own !== '') return own.length > sign.length ? own : sign
  const name = isAlone ? leadingCurrencyName(text) : undefined
  if (name !== undefined) return name
  const code = (isAlone ? CODE_IN_ANY_CASE : CODE).exec(text)?.[0]
  return code !== undefined && isCurrency(code.toUpperCase()) ? code : undefined
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

const nameOf = (sign: string): NamedCurrency | undefined =>
  Object.hasOwn(shared, sign) ? shared[sign] : namedCurrency(sign)

/** The ISO 4217 code of a sign or name on this site, or "" if it is ambiguous. */
export function currencyCodeOfSign(sign: string, site: string | undefined): string {
  if (site !== undefined && narrowSymbolOfCurrencyCode(site) === sign) return site
  if (sign === '$') return 'USD'
  const name = nameOf(sign)
  if (name === undefined) return codes[sign] ?? (isCurrency(sign.toUpperCase()) ? sign.toUpperCase() : '')
  const among = codesOfName[name]
  return among.find((code) => code === site) ?? among[0] ?? ''
}

/** A key that is equal for all signs and names of a currency: its ISO 4217 code if known, its name or normalised sign otherwise. */
export function currencyKeyOf(sign: string, site: string | undefined): string {
  return currencyCodeOfSign(sign, site) || nameOf(sign) || sign.toLowerCase().replace('.', '')
}

/** Whether amounts with this sign or name have groups as in India. */
export const groupsInLakhs = (sign: string, site: string | undefined): boolean =>
  nameOf(sign) === 'rupee' || inLakhs.includes(currencyCodeOfSign(sign, site))
