/** The texts of the desk in all languages, and the choice of a language. */
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { ptBr } from './pt-br.ts'

/** The words by language. Languages are named as in URLs. */
export const wordsByLanguage: Readonly<Record<string, Words>> = { en, de, es, fr, it, ja, nl, 'pt-br': ptBr }

/** A language tag without its region. */
export const languageFamily = (tag: string) => tag.split('-')[0]

/** Returns the first wanted language that is in `known`: the same tag, or a tag of the same language. */
export function bestLanguage(wanted: readonly string[], known: readonly string[]): string | undefined {
  const each = wanted.map((tag) => tag.toLowerCase())
  const of = (tag: string) =>
    known.find((name) => name === tag) ?? known.find((name) => languageFamily(name) === languageFamily(tag))
  return each.map(of).find((name) => name !== undefined)
}
