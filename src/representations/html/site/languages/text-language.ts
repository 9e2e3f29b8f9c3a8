/** The language of texts on pages, where it is not that of the page (WCAG 3.1.2). */

import { type ContentLanguages, isSameLanguage } from '../../../../domain/content/languages.ts'
import { memoizedByText } from '../../../../support/remembered.ts'
import { type InterfaceLanguageCode, interfaceLanguageCodes } from '../../../../words/languages.ts'
import { directionOf } from '../../../direction.ts'
import { contentChoiceOfRoot } from '../../../urls.ts'
import { html, type Markup } from '../../markup.ts'
import type { Site } from '../site.ts'

/** The most names of languages that are kept: of each content language in each language of pages. */
const MAX_NAMES = 400

const namers = memoizedByText(
  interfaceLanguageCodes.length + MAX_NAMES,
  (language) => new Intl.DisplayNames(language, { type: 'language' }),
)

const names = memoizedByText(MAX_NAMES, (tag, language: string) => namers(language, 0).of(tag) ?? tag)

/** Returns the name of a language (BCP 47 tag) in that language. */
export const ownNameOfLanguage = (tag: string): string => names(tag, tag)

/** Returns the name of a language (BCP 47 tag) in the language of a page. */
export const nameOfLanguage = (tag: string, language: InterfaceLanguageCode): string => names(tag, language)

/** The part of a site that says in which language a page is. */
type PageLanguage = Pick<Site, 'root' | 'language'>

/** Returns the content languages of a site with several; undefined for one language, of which pages say nothing. */
export function siteLanguagesIfSeveral({ root }: Pick<Site, 'root'>): ContentLanguages | undefined {
  const { languages: all } = contentChoiceOfRoot(root)
  return all.length > 1 ? all : undefined
}

/** Returns whether a text is in another language than its page; false if the site has one language. */
export const isForeignTo = (tag: string | undefined, site: PageLanguage): tag is string =>
  tag !== undefined && siteLanguagesIfSeveral(site) !== undefined && !isSameLanguage(tag, site.language)

/** Returns the attributes of the element of a text: its direction and, if it is not that of the page, its language. */
export const textAttributes = (tag: string | undefined, site: PageLanguage): Markup =>
  isForeignTo(tag, site) ? html` lang="${tag}" dir="${directionOf(tag)}"` : html` dir="auto"`

/** Returns the label with the language of an entry whose title is in another one than the page. */
export const languageLabelIfForeign = (
  { language }: { readonly language?: string },
  site: PageLanguage & Pick<Site, 'word'>,
): Markup | false =>
  isForeignTo(language, site) &&
  html`<span class="mark">${site.word('site.language.in', { language: nameOfLanguage(language, site.language) })}</span>`
