/** The layout of all pages of the web calendar: the head of the document, and the footer. */
import { MAX_FAVOURITES } from '../../../domain/favourites.ts'
import type { PageLink } from '../../../store/store.ts'
import { interfaceLanguageCodes } from '../../../words/languages.ts'
import { directionOf } from '../../direction.ts'
import { shownRecordAndLanguages } from '../../shown-language.ts'
import { shareImageUrl } from '../../urls.ts'
import { html, type Markup } from '../markup.ts'
import { feedHeadLinks, visibleFeedLinks } from './feeds.ts'
import { icon } from './icon.ts'
import { linksToIndexPages } from './index-links.ts'
import { alternateLinks, canonicalUrl, openGraphLocales } from './languages/addresses.ts'
import { textAttributes } from './languages/text-language.ts'
import type { PageHead } from './page-head.ts'
import { pathOfUrl, type Site, sitePath } from './site.ts'
import { siteHeaderMarkup, submitPath } from './site-head.ts'

// Links in the head that let clients of other calendars discover the compatible API (contract §12).

/** Returns the link and meta elements of WordPress and The Events Calendar, or nothing without such an alias. */
function compatibleApiLinks({ discovery }: Site): Markup {
  if (discovery === undefined) return html``
  const { root, api, origin } = discovery
  return html`<link rel="https://api.w.org/" href="${root}"><meta name="tec-api-version" content="v1"><meta name="tec-api-origin" content="${origin}"><link rel="https://theeventscalendar.com/" href="${api}"><link rel="alternate" href="${api}">`
}

/** Returns the classes of the body that detectors of such calendars look for, or nothing without such an alias. */
const pluginBodyClass = ({ discovery }: Site): Markup | false =>
  discovery !== undefined && html` class="tribe-events the-events-calendar"`

/**
 * Serializes linked data as JSON that is safe inside a script element. An item is one for programs, in whatever language they read it: it is
 * known by its address without a language.
 */
const linkedDataJson = (value: object, { root }: Site) =>
  JSON.stringify(value, (key, part) =>
    key === '@id' && String(part).startsWith(`${root.url}/`) ? root.base + part.slice(root.url.length) : part,
  ).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns what messengers and search engines say of a page: a sentence of its own. */
function descriptionOf({ appearance, name, word }: Site, { title, description = '' }: PageHead): string {
  return description || appearance.description || word('site.about.page', { title, name })
}

/** The least width of a picture that messengers show large. */
const LEAST_SHARED = 600

/** Returns the image that messengers show of a page: its own, if it is large enough, or one that the service draws. */
function sharedPicture(site: Site, { image, page, hasDrawnPicture = false }: PageHead) {
  if (image && image.width >= LEAST_SHARED) return image
  const drawn = (path: string) => ({
    url: shareImageUrl(`${site.root.url}/${path}`),
    width: 1200,
    height: 630,
  })
  return hasDrawnPicture ? drawn(`${page}/`) : (site.appearance.share ?? drawn(''))
}

