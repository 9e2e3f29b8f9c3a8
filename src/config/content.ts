/** The languages of the service and of content. */
import { type LanguageName, languageNames } from '../contract/languages.ts'
import {
  type ContentLanguages,
  parseContentLanguages,
  singleContentLanguage,
} from '../domain/content/languages.ts'
import type { VariableReader } from './parts.ts'
import { parseOneOf } from './values.ts'

export interface LanguageSettings {
  readonly language: LanguageName
  /** The languages of content, that of the site first. */
  readonly contentLanguages: ContentLanguages
  /** Whether they are configured, instead of following the language. */
  readonly hasContentLanguages: boolean
}

/** Returns the language of the service, and the languages of content. */
export function readLanguages({ read, optional }: VariableReader) {
  const language = read('FASTI_LANGUAGE', parseOneOf(languageNames))
  const declared = optional('FASTI_CONTENT_LANGUAGES', parseContentLanguages)
  return {
    language,
    contentLanguages: declared ?? singleContentLanguage(language ?? 'en'),
    hasContentLanguages: declared !== undefined,
  }
}

/** Returns the languages of a configuration that another language is set for. */
export const settingsInLanguage = (
  { hasContentLanguages, contentLanguages }: LanguageSettings,
  language: LanguageName,
): Pick<LanguageSettings, 'language' | 'contentLanguages'> => ({
  language,
  contentLanguages: hasContentLanguages ? contentLanguages : singleContentLanguage(language),
})
