/** The words of the interface in every language, found by an arg's own place: `event.title`, else `title`. */

import type { DocumentContext } from '../contract/openapi.ts'
import type { Operation } from '../contract/operations.ts'
import type { Describe } from '../contract/route-index.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { ptBr } from './pt-br.ts'

/** The languages, the default one first: to add one is to add its file and its name here. */
export const words = { en, de, es, fr, it, ja, nl, 'pt-br': ptBr } satisfies Readonly<Record<string, Words>>

export type Language = keyof typeof words
export const languages = Object.keys(words) as readonly Language[]

export function isLanguage(text: string): text is Language {
  return languages.some((language) => language === text)
}

/** The places where the words of an arg are looked for, the nearest first; without an arg, of the operation. */
export function placesOf(operation: Operation, arg?: string): readonly string[] {
  const { resource, scope, by, isSecret } = operation
  if (arg === undefined) {
    if (resource === undefined) return [operation.action]
    if (operation.action !== 'feed') return [`${resource}.${operation.action}`, operation.action]
    if (isSecret === true) return ['secret.feed']
    return [by === undefined ? `${scope ?? resource}.feed` : `${resource}.file`]
  }
  // A feed takes the filters of the list.
  const action = operation.action === 'feed' ? 'list' : operation.action
  const own = resource === undefined ? [] : [`${resource}.${action}.${arg}`, `${resource}.${arg}`]
  return [...own, `${action}.${arg}`, arg]
}

/** Describes args and operations in one language. */
export function describerOf(language: Language): Describe {
  const known: Readonly<Record<string, string>> = words[language]
  return (operation, arg) => {
    const place = placesOf(operation, arg).find((one) => known[one] !== undefined)
    return place === undefined ? '' : (known[place] ?? '')
  }
}

type PageWord = Extract<keyof Words, `page.${string}`>
/** The words of pages, besides those of the document that they show. */
export type PageWording = (place: PageWord) => string

/** The words of pages in one language. */
export function pageWordOf(language: Language): PageWording {
  return (place) => words[language][place]
}

type SiteWord = Extract<keyof Words, `site.${string}`>
/** The words of the web calendar; what stands in braces is filled in. */
export type SiteWording = (place: SiteWord, values?: Readonly<Record<string, string | number>>) => string

/** The words of the web calendar in one language. */
export function siteWordOf(language: Language): SiteWording {
  return (place, values = {}) =>
    words[language][place].replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole))
}

/** Which way a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  const { script = 'Latn' } = new Intl.Locale(language).maximize()
  return ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'].includes(script) ? 'rtl' : 'ltr'
}

/** What the documents that follow from the contract need to speak one language; `word` is empty where there is none. */
export function spokenIn(language: Language): Pick<DocumentContext, 'describe' | 'word'> {
  const known: Readonly<Record<string, string>> = words[language]
  return { describe: describerOf(language), word: (place) => known[place] ?? '' }
}
