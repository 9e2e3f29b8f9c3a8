/** Texts of the API, pages, feeds and e-mail in every language. */

import deApi from './de/api.json' with { type: 'json' }
import deShared from './de/shared.json' with { type: 'json' }
import deSite from './de/site.json' with { type: 'json' }
import enApi from './en/api.json' with { type: 'json' }
import enShared from './en/shared.json' with { type: 'json' }
import enSite from './en/site.json' with { type: 'json' }
import esApi from './es/api.json' with { type: 'json' }
import esShared from './es/shared.json' with { type: 'json' }
import esSite from './es/site.json' with { type: 'json' }
import { type PlainKey, type TextFinder, type Texts, textFinderOf } from './finder.ts'
import frApi from './fr/api.json' with { type: 'json' }
import frShared from './fr/shared.json' with { type: 'json' }
import frSite from './fr/site.json' with { type: 'json' }
import itApi from './it/api.json' with { type: 'json' }
import itShared from './it/shared.json' with { type: 'json' }
import itSite from './it/site.json' with { type: 'json' }
import jaApi from './ja/api.json' with { type: 'json' }
import jaShared from './ja/shared.json' with { type: 'json' }
import jaSite from './ja/site.json' with { type: 'json' }
import type { ApiWords, SharedWords, SiteWords } from './keys.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes } from './languages.ts'
import nlApi from './nl/api.json' with { type: 'json' }
import nlShared from './nl/shared.json' with { type: 'json' }
import nlSite from './nl/site.json' with { type: 'json' }
import ptBrApi from './pt-br/api.json' with { type: 'json' }
import ptBrShared from './pt-br/shared.json' with { type: 'json' }
import ptBrSite from './pt-br/site.json' with { type: 'json' }

/** The words of the API by language, default first. */
export const apiDescriptionWords: Readonly<
  Record<InterfaceLanguageCode, Readonly<Record<keyof ApiWords, string>>>
> = {
  en: enApi,
  de: deApi,
  es: esApi,
  fr: frApi,
  it: itApi,
  ja: jaApi,
  nl: nlApi,
  'pt-br': ptBrApi,
}

/** The words of pages, feeds and e-mail by language. */
export const pageWordsByLanguage: Readonly<Record<InterfaceLanguageCode, Texts>> = {
  en: { ...enShared, ...enSite },
  de: { ...deShared, ...deSite },
  es: { ...esShared, ...esSite },
  fr: { ...frShared, ...frSite },
  it: { ...itShared, ...itSite },
  ja: { ...jaShared, ...jaSite },
  nl: { ...nlShared, ...nlSite },
  'pt-br': { ...ptBrShared, ...ptBrSite },
}

/** The words of pages, feeds and e-mail, with the values that they need. */
export type PageWords = SharedWords & SiteWords
/** A key of a text without placeholders. */
export type PlainWord = PlainKey<PageWords>
/** The function that returns a text of pages, feeds or e-mail by key. */
export type FindPageText = TextFinder<PageWords>

const findPageText = (language: InterfaceLanguageCode): FindPageText =>
  textFinderOf(pageWordsByLanguage[language], language)
const finders = new Map(interfaceLanguageCodes.map((language) => [language, findPageText(language)]))

/** Returns the texts of pages, feeds and e-mail in a language. */
export const wordingOf = (language: InterfaceLanguageCode): FindPageText =>
  finders.get(language) ?? findPageText(language)
