/** What operations and args are called in each language. Lookup goes from the specific key (`event.title`) to the general one (`title`). */
import { apiDescriptionWords } from '../words/index.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import type { DocumentContext } from './openapi.ts'
import { isListFileFormat } from './operations/calendars/feeds.ts'
import { isOnSubmissions } from './operations/submissions.ts'
import type { NamedOperation } from './operations.ts'
import type { DescribeOperationOrArg } from './route-index.ts'

/** Returns the keys to look up for an arg, or for the operation if `arg` is omitted; the most specific key comes first. */
export function operationWordKeys(operation: NamedOperation, arg?: string): readonly string[] {
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
  const ofEvent = isOnSubmissions(operation) ? [`${action}.${arg}`, `event.${arg}`] : []
  const ofItems = resource === undefined ? [] : [`item.${arg}`]
  const ofFeed = isFeed ? [`event.feed.${arg}`] : []
  return [...ofFeed, ...own, ...ofEvent, `${action}.${arg}`, ...ofItems, arg]
}

/** Returns a function that describes args and operations in a language. */
export function operationDescriberOf(language: InterfaceLanguageCode): DescribeOperationOrArg {
  const known: Readonly<Record<string, string>> = apiDescriptionWords[language]
  return (operation, arg) => operationWordKeys(operation, arg).flatMap((place) => known[place] ?? [])[0] ?? ''
}

/** Returns the functions that give the OpenAPI document its texts in a language. */
export function openApiWordFunctionsOf(
  language: InterfaceLanguageCode,
): Pick<DocumentContext, 'describe' | 'word'> {
  return { describe: operationDescriberOf(language), word: (place) => apiDescriptionWords[language][place] }
}
