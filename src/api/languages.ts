/** The languages of content that a caller reads and writes in. */
import {
  type ContentChoice,
  contentLanguageMatchingTag,
  siteLanguageAsOnlyContentLanguage,
} from '../domain/content/languages.ts'
import { because, invalidParam } from '../problem.ts'
import type { Context } from './context.ts'

/** The parts of a context that decide what becomes of translations. */
export type ContentContext = Pick<Context, 'moment' | 'content' | 'restoresTranslations' | 'isMachine'>

const [english] = siteLanguageAsOnlyContentLanguage('en')
const inEnglish: ContentChoice = { languages: [english], asked: english }

/** Returns the content languages, and the one in which the writer is shown texts. */
export const contentChoiceIn = ({ content = inEnglish }: ContentContext): ContentChoice => content

/** Returns the content language that a tag stands for. Throws 400 on `language` if there is none. */
export function requireContentLanguageOfTag(tag: string, context: ContentContext): string {
  const { languages } = contentChoiceIn(context)
  const found = contentLanguageMatchingTag(tag, languages)
  if (found === undefined)
    throw invalidParam('language', because('not_a_content_language', { languages: languages.join(', ') }))
  return found
}
