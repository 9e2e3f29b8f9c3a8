/** Words: their forms by plural categories, and where the code names them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { TextOrForms } from '../../src/locales/wording.ts'

/** Returns every form of a text. */
export const formsOf = (text: TextOrForms): readonly string[] =>
  typeof text === 'string' ? [text] : Object.values(text)

/** Returns the plural categories that a language uses for counts, which are whole numbers below a million, and `other`. */
export function countedCategories(language: string): readonly string[] {
  const rules = new Intl.PluralRules(language)
  const counts = [...Array(1000).keys(), 1000, 1001, 1002, 10_000, 100_000, 100_001]
  return [...new Set([...counts.map((count) => rules.select(count)), 'other'])].sort()
}

/** Returns the names of the placeholders of a text. */
export const placeholdersIn = (text: string): readonly string[] =>
  [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()

/** Returns the keys of texts that lack a plural form, or have other placeholders than the English text, or surplus spaces. */
export function faultyForms(
  english: Readonly<Record<string, TextOrForms>>,
  texts: Readonly<Record<string, TextOrForms>>,
  language: string,
): readonly string[] {
  const needed = countedCategories(language)
  return Object.entries(texts)
    .filter(([key, text]) => {
      const forms = formsOf(text)
      const expected = String(placeholdersIn(formsOf(english[key] ?? '').at(-1) ?? ''))
      if (forms.some((form) => form === '' || form !== form.trim())) return true
      if (forms.some((form) => String(placeholdersIn(form)) !== expected)) return true
      if (typeof text === 'string') return typeof english[key] !== 'string'
      return String(Object.keys(text).sort()) !== String(needed) || !expected.includes('{count}')
    })
    .map(([key]) => key)
}

const src = resolve(import.meta.dirname, '../../src')

function sourcesIn(folder: string): readonly string[] {
  const names = readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
  const code = names.filter((name) => /\.tsx?$/.test(name) && !name.startsWith('words/'))
  return code.map((name) => readFileSync(join(src, folder, name), 'utf8'))
}

/** Returns the templates of the code in a folder below `src` that join a label and a text by a colon, as English does. */
export const templatesWithColons = (folder: string): readonly string[] =>
  sourcesIn(folder).flatMap((text) => [...text.matchAll(/\}: \$\{.*/g)].map(([found]) => found))

/** Returns the quoted names, such as keys of words, in the code of a folder below `src`, except in its tables of words. */
export const literalsIn = (folder: string): readonly string[] =>
  sourcesIn(folder).flatMap((text) => [...text.matchAll(/['"]([\w.:-]+)['"]/g)].map(([, name = '']) => name))

/** Returns whether a template of the code in a folder, such as `bulk.${name}.done`, can make a text. */
export function templatesIn(folder: string): (text: string) => boolean {
  const found = sourcesIn(folder).flatMap((text) => [
    ...text.matchAll(/`([\w.-]+\.)\$\{[^`}]*\}((?:\.[\w.-]+)?)`/g),
  ])
  return (text) => found.some(([, start = '', end = '']) => text.startsWith(start) && text.endsWith(end))
}
