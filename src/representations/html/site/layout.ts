/** The layout of all pages of the web calendar: the head of the document, and the footer. */

import { type FeedFormat, feedFormats, feedMediaTypes } from '../../../contract/operations/feeds.ts'
import type { Image } from '../../../contract/resources/shared.ts'
import { MAX_FAVOURITES } from '../../../domain/favourites.ts'
import { addMonthsToMonth, plusDays, weekNameOf } from '../../../domain/time/timestamp.ts'
import type { PageLink } from '../../../store/store.ts'
import type { PlainWord } from '../../../words/index.ts'
import { interfaceLanguageCodes } from '../../../words/languages.ts'
import { directionOf, type ItemLanguages, shownRecordAndLanguages } from '../../shown-language.ts'
import { contentChoiceOfRoot, shareImageUrl } from '../../urls.ts'
import { html, type Markup } from '../markup.ts'
import { viewPath } from './filters.ts'
import {
  alternateLinks,
  canonicalUrl,
  openGraphLocales,
  ownNameOfLanguage,
  pageLanguageOfContentLanguage,
  siteLanguagesIfSeveral,
  textAttributes,
} from './languages.ts'
import { icon } from './pictures.ts'
import {
  type KeptFilters,
  pathOfUrl,
  rootUrlInLanguage,
  type Site,
  sitePath,
  urlOfSitePageInLanguage,
} from './site.ts'

// The statements of a page about itself: its title, its address, and what programs read.

/** The views that the head leads to. */
type ViewName = 'month' | 'week' | 'day' | 'agenda' | 'map' | 'search'

/** The statements of a page about itself. */
export interface PageHead {
  readonly title: string
  /** Plain-text summary for search engines and messengers. */
  readonly description?: string
  /** The path of the page below each root: `event/market-day`. */
  readonly page: string
  /** The languages of the item of the page; undefined without one, and on a site with one language. */
  readonly languages?: ItemLanguages | undefined
  readonly image?: Pick<Image, 'url' | 'width' | 'height' | 'alt_text'> | false
  /** Whether the service draws a picture of the page for messengers, if it has none that is large enough. */
  readonly hasDrawnPicture?: boolean
  /** schema.org linked data for search engines. */
  readonly jsonLd?: object
  /** Whether search engines must not index the page. */
  readonly isUnlisted?: boolean
  /** Whether the page shows no events. Search engines then must not follow its links, which lead to unlimited empty dates. */
  readonly isEmpty?: boolean
  /** Whether the reader sees no events on any date: then the page does not offer to follow them. */
  readonly hasNothing?: boolean
  /** The feed of the page: the path of its events below the namespace, and its title. */
  readonly feed?: FeedSource
  /** Whether the page has a map, if the site has tiles. */
  readonly hasMap?: boolean
  /** Fields of the address besides the filters, which the links to other languages keep. */
  readonly fields?: Readonly<Record<string, string>>
  /** Whether an open page checks for changes; by default pages with a feed do. */
  readonly isWatched?: boolean
  /** Filters that the links to views keep, and this address has not. */
  readonly leadsTo?: KeptFilters
  /** The current view, and the day that links to other views show. */
  readonly view?: ViewName
  /** Whether the page has events below its tools, to which a link skips. */
  readonly hasResults?: boolean
  /** The id of today on the page, to which its second link skips. */
  readonly todayId?: string | undefined
  readonly day?: string
}

// Links that subscribe to a feed in other calendars. The service itself never requests these sites.

/** The URLs of a feed, by format. */
type FeedUrls = Readonly<Record<FeedFormat | 'webcal', string>>

/** Returns the absolute address of the iCalendar feed. */
const addressOf = ({ webcal }: FeedUrls, { root }: Site) =>
  webcal.replace(/^webcal:/, new URL(root.url).protocol)

