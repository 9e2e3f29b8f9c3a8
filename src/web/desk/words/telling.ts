/** How refusals and notes are told: their words, and their values as the reader writes them. Loaded with the first of them. */
import type { Texts } from '../../../words/finder.ts'
import { type InterfaceLanguageCode, isInterfaceLanguageCode } from '../../../words/languages.ts'
import type { RefusalTelling } from '../api/faults.ts'
import '../main.tsx'
import { argLabel } from '../events/key-text.ts'
import { dateTimeText, dayText } from '../time/wall.ts'
import { reasonsWithSameWords } from './alike.ts'
import { locale, wordAt } from './index.ts'
import { labelKeysOf } from './labels.ts'

interface RefusalsFile {
  readonly default: Texts
}

const english = (): Promise<RefusalsFile> =>
  import('../../../words/en/refusals.json', { with: { type: 'json' } })

const files: Readonly<Record<InterfaceLanguageCode, () => Promise<RefusalsFile>>> = {
  en: english,
  de: () => import('../../../words/de/refusals.json', { with: { type: 'json' } }),
  es: () => import('../../../words/es/refusals.json', { with: { type: 'json' } }),
  fr: () => import('../../../words/fr/refusals.json', { with: { type: 'json' } }),
  it: () => import('../../../words/it/refusals.json', { with: { type: 'json' } }),
  ja: () => import('../../../words/ja/refusals.json', { with: { type: 'json' } }),
  nl: () => import('../../../words/nl/refusals.json', { with: { type: 'json' } }),
  'pt-br': () => import('../../../words/pt-br/refusals.json', { with: { type: 'json' } }),
}

/** Loads the words for refusals of a language; those in English for one that the desk has none of. */
const loadRefusalWords = async (language: string): Promise<Texts> =>
  (await (isInterfaceLanguageCode(language) ? files[language] : english)()).default

/** The beginnings of the keys of words for choices. */
const kindsOfChoices = ['status.', 'event_status.', 'attendance_mode.', '']

/** Returns a choice of the service in the words in which forms offer it; as it is, where the desk has none. */
function choiceText(choice: string): string {
  const keys = kindsOfChoices.flatMap((kind) => [kind + choice, kind + choice.replaceAll('_', '-')])
  return keys.map(wordAt).find((word) => word !== undefined) ?? choice
}

function dateText(text: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return dayText(text)
  return /^\d{4}-\d\d-\d\d \d\d:\d\d/.test(text) ? dateTimeText(text) : text
}

const quantity = new Intl.NumberFormat(locale)
const choiceList = new Intl.ListFormat(locale, { type: 'disjunction' })

/** The values that are more than a text, by their names. */
const texts: Readonly<Record<string, (value: string) => string>> = {
  choices: (value) => choiceList.format(value.split(', ').map(choiceText)),
  until: dateText,
}

function valueText(name: string, value: unknown): string {
  if (typeof value === 'number') return quantity.format(value)
  return (Object.hasOwn(texts, name) ? texts[name] : undefined)?.(String(value)) ?? String(value)
}

/** Returns the label of an arg; undefined where forms have none. */
function labelOf(name: string): string | undefined {
  const word = labelKeysOf(name)
    .map(wordAt)
    .find((one) => one !== undefined)
  if (word !== undefined) return word
  const label = argLabel(name)
  return label === name ? undefined : label
}

/** Returns how refusals are told in a language. */
export const loadRefusalTelling = async (language: string): Promise<RefusalTelling> => ({
  words: await loadRefusalWords(language),
  toldAlike: reasonsWithSameWords,
  valueText,
  labelOf,
})
