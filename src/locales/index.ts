/** The words of the interface in every language, found by an arg's own place: `event.title`, else `title`. */
import type { Operation } from '../contract/operations.ts'
import type { Describe } from '../contract/route-index.ts'
import { en } from './en.ts'

export const languages = ['en', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt-br'] as const
export type Language = (typeof languages)[number]

/** Place → description. */
export type Words = Readonly<Record<string, string>>

const words: Readonly<Partial<Record<Language, Words>>> = { en }

export function isLanguage(text: string): text is Language {
  return languages.some((language) => language === text)
}

/** The places where the words of an arg are looked for, the nearest first. */
export function placesOf({ action, resource }: Operation, arg: string): readonly string[] {
  const own = resource === undefined ? [] : [`${resource}.${action}.${arg}`, `${resource}.${arg}`]
  return [...own, `${action}.${arg}`, arg]
}

/** Describes args in one language. */
export function describerOf(language: Language): Describe {
  const known = words[language] ?? en
  return (operation, arg) => {
    const place = placesOf(operation, arg).find((one) => known[one] !== undefined)
    return place === undefined ? '' : (known[place] ?? '')
  }
}
