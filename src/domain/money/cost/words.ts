/** Words in costs in the languages of the service: for “free of charge”, of ranges, and names of currencies (contract §1.7). */

import type { InterfaceLanguageCode } from '../../../words/languages.ts'
import { unicodeNormalizedText } from '../../text/normalized.ts'

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
export type NamedCurrency = keyof typeof currencies

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
export const leadingCurrencyName = leadingWord(Object.values(currencies).flatMap(listed), '\\p{L}')

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
export const namedCurrency = (name: string): NamedCurrency | undefined => currencyOfName.get(folded(name))
