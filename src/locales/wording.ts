/**
 * Texts of a language by key: `{placeholders}` are filled in, and a text that names a count has a form for each plural category.
 * Pages, mails, feeds, the API and the desk use it, so it imports nothing but the placeholders.
 */
import { filledText, type PlaceholderIn } from '../support/placeholders.ts'

/** The forms of a text that names a `{count}`, by the plural categories of its language (CLDR). `other` stands in for absent ones. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string }
export type TextOrForms = string | Forms
export type WordingTexts = Readonly<Record<string, TextOrForms>>

/** The names of the placeholders of a text. */
type Placeholder<T extends TextOrForms> = T extends string ? PlaceholderIn<T> : PlaceholderIn<T[keyof T]>

type Value = string | number
/** The values that a text needs: none, or one for each placeholder. */
type ValuesOf<T extends TextOrForms> = [Placeholder<T>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholder<T>, Value>>]

/** The keys of the texts without placeholders. */
export type PlainKey<T extends WordingTexts> = {
  [K in keyof T & string]: [Placeholder<T[K]>] extends [never] ? K : never
}[keyof T & string]

/** The texts of one language with the keys of `T`: a form where `T` has forms. */
export type TextsWithKeysOf<T extends WordingTexts> = {
  readonly [K in keyof T]: T[K] extends string ? string : Forms
}

/** The function that returns a text by key, with the values of its placeholders. */
export type TextFinder<T extends WordingTexts> = <K extends keyof T>(
  key: K,
  ...values: ValuesOf<T[K]>
) => string

/** Returns the function that gives the texts of a language (BCP 47 tag). `T` is the English table, whose literals name the placeholders. */
export function textFinderOf<T extends WordingTexts>(
  texts: TextsWithKeysOf<T>,
  language: string,
): TextFinder<T> {
  let rules: Intl.PluralRules | undefined
  const formOf = (forms: Forms, count: Value | undefined) => {
    if (typeof count !== 'number') return forms.other
    rules ??= new Intl.PluralRules(language)
    return forms[rules.select(count)] ?? forms.other
  }
  return (key: keyof T, values?: Readonly<Record<string, Value>>) => {
    const text: TextOrForms = texts[key]
    if (values === undefined) return typeof text === 'string' ? text : text.other
    return filledText(typeof text === 'string' ? text : formOf(text, values.count), values)
  }
}
