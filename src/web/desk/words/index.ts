/** The desk's words in the language of the root, else of the browser, else of the service. */
import { place } from '../place.ts'
import { all, family, spoken } from './all.ts'
import { en, type Words } from './en.ts'

const wanted = place.hasChosenLanguage ? [place.language] : [...navigator.languages, place.language]

/** The language that the desk speaks: one that it has words in. */
export const language = spoken(wanted, Object.keys(all)) ?? 'en'
/** How dates and numbers are written. */
export const locale =
  navigator.languages.find((tag) => family(tag.toLowerCase()) === family(language)) ?? language

const words = all[language] ?? en
const plural = new Intl.PluralRules(language)

export type Key = keyof Words

/** The words of `key` with `{names}` filled in; of two forms parted by `||`, the one for `count`. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  const [one = '', other = one] = words[key].split('||')
  const form = typeof values.count === 'number' && plural.select(values.count) === 'one' ? one : other
  return form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
