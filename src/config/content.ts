/** The languages of the service and of content. */

import {
  type ContentLanguages,
  parseContentLanguages,
  siteLanguageAsOnlyContentLanguage,
} from '../domain/content/languages.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../words/languages.ts'
import { parseList, parseServiceUrl, wordParserFor } from './values.ts'
import type { VariableReader } from './variable-groups.ts'

export interface LanguageSettings {
  readonly language: InterfaceLanguageCode
  /** The languages of the interface that the calendar offers. */
  readonly languages: readonly InterfaceLanguageCode[]
  /** The languages of content, that of the site first. */
  readonly contentLanguages: ContentLanguages
  /** Whether they are configured, instead of following the language. */
  readonly hasContentLanguages: boolean
  /** The translation server; undefined for none. */
  readonly translator: TranslatorSettings | undefined
}

/** A translation server: its base address, and its key; "" for none. */
interface TranslatorSettings {
  readonly url: string
  readonly key: string
}

const parseInterfaceLanguage = wordParserFor(interfaceLanguageCodes)

/** Returns languages of the interface, each once; undefined for another text. */
function parseInterfaceLanguages(text: string): readonly InterfaceLanguageCode[] | undefined {
  const named = parseList(text).map(parseInterfaceLanguage)
  const known = named.filter((one) => one !== undefined)
  return known.length === 0 || known.length < named.length ? undefined : [...new Set(known)]
}

/** Returns the language of the service, those that it offers, and the languages of content. */
export function readLanguages({ read, optional }: VariableReader, wrong: string[]) {
  const languages = optional('FASTI_LANGUAGES', parseInterfaceLanguages) ?? interfaceLanguageCodes
  const language = optional('FASTI_LANGUAGE', parseInterfaceLanguage) ?? languages[0]
  if (language !== undefined && !languages.includes(language))
    wrong.push(`FASTI_LANGUAGE is "${language}", which FASTI_LANGUAGES does not name: ${languages.join()}`)
  const declared = optional('FASTI_CONTENT_LANGUAGES', parseContentLanguages)
  return {
    language: language ?? 'en',
    languages,
    contentLanguages: declared ?? siteLanguageAsOnlyContentLanguage(language ?? 'en'),
    hasContentLanguages: declared !== undefined,
    translator: readTranslator({ read, optional }),
  }
}

/** Returns the translation server; undefined for none. */
function readTranslator({ read, optional }: VariableReader): TranslatorSettings | undefined {
  const url = optional('FASTI_TRANSLATE_URL', parseServiceUrl)
  return url === undefined ? undefined : { url, key: read('FASTI_TRANSLATE_KEY', String) ?? '' }
}

/** Returns the languages of a configuration that another language is set for. */
export const languageSettingsAfterLanguageIsSet = (
  { hasContentLanguages, contentLanguages }: LanguageSettings,
  language: InterfaceLanguageCode,
): Pick<LanguageSettings, 'language' | 'contentLanguages'> => ({
  language,
  contentLanguages: hasContentLanguages ? contentLanguages : siteLanguageAsOnlyContentLanguage(language),
})