/** Returns the buttons for Google and Outlook, and the one that copies the address. `title` is what is followed; "" for all events. */
export function subscribeButtons(site: Site, paths: FeedUrls, title: string): Markup {
  const address = addressOf(paths, site)
  const outlook = new URLSearchParams({ url: address, name: title === '' ? site.name : title })
  const link = (name: string, url: string) =>
    html`<li><a class="button" href="${url}" rel="noopener nofollow">${name}</a></li>`
  return html`${link('Google', `https://calendar.google.com/calendar/render?${new URLSearchParams({ cid: paths.webcal })}`)}${link('Outlook.com', `https://outlook.live.com/calendar/0/addfromweb?${outlook}`)}${link('Microsoft 365', `https://outlook.office.com/calendar/0/addfromweb?${outlook}`)}<li>${copyButton(address, site)}</li>`
}

/** Returns the button that copies an address, which scripts show. */
export const copyButton = (address: string, site: Site): Markup =>
  html`<button class="button copy" type="button" data-copy="${address}" hidden>${icon('copy', site)}<span>${site.word('site.copy')}</span></button>`

// Links to feeds for calendar apps and feed readers.

/** The source of a feed: the path of its events below the namespace, and its title. */
export interface FeedSource {
  readonly path: string
  readonly title: string
  /** The filters of the page; "" for none. */
  readonly query?: string
  /** The query of the page that leads followers from the social web; none of what has no actor. */
  readonly social?: string
}

const everything = { path: '/events', title: '' }

/** Returns the URLs of a feed; by default of all events. */
export function feedUrls(
  { root }: Pick<Site, 'root'>,
  { path, query = '' }: FeedSource = everything,
): FeedUrls {
  const queryText = query === '' ? '' : `?${query}`
  const address = `${root.url}/${root.namespace}${path}`
  const at = (format: FeedFormat) => `${pathOfUrl(address)}.${format}${queryText}`
  // Calendar apps subscribe to webcal: URLs and fetch them by https or http.
  const webcal = `${address.replace(/^https?:/, 'webcal:')}.ics${queryText}`
  return { webcal, ics: at('ics'), rss: at('rss'), atom: at('atom'), 'feed.json': at('feed.json') }
}

const feedLink = (format: FeedFormat, title: string, paths: FeedUrls): Markup =>
  html`<link rel="alternate" type="${feedMediaTypes[format]}" title="${title}" href="${paths[format]}">`

/** The formats that a head names in each further language: one for calendar apps, one for feed readers. */
const furtherFormats = ['ics', 'atom'] as const satisfies readonly FeedFormat[]

/** Returns the URLs of a feed in a content language: below the root whose pages show it, else with `lang`. */
function feedPathsIn(tag: string, site: Site, followed: FeedSource): FeedUrls {
  const language = pageLanguageOfContentLanguage(tag, site)
  if (language !== undefined)
    return feedUrls({ root: { ...site.root, url: rootUrlInLanguage(site, language) } }, followed)
  const { query = '' } = followed
  return feedUrls(site, { ...followed, query: `${query === '' ? '' : `${query}&`}lang=${tag}` })
}

/**
 * Returns the links to a feed in the content languages other than that of the page. Their titles name them, as feed readers show them;
 * `hreflang` is left to the languages of the page itself.
 */
function furtherFeedLinks(site: Site, followed: FeedSource, title: string): readonly Markup[] {
  const { asked } = contentChoiceOfRoot(site.root)
  const others = (siteLanguagesIfSeveral(site) ?? []).filter((tag) => tag !== asked)
  return others.flatMap((tag) => {
    const paths = feedPathsIn(tag, site, followed)
    return furtherFormats.map((format) => feedLink(format, `${title} – ${ownNameOfLanguage(tag)}`, paths))
  })
}

/** Returns the feed links for the head, where clients discover them. */
function feedHeadLinks(site: Site, followed: FeedSource = everything): Markup {
  const paths = feedUrls(site, followed)
  const title = followed.title === '' ? site.name : followed.title
  const each = feedFormats.map((format) => feedLink(format, title, paths))
  return html`${each}${furtherFeedLinks(site, followed, title)}`
}

