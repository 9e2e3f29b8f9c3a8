/**
 * Finds texts of a language by key. The files are i18next's JSON v4: `{{placeholders}}` are filled in, and a text that names a count has
 * a key for each plural category (CLDR), such as `found_one` and `found_other`. Pages, mails, feeds, the API and the desk use it.
 */

/** Returns a text with its values filled in; a placeholder without a value stays. */
export const filledText = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

/** The texts of one file of words, by key. */
export type Texts = Readonly<Record<string, string>>

/** The values of a text, by the names of its placeholders. */
type Values = Readonly<Record<string, string | number>>

/** Keys, each with the values that its text needs, or null. */
type Keys<W> = { readonly [K in keyof W]: Values | null }

/** The key of a text, which may have one name for each plural form. */
type KeyOf<Name> = Name extends `${infer Key}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Key
  : Name

/** The keys of a file of words, each with the values `V` that its text needs, or null. */
export type WordsOf<Texts, V> = { readonly [K in KeyOf<keyof Texts>]: K extends keyof V ? V[K] : null }

/** The keys of the texts without placeholders. */
export type PlainKey<W extends Keys<W>> = { [K in keyof W & string]: W[K] extends null ? K : never }[keyof W &
  string]

/** The function that returns a text by key, with the values of its placeholders. */
export type TextFinder<W extends Keys<W>> = <K extends keyof W & string>(
  key: K,
  ...values: W[K] extends null ? [] : [values: NonNullable<W[K]>]
) => string

/** Returns the function that gives the texts of a language (BCP 47 tag). */
export function textFinderOf<W extends Keys<W>>(texts: Texts, language: string): TextFinder<W> {
  let rules: Intl.PluralRules | undefined
  const formOf = (key: string, count: string | number | undefined) => {
    if (typeof count !== 'number') return undefined
    rules ??= new Intl.PluralRules(language)
    return texts[`${key}_${rules.select(count)}`]
  }
  return (key: string, values: Values = {}) => {
    const text = formOf(key, values.count) ?? texts[key] ?? texts[`${key}_other`] ?? key
    return filledText(text, values)
  }
}
