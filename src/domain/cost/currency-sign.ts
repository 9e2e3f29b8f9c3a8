/** Currency signs in costs, and the ISO 4217 code that each stands for (contract §1.7). */
import { isCurrency } from '../currency.ts'
import { remembered } from '../remembered.ts'

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

/** Signs of several currencies: the site decides among them. */
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
// Japanese, Chinese and Korean put no space between a price and the word behind it.
const LETTERED = new RegExp(`^(?:[円元원]|(?:${lettered.join('|')})(?!\\p{L}))`, 'u')
const SIGN = /^\p{Sc}/u
const CODE = /^[A-Z]{3}(?![\p{L}$])/u

/** The site's own symbol is a sign too, even one that is none elsewhere (`R` of the rand). */
function siteSymbolAt(text: string, site: string | undefined): string {
  if (site === undefined) return ''
  const symbol = narrowSymbol(site)
  const isInWord = /^\p{L}\p{L}/u.test(text.slice(symbol.length - 1))
  return text.startsWith(symbol) && !isInWord ? symbol : ''
}

/** The currency that `text` begins with: a sign, a sign of letters, or an ISO code in capitals. */
export function currencyAt(text: string, site?: string): string | undefined {
  const sign = LETTERED.exec(text)?.[0] ?? SIGN.exec(text)?.[0] ?? ''
  const own = siteSymbolAt(text, site)
  if (sign !== '' || own !== '') return own.length > sign.length ? own : sign
  const code = CODE.exec(text)?.[0]
  return code !== undefined && isCurrency(code) ? code : undefined
}

/** The site's currency as it is written before a number. */
export function narrowSymbol(code: string): string {
  return symbolOf(code, 0)
}

const symbolOf = remembered(400, (code, amount) => {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(amount)
  return parts.find(({ type }) => type === 'currency')?.value ?? code
})

/** The ISO code that a sign stands for on this site, or "" where that is not decided. */
export function codeOf(sign: string, site: string | undefined): string {
  const isDollar = dollars.includes(sign)
  if (site !== undefined && narrowSymbol(site) === (isDollar ? '$' : sign)) return site
  if (isDollar) return 'USD'
  const among = shared[sign]
  if (among !== undefined) return among.find((code) => code === site) ?? ''
  return codes[sign] ?? (isCurrency(sign) ? sign : '')
}

/** The same for two signs of one currency: its code, else the sign in one way of writing. */
export function currencyOf(sign: string, site: string | undefined): string {
  return codeOf(sign, site) || sign.toLowerCase().replace('.', '')
}
