/** The language in which a request is shown texts: that of `lang`, else that of its root (contract §15). */
import {
  type ContentChoice,
  contentLanguageMatchingTag,
  parseLanguageTag,
} from '../../domain/content/languages.ts'
import { because, invalidParam } from '../../problem.ts'
import { contentChoiceOfRoot, type Root } from '../../representations/urls.ts'

/** What a query may ask of the languages of an answer. */
interface Asked {
  text(name: 'lang' | 'translations'): string | undefined
}

/** The languages of a root, with the one that `lang` asks for; undefined where it is none of them. */
function askedChoice(root: Root, query: Asked): ContentChoice | undefined {
  const choice = contentChoiceOfRoot(root)
  const lang = query.text('lang')?.trim()
  if (lang === undefined || lang === '') return choice
  const tag = parseLanguageTag(lang)
  const asked = tag === undefined ? undefined : contentLanguageMatchingTag(tag, choice.languages)
  return asked === undefined ? undefined : { languages: choice.languages, asked }
}

/** Returns a root with the language that a query asks for, and with all translations where it asks for them. Throws 400 on `lang`. */
export function rootWithQueriedLanguage(root: Root, query: Asked): Root {
  const showsAll = query.text('translations') === 'all'
  if (query.text('lang') === undefined && !showsAll) return root
  const content = askedChoice(root, query)
  if (content === undefined) {
    const languages = contentChoiceOfRoot(root).languages.join(', ')
    throw invalidParam('lang', because('not_a_content_language', { languages }))
  }
  return { ...root, content, ...(showsAll && { showsTranslations: true }) }
}

/** Returns the header that names the content language of the answer to a query, also of a refusal; none where there is only one. */
export function contentLanguageHeaders(root: Root, query: Asked): Readonly<Record<string, string>> {
  const { languages, asked } = askedChoice(root, query) ?? contentChoiceOfRoot(root)
  return languages.length > 1 ? { 'Content-Language': asked } : {}
}
