/** The languages of a list: in which its items are to be readable, and in which a search finds them (contract §15). */
import { type ContentChoice, contentLanguageMatchingTag } from '../../domain/content/languages.ts'
import type { ReadableFilter } from '../../domain/content/readable.ts'
import { because, invalidParam } from '../../problem.ts'
import { contentChoiceIn } from '../compose/shown-texts.ts'
import type { Context } from '../context.ts'

interface ReadableArgs {
  readonly fallback?: 'none' | undefined
  readonly available_in?: readonly string[] | undefined
}

/** Returns the filter of a list by languages; undefined without one. Throws 400 on `available_in` for others than content languages. */
export function readableLanguageFilter(
  { fallback, available_in }: ReadableArgs,
  context: Context,
): ReadableFilter | undefined {
  const { languages, asked } = contentChoiceIn(context)
  const wanted = available_in?.map((tag) => contentLanguageMatchingTag(tag, languages))
  const known = wanted?.filter((tag) => tag !== undefined)
  if (known?.length !== wanted?.length)
    throw invalidParam('available_in', because('not_content_languages', { languages: languages.join(', ') }))
  const groups = [...(fallback === 'none' ? [[asked]] : []), ...(known === undefined ? [] : [known])]
  return groups.length === 0 ? undefined : { languages, groups }
}

/** Returns the languages in which texts are shown, if a list searches for words and there are several. */
export function contentChoiceOfSearch(
  { search }: { readonly search?: unknown },
  context: Context,
): ContentChoice | undefined {
  const choice = contentChoiceIn(context)
  return search === undefined || choice.languages.length < 2 ? undefined : choice
}

/** Returns both languages of a list. Throws 400 on `available_in`. */
export const languageFilters = (args: ReadableArgs & { readonly search?: unknown }, context: Context) => ({
  readable: readableLanguageFilter(args, context),
  shown: contentChoiceOfSearch(args, context),
})