/** Returns the visible feed links; by default of all events. */
function visibleFeedLinks(site: Site, followed: FeedSource = everything): Markup {
  const paths = feedUrls(site, followed)
  return html`<ul class="buttons"><li><a class="button" href="${paths.webcal}">${site.word('site.add.program')} (Apple)</a></li>${subscribeButtons(site, paths, followed.title)}<li><a class="button" href="${paths.ics}">.ics</a></li><li><a class="button" href="${paths.rss}">RSS</a></li><li><a class="button" href="${paths.atom}">Atom</a></li></ul>`
}

// Links to the lists of all venues, organizers, categories, tags, series and groups.

/** Each list at its path below the root, with its name. */
const titles = {
  venues: 'venues',
  organizers: 'organizers',
  categories: 'categories',
  tags: 'tags',
  series: 'site.series',
  groups: 'groups',
} as const satisfies Readonly<Record<string, PlainWord>>

/** The name of a list of items in its path, such as `venues`. */
export type IndexName = keyof typeof titles

const isIndexName = (name: string): name is IndexName => name in titles

/** The paths of all lists. */
export const indexNames: readonly IndexName[] = Object.keys(titles).filter(isIndexName)

/** Returns the names of the lists that pages link to: that of groups where there are some. */
export const linkedIndexNames = ({ hasGroups }: Pick<Site, 'hasGroups'>): readonly IndexName[] =>
  indexNames.filter((name) => name !== 'groups' || hasGroups)

/** Returns the title of a list. */
export const indexTitle = (name: IndexName, { word }: Pick<Site, 'word'>): string => word(titles[name])

/** Returns the links to all lists, for the foot of every page. */
function linksToIndexPages(site: Site): Markup {
  const each = linkedIndexNames(site).map(
    (name) => html`<li><a href="${sitePath(site, name)}">${indexTitle(name, site)}</a></li>`,
  )
  return html`<ul class="foot-links">${each}</ul>`
}

/** Returns the links to all lists as chips; that of the shown list is marked. */
export function indexLinks(site: Site, shown?: IndexName): Markup {
  const each = linkedIndexNames(site).map(
    (name) =>
      html`<li><a class="chip${name === shown && ' on'}" href="${sitePath(site, name)}"${name === shown && html` aria-current="page"`}>${indexTitle(name, site)}</a></li>`,
  )
  return html`<nav aria-label="${site.word('site.index')}"><ul class="row">${each}</ul></nav>`
}

// The head of all pages: the name, the views, the search and the languages.

/** Returns the date range of a month for the link to the map, or nothing for the current month: the map shows upcoming events by default. */
function monthOf(day: string, { today }: Site): Readonly<Record<string, string>> {
  const month = day.slice(0, 7)
  const next = addMonthsToMonth(month, 1)
  const last = next && plusDays(`${next}-01`, -1)
  return today.startsWith(month) || last === undefined ? {} : { from: `${month}-01`, to: last }
}

/** The views that narrow telephones have below “More”. */
const NARROW: readonly ViewName[] = ['agenda', 'map']

/** Returns the links to the views: all of them in a row; narrow telephones show the last ones, and the form for the public, in a menu. */
function navigation(site: Site, { view, day = site.today, leadsTo = {} }: PageHead): Markup {
  const { word } = site
  const places: readonly (readonly [ViewName, string, string, Readonly<Record<string, string>>?])[] = [
    ['month', word('calendar.month'), `calendar/${day.slice(0, 7)}`],
    ['week', word('calendar.week'), `calendar/week/${weekNameOf(day, site.firstDay)}`],
    ['day', word('calendar.day'), `calendar/day/${day}`],
    ['agenda', word('site.agenda'), 'calendar/agenda'],
    [
      'map',
      word(site.tiles === undefined ? 'site.places.by' : 'site.places'),
      'calendar/map',
      monthOf(day, site),
    ],
  ]
  const link = ([name, label, page, query]: (typeof places)[number]) =>
    html`<a href="${viewPath(site, page, { ...leadsTo, ...query })}"${name === view && html` aria-current="page"`}>${label}</a>`
  const isInMenu = ([name]: (typeof places)[number]) => NARROW.includes(name)
  const each = places.map((one) => html`<li${isInMenu(one) && html` class="wide"`}>${link(one)}</li>`)
  const more = places.filter(isInMenu).map((one) => html`<li>${link(one)}</li>`)
  const submit =
    site.submits &&
    html`<li><a href="${submitPath(site, { leadsTo })}">${icon('plus', site)}${word('site.submit.title')}</a></li>`
  const isInMore = view !== undefined && NARROW.includes(view)
  return html`<nav class="views" aria-label="${word('site.views')}"><ul>${each}<li class="narrow"><details class="menu at-end"><summary${isInMore && html` class="on"`}>${word('site.views.more')}${icon('chevron-down', site)}</summary><ul class="panel">${more}${submit}</ul></details></li></ul></nav>`
}

