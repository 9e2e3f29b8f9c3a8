import { memoizedByText } from '../../support/remembered.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import { unicodeNormalizedText } from '../text/letters.ts'

/** ISO 4217 currency codes. */

const knownCodes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether `code`, in capitals, is an ISO 4217 code. */
export function isCurrency(code: string): boolean {
  return knownCodes.has(code)
}

// Words in costs in the languages of the service: for “free of charge”, of ranges, and names of currencies (contract §1.7).

/** Language → its words, separated by commas. */
type Words = { readonly [L in InterfaceLanguageCode]: string }

const free: Words = {
  en: `free, for free, free of charge, free entry, free entrance, free admission, entry free, admission free,
    no charge, no cost, complimentary`,
  de: `frei, kostenlos, kostenfrei, gratis, umsonst, unentgeltlich, gebührenfrei, Eintritt frei, freier Eintritt,
    Eintritt kostenlos, kostenloser Eintritt, Eintritt gratis`,
  es: `gratis, gratuito, gratuita, libre, entrada libre, entrada gratuita, entrada gratis,
    entrada libre y gratuita, acceso libre, acceso gratuito, sin costo, sin coste`,
  fr: `gratuit, gratuite, gratis, entrée libre, entrée gratuite, entrée libre et gratuite, accès libre,
    accès gratuit, accès libre et gratuit, sans frais`,
  it: `gratis, gratuito, gratuita, libero, ingresso libero, ingresso gratuito, ingresso gratis, entrata libera,
    entrata gratuita, accesso libero, accesso gratuito`,
  ja: '無料, 無償, タダ, ただ, 入場無料, 入場料無料, 参加無料, 参加費無料, 観覧無料',
  nl: `gratis, vrij, kosteloos, gratis toegang, toegang gratis, vrije toegang, toegang vrij, gratis entree,
    entree gratis, vrije entree, gratis toegankelijk, vrij toegankelijk`,
  'pt-br': `grátis, gratuito, gratuita, de graça, entrada franca, entrada livre, entrada grátis, entrada gratuita,
    acesso livre, acesso gratuito, sem custo`,
}

const to: Words = {
  en: 'to, till, until, up to',
  de: 'bis, bis zu',
  es: 'a, hasta',
  fr: 'à, jusqu’à',
  it: 'a, fino a',
  ja: 'から',
  nl: 'tot, t/m, tot en met',
  'pt-br': 'a, até',
}

/** Japanese has its word behind the first price. */
const from: Omit<Words, 'ja'> = {
  en: 'from',
  de: 'von, ab',
  es: 'de, desde, a partir de',
  fr: 'de, à partir de',
  it: 'da, a partire da',
  nl: 'van, vanaf',
  'pt-br': 'de, desde, a partir de',
}

