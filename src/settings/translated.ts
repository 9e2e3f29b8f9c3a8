/** The texts of the site in languages of the interface: kept as one setting, JSON by language and name. */
import type { SentTextsByLanguage } from '../contract/kinds.ts'
import type { translatedSettingNames } from '../contract/operations/settings.ts'
import type { StoredSettings } from '../store/store.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'

type TranslatedName = (typeof translatedSettingNames)[number]
/** The texts of the site by language of the interface, as far as they differ from those of all languages. */
export type SettingTranslations = Readonly<Record<string, Readonly<Partial<Record<TranslatedName, string>>>>>

/** Returns the texts by language. What is stored was written by `mergedTranslations`. */
export const translationsOfSettings = ({ translations }: StoredSettings): SettingTranslations =>
  translations === undefined ? {} : JSON.parse(translations)

/** Returns the settings as pages in a language show them. */
export const settingsInLanguage = (
  stored: StoredSettings,
  language: InterfaceLanguageCode,
): StoredSettings => ({ ...stored, ...translationsOfSettings(stored)[language] })

/** Returns the setting with texts written over those before; undefined where none is left. null removes a text, or all of a language. */
export function mergedTranslations(
  before: SettingTranslations,
  sent: SentTextsByLanguage,
): string | undefined {
  const merged: Record<string, object> = { ...before }
  for (const [language, texts] of Object.entries(sent)) {
    const next = texts === null ? [] : Object.entries({ ...before[language], ...texts })
    merged[language] = Object.fromEntries(next.filter(([, text]) => text !== null))
  }
  const left = Object.entries(merged).filter(([, texts]) => Object.keys(texts).length > 0)
  return left.length === 0 ? undefined : JSON.stringify(Object.fromEntries(left.sort()))
}
