/** The desk's words in the language of the root, else of the browser, else of the service. */
import { place } from '../place.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'

const all: Readonly<Record<string, Words>> = { en, de }

function chosen(): string {
  const wanted = place.hasChosenLanguage ? [place.language] : [...navigator.languages, place.language]
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find((tag) => tag in all) ?? 'en'
}

/** The language that the desk speaks: one that it has words in. */
export const language = chosen()
/** How dates and numbers are written. */
export const locale = navigator.languages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language

const words = all[language] ?? en
const plural = new Intl.PluralRules(language)

export type Key = keyof Words

/** The words of `key` with `{names}` filled in; of two forms parted by `||`, the one for `count`. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  const [one = '', other = one] = words[key].split('||')
  const form = typeof values.count === 'number' && plural.select(values.count) === 'one' ? one : other
  return form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