/** Currency → its names. */
const currencies = {
  euro: {
    en: 'euro, euros',
    de: 'Euro, Euros',
    es: 'euro, euros',
    fr: 'euro, euros',
    it: 'euro',
    ja: 'ユーロ',
    nl: 'euro, euro’s',
    'pt-br': 'euro, euros',
  },
  dollar: {
    en: 'dollar, dollars',
    de: 'Dollar',
    es: 'dólar, dólares',
    fr: 'dollar, dollars',
    it: 'dollaro, dollari',
    ja: 'ドル',
    nl: 'dollar, dollars',
    'pt-br': 'dólar, dólares',
  },
  pound: {
    en: 'pound, pounds, pound sterling, pounds sterling',
    de: 'Pfund, Pfund Sterling',
    es: 'libra, libras, libra esterlina, libras esterlinas',
    fr: 'livre, livres, livre sterling, livres sterling',
    it: 'sterlina, sterline',
    ja: 'ポンド',
    nl: 'pond, ponden, pond sterling',
    'pt-br': 'libra, libras, libra esterlina, libras esterlinas',
  },
  franc: {
    en: 'franc, francs',
    de: 'Franken, Franc, Francs',
    es: 'franco, francos',
    fr: 'franc, francs',
    it: 'franco, franchi',
    ja: 'フラン',
    nl: 'frank, franken',
    'pt-br': 'franco, francos',
  },
  yen: {
    en: 'yen',
    de: 'Yen',
    es: 'yen, yenes',
    fr: 'yen, yens',
    it: 'yen',
    ja: '円',
    nl: 'yen',
    'pt-br': 'iene, ienes',
  },
  crown: {
    en: 'crown, crowns, krone, kroner, krona, kronor',
    de: 'Krone, Kronen',
    es: 'corona, coronas',
    fr: 'couronne, couronnes',
    it: 'corona, corone',
    ja: 'クローネ, クローナ, コルナ',
    nl: 'kroon, kronen',
    'pt-br': 'coroa, coroas',
  },
  zloty: {
    en: 'zloty, zlotys, zloties, złoty, złotych, złote',
    de: 'Zloty, Zlotys',
    es: 'zloty, zlotys, esloti, eslotis',
    fr: 'zloty, zlotys',
    it: 'zloty',
    ja: 'ズウォティ, ズロチ',
    nl: 'zloty, zloty’s',
    'pt-br': 'zloty, zlotys, zlóti, zlótis',
  },
  forint: {
    en: 'forint, forints',
    de: 'Forint',
    es: 'forinto, forintos, florín, florines',
    fr: 'forint, forints',
    it: 'fiorino, fiorini',
    ja: 'フォリント',
    nl: 'forint, forinten',
    'pt-br': 'forint, forints, forinte, forintes',
  },
  lira: {
    en: 'lira, liras',
    de: 'Lira',
    es: 'lira, liras',
    fr: 'lire, livre turque, livres turques',
    it: 'lira, lire',
    ja: 'リラ',
    nl: 'lira, lira’s',
    'pt-br': 'lira, liras',
  },
  rupee: {
    en: 'rupee, rupees',
    de: 'Rupie, Rupien',
    es: 'rupia, rupias',
    fr: 'roupie, roupies',
    it: 'rupia, rupie',
    ja: 'ルピー',
    nl: 'roepie, roepies, rupee, rupees',
    'pt-br': 'rupia, rupias',
  },
  real: {
    en: 'real, reais, reals',
    de: 'Real, Reais',
    es: 'real, reales',
    fr: 'real, réal, reais, réaux',
    it: 'real, reais',
    ja: 'レアル',
    nl: 'real, reais',
    'pt-br': 'real, reais',
  },
  peso: {
    en: 'peso, pesos',
    de: 'Peso, Pesos',
    es: 'peso, pesos',
    fr: 'peso, pesos',
    it: 'peso, pesos',
    ja: 'ペソ',
    nl: 'peso, peso’s',
    'pt-br': 'peso, pesos',
  },
} satisfies Readonly<Record<string, Words>>

/** A currency that several countries may have, such as the dollar. */
type NamedCurrency = keyof typeof currencies

const wordsIn = (list: string): readonly string[] => list.split(/,\s+/)
const listed = (words: Partial<Words>) => Object.values(words).flatMap(wordsIn)

/** Language → its words for free. */
export const freeWordsByLanguage: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(free).map(([language, list]) => [language, wordsIn(list)]),
)

/** A pattern that also matches the word without accents, as capitals are often written (`ENTREE LIBRE`), and with any white space. */
const tolerant = (word: string) =>
  word
    .replace(/[à-ÿ]/g, (letter) => `[${letter}${unicodeNormalizedText(letter, 'NFD').charAt(0)}]`)
    .replaceAll('’', "['’]")
    .replaceAll(' ', '\\s+')

/** Returns a function that finds the longest word that a text begins with, where nothing of `without` follows it. */
function leadingWord(words: readonly string[], without: string): (text: string) => string | undefined {
  const longestFirst = [...new Set(words)].sort((a, b) => b.length - a.length)
  const pattern = new RegExp(`^(?:${longestFirst.map(tolerant).join('|')})(?!${without})`, 'iu')
  return (text) => pattern.exec(text)?.[0]
}

/** The word for free that a text begins with, in any language; undefined if it is part of a longer word. */
export const leadingFreeWord = leadingWord([...freeWordsByLanguage.values()].flat(), '[\\p{L}\\p{N}]')
/** The word between the ends of a range that a text begins with. A digit may follow it. */
export const leadingToWord = leadingWord(listed(to), '\\p{L}')
/** The word before a range that a text begins with. */
export const leadingFromWord = leadingWord(listed(from), '\\p{L}')
/** The name of a currency that a text begins with. */
const leadingCurrencyName = leadingWord(Object.values(currencies).flatMap(listed), '\\p{L}')

const folded = (name: string) =>
  unicodeNormalizedText(name, 'NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replace(/\s+/g, ' ')

const isNamed = (key: string): key is NamedCurrency => Object.hasOwn(currencies, key)

const currencyOfName: ReadonlyMap<string, NamedCurrency> = new Map(
  Object.keys(currencies)
    .filter(isNamed)
    .flatMap((currency) => listed(currencies[currency]).map((name) => [folded(name), currency] as const)),
)

/** The currency with this name; undefined if it is none. */
const namedCurrency = (name: string): NamedCurrency | undefined => currencyOfName.get(folded(name))

// Currency signs in costs and their ISO 4217 codes (contract §1.7).

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
