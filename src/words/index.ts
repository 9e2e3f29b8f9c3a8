/** Texts of the API and the pages in every language. Lookup goes from the specific key (`event.title`) to the general one (`title`). */

import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../contract/languages.ts'
import type { DocumentContext } from '../contract/openapi.ts'
import { isListFileFormat } from '../contract/operations/calendars/feeds.ts'
import { isSubmissionAction } from '../contract/operations/submissions.ts'
import type { Operation } from '../contract/operations.ts'
import type { DescribeOperationOrArg } from '../contract/route-index.ts'
import { recordFromNames } from '../contract/table-of.ts'
import { memoizedByText } from '../support/remembered.ts'
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

/** Returns the keys to look up for an arg, or for the operation if `arg` is omitted; the most specific key comes first. */
export function operationWordKeys(operation: Operation, arg?: string): readonly string[] {
  const { resource, scope, by, format, isSecret } = operation
  if (arg === undefined) {
    if (resource === undefined) return [operation.action]
    if (operation.action !== 'feed') return [`${resource}.${operation.action}`, operation.action]
    if (isSecret === true) return ['secret.feed']
    if (format !== undefined && isListFileFormat(format)) return [`${resource}.list-file`]
    return [by === undefined ? `${scope ?? resource}.feed` : `${resource}.file`]
  }
  // Feeds accept the same filters as lists, with a window of their own.
  const isFeed = operation.action === 'feed'
  const action = isFeed ? 'list' : operation.action
  // Series take the fields and filters of events.
  const names = resource === undefined ? [] : resource === 'series' ? ['series', 'event'] : [resource]
  const own = names.flatMap((name) => [`${name}.${action}.${arg}`, `${name}.${arg}`])
  // Submissions take the args of an event.
  const ofEvent = isSubmissionAction(action) ? [`${action}.${arg}`, `event.${arg}`] : []
  const ofItems = resource === undefined ? [] : [`item.${arg}`]
  const ofFeed = isFeed ? [`event.feed.${arg}`] : []
  return [...ofFeed, ...own, ...ofEvent, `${action}.${arg}`, ...ofItems, arg]
}

/** Returns a function that describes args and operations in a language. */
export function operationDescriberOf(language: InterfaceLanguageCode): DescribeOperationOrArg {
  const known: Readonly<Record<string, string>> = apiDescriptionWords[language]
  return (operation, arg) => operationWordKeys(operation, arg).flatMap((place) => known[place] ?? [])[0] ?? ''
}

/** The words of pages, feeds and e-mail, with the values that they need. */
export type PageWords = SharedWords & SiteWords
/** A key of a text without placeholders. */
export type PlainWord = PlainKey<PageWords>
/** The function that returns a text of pages, feeds or e-mail by key. */
export type FindPageText = TextFinder<PageWords>

const wordings = recordFromNames(interfaceLanguageCodes, (language) =>
  textFinderOf<PageWords>(pageWordsByLanguage[language], language),
)

/** Returns the texts of pages, feeds and e-mail in a language. */
export const wordingOf = (language: InterfaceLanguageCode): FindPageText => wordings[language]

const directions = memoizedByText(100, (language) => {
  const { script = 'Latn' } = new Intl.Locale(language).maximize()
  return ['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm'].includes(script) ? 'rtl' : 'ltr'
})

/** Returns the writing direction of a language (BCP 47 tag). */
export const directionOf = (language: string): 'ltr' | 'rtl' => directions(language, 0)

/** Returns the functions that give the OpenAPI document its texts in a language. */
export function openApiWordFunctionsOf(
  language: InterfaceLanguageCode,
): Pick<DocumentContext, 'describe' | 'word'> {
  return { describe: operationDescriberOf(language), word: (place) => apiDescriptionWords[language][place] }
}
