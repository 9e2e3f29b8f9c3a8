/** The languages of the service and of content. */

import {
  type ContentLanguages,
  parseContentLanguages,
  siteLanguageAsOnlyContentLanguage,
} from '../domain/content/languages.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../words/languages.ts'
import { parseServiceUrl, wordParserFor } from './values.ts'
import type { VariableReader } from './variable-groups.ts'

export interface LanguageSettings {
  readonly language: InterfaceLanguageCode
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

/** Returns the language of the service, and the languages of content. */
export function readLanguages({ read, optional }: VariableReader) {
  const language = read('FASTI_LANGUAGE', wordParserFor(interfaceLanguageCodes))
  const declared = optional('FASTI_CONTENT_LANGUAGES', parseContentLanguages)
  return {
    language,
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
