/** The desk's words in every language, and which of them a reader is spoken to in. */
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { ptBr } from './pt-br.ts'

/** The languages, by the names that the roots have. */
export const all: Readonly<Record<string, Words>> = { en, de, es, fr, it, ja, nl, 'pt-br': ptBr }

/** A language without its region. */
export const family = (tag: string) => tag.split('-')[0]

/** Of languages wanted, the first that there is in `known`, as it is named there: itself, or one of its family. */
export function spoken(wanted: readonly string[], known: readonly string[]): string | undefined {
  const each = wanted.map((tag) => tag.toLowerCase())
  const of = (tag: string) =>
    known.find((name) => name === tag) ?? known.find((name) => family(name) === family(tag))
  return each.map(of).find((name) => name !== undefined)
}