/** Returns the menu of languages: the same page in each; nothing where there is one. */
function languageMenu(site: Site, head: PageHead): Markup | false {
  const { word, language, languages } = site
  if (languages.length === 1) return false
  const query = new URLSearchParams({ ...site.kept, ...head.fields }).toString()
  const others = languages.map((one) => {
    const { pathname, search } = new URL(urlOfSitePageInLanguage(site, one, head.page, query))
    // The front page without a language in its address may send first visits to another one.
    const isFront = head.page === '' && one === site.ownLanguage
    const path = (isFront ? `${pathname}${one}/` : pathname) + search
    const isThis = one === language
    return html`<li><a href="${path}" hreflang="${one}" lang="${one}"${isThis && html` aria-current="true"`}>${ownNameOfLanguage(one)}</a></li>`
  })
  return html`<details class="menu at-end"><summary class="button plain" title="${word('languages')}">${icon('globe', site)}<span class="unseen">${word('languages')}: ${ownNameOfLanguage(language)}</span>${icon('chevron-down', site)}</summary><nav class="panel" aria-label="${word('languages')}"><ul class="languages">${others}</ul></nav></details>`
}

/** Returns the button that changes between light and dark colours; without scripts it stays hidden, and the system decides. */
const schemeButton = (site: Site): Markup =>
  html`<button type="button" class="button plain scheme" data-to="dark" data-dark="${site.word('site.scheme.dark')}" data-light="${site.word('site.scheme.light')}" hidden>${icon('moon', site)}${icon('sun', site)}</button>`

/** Returns the path of the form for the public, which sends events to the group that the page stays with, if it is one alone. */
export function submitPath(site: Site, { leadsTo }: Pick<PageHead, 'leadsTo'> = {}): string {
  const group = { ...site.kept, ...leadsTo }.group ?? ''
  const isOne = group !== '' && group !== '0' && !group.includes(',')
  return sitePath(site, 'submit', isOne ? { group } : '')
}

/** Returns the head of the page: the name, the views, and what is always at hand. */
function siteHeaderMarkup(site: Site, head: PageHead): Markup {
  const submit =
    site.submits &&
    html`<a class="button plain to-submit" href="${submitPath(site, head)}" title="${site.word('site.submit.title')}">${icon('plus', site)}<span class="word">${site.word('site.submit.title')}</span></a>`
  const isSearch = head.view === 'search'
  const find = html`<a class="button plain" href="${viewPath(site, 'calendar/search', head.leadsTo)}"${isSearch && html` aria-current="page"`}>${icon('search', site)}<span class="word">${site.word('site.search')}</span></a>`
  const isFavourites = head.page === 'favourites'
  const kept = html`<a class="button plain to-favourites" href="${sitePath(site, 'favourites')}" title="${site.word('site.favourites')}"${isFavourites && html` aria-current="page"`}>${icon('star', site)}<span class="unseen">${site.word('site.favourites')}</span></a>`
  return html`<header class="site-head"><p class="site-name"><a href="${sitePath(site, '')}">${logoOf(site)}<span>${site.name}</span></a></p>${navigation(site, head)}<div class="site-bar">${find}${kept}${submit}${schemeButton(site)}${languageMenu(site, head)}</div></header>`
}

function logoOf({ appearance: { logo } }: Site): Markup | false {
  if (logo === undefined) return false
  const size = logo.width > 0 && html` width="${logo.width}" height="${logo.height}"`
  return html`<img class="logo" src="${logo.path}" alt=""${size}>`
}

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
