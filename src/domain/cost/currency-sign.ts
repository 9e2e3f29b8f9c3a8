/** Currency signs in costs, and the ISO 4217 code that each stands for (contract §1.7). */
import { isCurrency } from '../currency.ts'

/** Signs of one currency, wherever the site is. */
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
  Kč: 'CZK',
  Ft: 'HUF',
  lei: 'RON',
  'Fr.': 'CHF',
  SFr: 'CHF',
  лв: 'BGN',
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

/** Signs of several currencies: the site decides among them. */
const shared: Readonly<Record<string, readonly string[]>> = {
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'kr.': ['DKK', 'SEK', 'NOK', 'ISK'],
  Kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  Rs: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  '₨': ['PKR', 'INR', 'LKR', 'NPR', 'MUR'],
}

const escaped = (sign: string) => sign.replace(/[.$]/g, '\\$&')
const byLength = [...Object.keys(codes), ...Object.keys(shared)]
  .filter((sign) => /[\p{L}]/u.test(sign))
  .sort((a, b) => b.length - a.length)
const LETTERED = new RegExp(`^(?:${byLength.map(escaped).join('|')})(?!\\p{L})`, 'u')
const SIGN = /^\p{Sc}/u
const CODE = /^[A-Z]{3}(?![\p{L}$])/u

/** The currency that `text` begins with: a sign, a sign of letters, or an ISO code in capitals. */
export function currencyAt(text: string): string | undefined {
  const lettered = LETTERED.exec(text)?.[0] ?? SIGN.exec(text)?.[0]
  if (lettered !== undefined) return lettered
  const code = CODE.exec(text)?.[0]
  return code !== undefined && isCurrency(code) ? code : undefined
}

/** The site's currency as it is written before a number. */
export function narrowSymbol(code: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? code
}

/** The ISO code that a sign stands for on this site, or "" where that is not decided. */
export function codeOf(sign: string, site: string | undefined): string {
  if (sign === '$' || sign === '＄' || sign === '﹩')
    return site !== undefined && narrowSymbol(site) === '$' ? site : 'USD'
  const among = shared[sign]
  if (among !== undefined) return among.find((code) => code === site) ?? ''
  return codes[sign] ?? (isCurrency(sign) ? sign : '')
}
