/** Texts of the API and the pages in every language. Lookup goes from the specific key (`event.title`) to the general one (`title`). */

import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../contract/languages.ts'
import type { DocumentContext } from '../contract/openapi.ts'
import { isListFileFormat } from '../contract/operations/calendars/feeds.ts'
import { isSubmissionAction } from '../contract/operations/submissions.ts'
import type { Operation } from '../contract/operations.ts'
import type { DescribeOperationOrArg } from '../contract/route-index.ts'
import { recordFromNames } from '../contract/table-of.ts'
import { memoizedByText } from '../support/remembered.ts'
import { deApiDescriptionWords } from './api/de.ts'
import { type ApiDescriptionWords, enApiDescriptionWords } from './api/en.ts'
import { esApiDescriptionWords } from './api/es.ts'
import { frApiDescriptionWords } from './api/fr.ts'
import { itApiDescriptionWords } from './api/it.ts'
import { jaApiDescriptionWords } from './api/ja.ts'
import { nlApiDescriptionWords } from './api/nl.ts'
import { ptBrApiDescriptionWords } from './api/pt-br.ts'
import { dePages } from './pages/de.ts'
import { enPages, type PageWords } from './pages/en.ts'
import { esPages } from './pages/es.ts'
import { frPages } from './pages/fr.ts'
import { itPages } from './pages/it.ts'
import { jaPages } from './pages/ja.ts'
import { nlPages } from './pages/nl.ts'
import { ptBrPages } from './pages/pt-br.ts'
import { type PlainKey, type TextFinder, textFinderOf } from './wording.ts'

/** The words of the API by language, default first. To add a language, add its files and its entries here. */
export const apiDescriptionWords = {
  en: enApiDescriptionWords,
  de: deApiDescriptionWords,
  es: esApiDescriptionWords,
  fr: frApiDescriptionWords,
  it: itApiDescriptionWords,
  ja: jaApiDescriptionWords,
  nl: nlApiDescriptionWords,
  'pt-br': ptBrApiDescriptionWords,
} satisfies Readonly<Record<InterfaceLanguageCode, ApiDescriptionWords>>

/** The words of pages, feeds and e-mail by language. */
export const pageWordsByLanguage = {
  en: enPages,
  de: dePages,
  es: esPages,
  fr: frPages,
  it: itPages,
  ja: jaPages,
  nl: nlPages,
  'pt-br': ptBrPages,
} satisfies Readonly<Record<InterfaceLanguageCode, PageWords>>

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

/** A key of a text without placeholders. */
export type PlainWord = PlainKey<typeof enPages>
/** The function that returns a text of pages, feeds or e-mail by key. */
export type FindPageText = TextFinder<typeof enPages>

const wordings = recordFromNames(interfaceLanguageCodes, (language) =>
  textFinderOf<typeof enPages>(pageWordsByLanguage[language], language),
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