function openGraph(site: Site, head: PageHead): Markup {
  const { title, page, image, languages } = head
  const description = descriptionOf(site, head)
  const picture = sharedPicture(site, head)
  const pairs = [
    ['og:type', 'website'],
    ['og:site_name', site.name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', canonicalUrl(page, languages, site)],
    ...openGraphLocales(languages, site),
    ['og:image', picture.url],
    ['og:image:width', String(picture.width || '')],
    ['og:image:height', String(picture.height || '')],
    ['og:image:alt', image && picture === image ? (image.alt_text ?? '') : ''],
  ].filter(([, content]) => content !== '')
  return html`${pairs.map(([name, content]) => html`<meta property="${name}" content="${content}">`)}<meta name="twitter:card" content="summary_large_image">`
}

/** Returns the style and the script of maps. */
function mapFiles({ files: { map } }: Site): Markup | false {
  if (map === undefined) return false
  return html`<link rel="stylesheet" href="${map.style}"><script type="module" src="${map.script}"></script>`
}

/** Returns what browsers need to install the calendar as an application, in the colours of the page. */
function appLinks({ root, appearance: { paper } }: Site): Markup {
  const [own, base] = [root.url, root.base].map((url) => pathOfUrl(`${url}/`))
  return html`<meta name="theme-color" content="${paper.dark}" media="(prefers-color-scheme: dark)"><meta name="theme-color" content="${paper.light}"><link rel="manifest" href="${own}app.webmanifest"><link rel="apple-touch-icon" href="${base}app-icon-maskable.png">`
}

/** Returns the line that the worker shows on a page that it has kept. Pages without it are never kept: submissions have secret addresses. */
function savedNote(site: Site, { page }: PageHead): Markup | false {
  if (site.files.worker === undefined || page === 'submit' || page.startsWith('submit/')) return false
  return html`<p class="saved" hidden role="status" lang="${site.locale}">${icon('cloud-off', site)} ${site.word('site.saved.as_of', { time: '{time}' })}</p>`
}

/** Returns the head. The script runs before the first paint, so that lines it adds cause no layout shift. */
function headOf(site: Site, head: PageHead): Markup {
  const { title, jsonLd, isUnlisted = false, isEmpty = false } = head
  const description = descriptionOf(site, head)
  const { style, script, icon: mark, font } = site.files
  return html`<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title} · ${site.name}</title><meta name="description" content="${description}">${isUnlisted ? html`<meta name="robots" content="${isEmpty ? 'noindex, nofollow' : 'noindex'}">` : alternateLinks(head.page, head.languages, site)}${openGraph(site, head)}${feedHeadLinks(
    site,
    head.feed,
  )}${compatibleApiLinks(site)}${appLinks(site)}<link rel="icon" href="${mark}"${mark.endsWith('.svg') && html` type="image/svg+xml"`}><link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin><link rel="stylesheet" href="${style}">${head.hasMap === true && mapFiles(site)}<script type="module" src="${script}" blocking="render"></script>${
    jsonLd !== undefined &&
    html`<script type="application/ld+json">${{ markup: linkedDataJson(jsonLd, site) }}</script>`
  }</head>`
}

/** Returns a snippet of the theme or of the settings, which is HTML already. */
const snippet = (name: string, markup: string): Markup | false =>
  markup.trim() !== '' && html`<div class="${name}">${{ markup }}</div>`

const isAtAddress = ({ slug }: PageLink, address: string, { root }: Site): boolean => {
  const [path = ''] = address.split(/[?#]/)
  const end = `/page/${encodeURIComponent(slug)}`
  const before = path.replace(/\/$/, '').slice(0, -end.length)
  const isOfSite =
    before === root.base || interfaceLanguageCodes.some((tag) => before === `${root.base}/${tag}`)
  return isOfSite && path.replace(/\/$/, '').endsWith(end)
}

const pathOfOwnPage = ({ slug }: PageLink, site: Site): string =>
  sitePath(site, `page/${encodeURIComponent(slug)}`)

/** Returns the address of a setting; where it is that of an own page, as it is in the language of the reader. */
function addressForReader(address: string, site: Site): string {
  const own = site.pages.find((page) => isAtAddress(page, address, site))
  return own === undefined ? address : pathOfOwnPage(own, site)
}

/** Returns the links to the own pages that are to be in the footer, but for those to which a setting leads. */
function ownPageLinks(site: Site): readonly Markup[] {
  const { imprint, privacy } = site.appearance
  const isNamed = (page: PageLink) => [imprint, privacy].some((address) => isAtAddress(page, address, site))
  return site.pages
    .filter((page) => page.in_footer === 1 && !isNamed(page))
    .map((page) => {
      const { record, shown } = shownRecordAndLanguages('page', page, site.root)
      return html`<li><a href="${pathOfOwnPage(page, site)}"${textAttributes(shown.language, site)}>${record.title}</a></li>`
    })
}

/** Returns the links to the imprint, the privacy policy, the accessibility statement and own pages. */
function legal(site: Site): Markup | false {
  const { word } = site
  const { imprint, privacy, accessibility } = site.appearance
  const links = [
    imprint !== '' && html`<li><a href="${addressForReader(imprint, site)}">${word('site.imprint')}</a></li>`,
    privacy !== '' && html`<li><a href="${addressForReader(privacy, site)}">${word('site.privacy')}</a></li>`,
    accessibility.contact !== '' &&
      html`<li><a href="${sitePath(site, 'accessibility')}">${word('site.accessibility')}</a></li>`,
    ...ownPageLinks(site),
  ].filter((link) => link !== false)
  return links.length > 0 && html`<ul class="legal">${links}</ul>`
}

/** Returns the link to the page that leads followers from the social web. */
const socialLink = (site: Site, { feed }: PageHead): Markup | false =>
  site.socialHost !== undefined &&
  html`<p><a href="${sitePath(site, 'follow', feed?.social)}">${site.word('site.social')}</a></p>`

const following = (site: Site, head: PageHead): Markup =>
  html`<section class="follow" aria-labelledby="follow"><h2 id="follow">${site.word(head.feed?.query ? 'site.subscribe.selection' : 'site.subscribe')}</h2>${visibleFeedLinks(site, head.feed)}${socialLink(site, head)}</section>`

function footer(site: Site, head: PageHead): Markup {
  const { word, root } = site
  const doc = sitePath(site, `${root.namespace}/doc`).replace(/\/$/, '')
  return html`<footer class="site-foot">${head.hasNothing !== true && following(site, head)}${linksToIndexPages(site)}${legal(site)}${snippet('site-foot-own', site.appearance.foot)}<p>${site.submits && html`<a href="${submitPath(site, head)}">${word('site.submit.title')}</a> · `}<a href="${sitePath(site, 'favourites')}">${word('site.favourites')}</a>${site.files.worker !== undefined && html` · <a href="${sitePath(site, 'saved')}">${word('site.saved')}</a>`}</p><p class="small"><span data-site-zone="${site.zone}">${word('site.zone', { zone: site.zone })}</span> <a href="${doc}">${word('site.interface')}</a> · <a href="${sitePath(site, 'desk').replace(/\/$/, '')}" rel="nofollow">${word('site.desk')}</a></p></footer>`
}

/** Returns the words of the script that checks an open page for changes, or nothing if the page does not check. */
function watching({ word }: Site, { feed, isWatched = feed !== undefined }: PageHead): Markup | false {
  if (!isWatched) return false
  const added = word('site.news.added', { count: '{count}' })
  return html` data-news="${word('site.news')}" data-added="${added}" data-changed="${word('site.news.changed')}" data-gone="${word('site.news.gone')}" data-show="${word('site.news.show')}" data-close="${word('close')}"`
}

/** Returns a whole page as HTML text. */
export function sitePage(site: Site, head: PageHead, main: Markup): string {
  const { language, word } = site
  const { markup } = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">${headOf(site, head)}<body${pluginBodyClass(site)} data-own-time="${word('site.own_time', { time: '{time}' })}" data-copied="${word('site.copied')}" data-star="${word('site.star')}" data-star-named="${word('site.star.named', { title: '{title}' })}" data-star-kept="${word('site.star.kept')}" data-unstar="${word('site.unstar')}" data-star-full="${word('site.star.full', { count: String(MAX_FAVOURITES) })}"${site.files.worker !== undefined && html` data-worker="${site.files.worker}"`}${watching(site, head)}>${savedNote(site, head)}<a class="skip" href="#main">${word('skip')}</a>${head.hasResults === true && head.todayId === undefined && html`<a class="skip" href="#results">${word('site.skip.events')}</a>`}${head.todayId !== undefined && html`<a class="skip" href="#${head.todayId}">${word('site.skip.today')}</a>`}${snippet('site-head-own', site.appearance.head)}${siteHeaderMarkup(
    site,
    head,
  )}<main id="main" tabindex="-1">${main}</main>${footer(site, head)}</body></html>
`
  return markup
}
