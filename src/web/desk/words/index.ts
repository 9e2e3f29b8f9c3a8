/** The texts of the desk in the language of the root, of the browser, or of the service, in this order. */
import { place } from '../place.ts'
import { all, bestLanguage, family } from './all.ts'
import { en, type Words } from './en.ts'

const wanted = place.hasChosenLanguage ? [place.language] : [...navigator.languages, place.language]

/** The language of the desk: the first wanted one that it has texts in. */
export const language = bestLanguage(wanted, Object.keys(all)) ?? 'en'
/** The locale of dates and numbers. */
export const locale =
  navigator.languages.find((tag) => family(tag.toLowerCase()) === family(language)) ?? language

const words = all[language] ?? en
const plural = new Intl.PluralRules(language)

export type Key = keyof Words

/** The text of `key` with `{names}` filled in. Of two forms separated by `||`, it is the one for `count`. */
export function t(key: Key, values: Readonly<Record<string, string | number>> = {}): string {
  const [one = '', other = one] = words[key].split('||')
  const form = typeof values.count === 'number' && plural.select(values.count) === 'one' ? one : other
  return form.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
