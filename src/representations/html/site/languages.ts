import {
  type ContentLanguages,
  contentLanguageMatchingTag,
  isSameLanguage,
} from '../../../domain/languages.ts'
import { memoizedByText } from '../../../support/remembered.ts'
import type { InterfaceLanguageCode } from '../../../words/languages.ts'
import { directionOf, type ItemLanguages } from '../../shown-language.ts'
import { contentChoiceOfRoot } from '../../urls.ts'
import { html, type Markup } from '../markup.ts'
import { icon } from './pictures.ts'
import { pathOfUrl, type Site, urlOfSitePageInLanguage } from './site.ts'

// The language of texts on pages, where it is not that of the page (WCAG 3.1.2).

/** The most names of languages that are kept: of each content language in each language of pages. */
const MAX_NAMES = 400

const names = memoizedByText(
  MAX_NAMES,
  (tag, language: string) => new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag,
)

/** Returns the name of a language (BCP 47 tag) in that language. */
export const ownNameOfLanguage = (tag: string): string => names(tag, tag)

/** Returns the name of a language (BCP 47 tag) in the language of a page. */
const nameOfLanguage = (tag: string, language: InterfaceLanguageCode): string => names(tag, language)

/** The part of a site that says in which language a page is. */
type PageLanguage = Pick<Site, 'root' | 'language'>

/** Returns the content languages of a site with several; undefined for one language, of which pages say nothing. */
export function siteLanguagesIfSeveral({ root }: Pick<Site, 'root'>): ContentLanguages | undefined {
  const { languages: all } = contentChoiceOfRoot(root)
  return all.length > 1 ? all : undefined
}

/** Returns whether a text is in another language than its page; false if the site has one language. */
const isForeignTo = (tag: string | undefined, site: PageLanguage): tag is string =>
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

// The addresses of a page in the languages in which its item can be read: for search engines, and as links (contract §15).

/** Returns the content language that pages in a language ask for; undefined if they ask for none that there is. */
function askedBy(language: InterfaceLanguageCode, { root, ownLanguage }: Pick<Site, 'root' | 'ownLanguage'>) {
  const { languages: all } = contentChoiceOfRoot(root)
  return contentLanguageMatchingTag(language, all) ?? (language === ownLanguage ? all[0] : undefined)
}

/** Returns the language of the pages that show a content language; undefined if no page does. */
export const pageLanguageOfContentLanguage = (
  tag: string,
  site: Pick<Site, 'root' | 'ownLanguage' | 'languages'>,
): InterfaceLanguageCode | undefined =>
  [site.ownLanguage, ...site.languages].find((language) => askedBy(language, site) === tag)

/** Returns the addresses of a page in some content languages, as far as pages show them. */
export const addressesInLanguages = (tags: readonly string[], page: string, site: Site) =>
  tags.flatMap((tag) => {
    const language = pageLanguageOfContentLanguage(tag, site)
    return language === undefined ? [] : [{ tag, url: urlOfSitePageInLanguage(site, language, page) }]
  })

/** Returns whether a page shows its item in the language that its address asks for. */
const isAsAsked = ({ shown }: ItemLanguages, site: Site) => askedBy(site.language, site) === shown

/** Returns the address that search engines should know a page by: that of the original, where it is shown in another language than asked. */
export function canonicalUrl(page: string, item: ItemLanguages | undefined, site: Site): string {
  const own = urlOfSitePageInLanguage(site, site.language, page)
  if (item === undefined || isAsAsked(item, site)) return own
  return addressesInLanguages(item.readable, page, site)[0]?.url ?? own
}

/** Returns the links to a page in its languages, for search engines. Pages without an item are in every language that the calendar offers. */
export function alternateLinks(page: string, item: ItemLanguages | undefined, site: Site): Markup {
  const each =
    item === undefined
      ? site.languages.map((tag) => ({ tag, url: urlOfSitePageInLanguage(site, tag, page) }))
      : addressesInLanguages(item.readable, page, site)
  const base = urlOfSitePageInLanguage(site, site.ownLanguage, page)
  const isKnown = item === undefined || each.some(({ url }) => url === base)
  const fallback = isKnown ? base : (each[0]?.url ?? base)
  const links = each.map(({ tag, url }) => html`<link rel="alternate" hreflang="${tag}" href="${url}">`)
  return html`<link rel="canonical" href="${canonicalUrl(page, item, site)}">${links}<link rel="alternate" hreflang="x-default" href="${fallback}">`
}

/**
 * Returns the line about the languages of an item: that it is shown in another language than asked, and links to the others in
 * which it can be read; nothing if there is nothing to say.
 */
export function languagesLine(page: string, item: ItemLanguages | undefined, site: Site): Markup | false {
  if (item === undefined) return false
  const { word, language } = site
  const others = addressesInLanguages(
    item.readable.filter((tag) => tag !== item.shown),
    page,
    site,
  )
  const isMissing = !isAsAsked(item, site) && isForeignTo(item.shown, site)
  if (!isMissing && others.length === 0) return false
  const note =
    isMissing &&
    html`<span>${word('site.language.missing', { asked: nameOfLanguage(language, language), shown: nameOfLanguage(item.shown, language) })}</span> `
  const links = others.map(
    ({ tag, url }, at) =>
      html`${at > 0 && ' · '}<a href="${pathOfUrl(url)}" hreflang="${tag}"${textAttributes(tag, site)}>${ownNameOfLanguage(tag)}</a>`,
  )
  return html`<p class="item-languages">${icon('globe', site)}<span>${note}${links.length > 0 && html`${word('site.language.also')} ${links}`}</span></p>`
}

/** Returns a language with a country, as Open Graph wants it: `de_AT`. */
const graphLocale = (tag: string) => {
  const { language, region } = new Intl.Locale(tag).maximize()
  return region === undefined ? language : `${language}_${region}`
}

/** Returns the Open Graph properties about languages; none on a site with one language. */
export function openGraphLocales(
  item: ItemLanguages | undefined,
  site: Site,
): readonly (readonly [string, string])[] {
  if (contentChoiceOfRoot(site.root).languages.length === 1) return []
  const shown = item?.shown ?? site.locale
  const others = item?.readable.filter((tag) => tag !== shown) ?? []
  return [
    ['og:locale', graphLocale(shown)],
    ...others.map((tag) => ['og:locale:alternate', graphLocale(tag)] as const),
  ]
}
