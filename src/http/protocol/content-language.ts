/** The language in which a request is shown texts: that of `lang`, else that of its root (contract §15). */
import {
  type ContentChoice,
  contentLanguageMatchingTag,
  parseLanguageTag,
} from '../../domain/content/languages.ts'
import { because, invalidParam } from '../../problem.ts'
import { contentChoiceOfRoot, type Root } from '../../representations/urls.ts'

function choiceOf(root: Root, lang: string | undefined): ContentChoice {
  const choice = contentChoiceOfRoot(root)
  if (lang === undefined || lang === '') return choice
  const tag = parseLanguageTag(lang.trim())
  const asked = tag === undefined ? undefined : contentLanguageMatchingTag(tag, choice.languages)
  if (asked === undefined)
    throw invalidParam('lang', because('not_a_content_language', { languages: choice.languages.join(', ') }))
  return { languages: choice.languages, asked }
}

/** Returns a root with the language that a query asks for, and with all translations where it asks for them. Throws 400 on `lang`. */
export function rootWithQueriedLanguage(
  root: Root,
  query: { text(name: 'lang' | 'translations'): string | undefined },
): Root {
  const lang = query.text('lang')
  const showsAll = query.text('translations') === 'all'
  if (lang === undefined && !showsAll) return root
  return { ...root, content: choiceOf(root, lang), ...(showsAll && { showsTranslations: true }) }
}

/** Returns the header that names the content language; none where there is only one. */
export function contentLanguageHeaders(root: Root): Readonly<Record<string, string>> {
  const { languages, asked } = contentChoiceOfRoot(root)
  return languages.length > 1 ? { 'Content-Language': asked } : {}
}
