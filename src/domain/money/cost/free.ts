/** Words for "free of charge" in costs (contract §1.7). */

import { unicodeNormalizedText } from '../../text/normalized.ts'

/** Language → its words for free, separated by commas. */
const words: Readonly<Record<string, string>> = {
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

/** Language → its words for free. */
export const freeWordsByLanguage: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(words).map(([language, list]) => [language, list.split(/,\s+/)]),
)

/** A pattern that also matches the word without accents, as capitals are often written (`ENTREE LIBRE`), and with any white space. */
const tolerant = (word: string) =>
  word
    .replace(/[à-ÿ]/g, (letter) => `[${letter}${unicodeNormalizedText(letter, 'NFD').charAt(0)}]`)
    .replaceAll(' ', '\\s+')

const longestFirst = [...new Set([...freeWordsByLanguage.values()].flat())].sort(
  (a, b) => b.length - a.length,
)
const FREE = new RegExp(`^(?:${longestFirst.map(tolerant).join('|')})(?![\\p{L}\\p{N}])`, 'iu')

/** The word for free that `text` begins with, in any language; undefined if it is part of a longer word. */
export function leadingFreeWord(text: string): string | undefined {
  return FREE.exec(text)?.[0]
}
