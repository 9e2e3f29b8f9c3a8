/** The layout of all pages of the web calendar: head, navigation, footer. */

import { plusDays, plusMonths, weekOf } from '../../../domain/time/calendar-days.ts'
import { directionOf, type Language, languages } from '../../../locales/index.ts'
import { remembered } from '../../../support/remembered.ts'
import type { Image } from '../../json/image.ts'
import { html, type Markup } from '../markup.ts'
import { viewPath } from './choosing/chosen.ts'
import { bodyClasses, discoveryLinks } from './discovery.ts'
import { feedLinks, feedPaths, visibleFeedLinks } from './feeds.ts'
import { type Site, sitePath } from './site.ts'

type ViewName = 'month' | 'week' | 'day' | 'agenda' | 'map' | 'search'

export interface PageHead {
  readonly title: string
  /** Plain-text summary for search engines and messengers. */
  readonly description?: string
  /** The path of the page below each root: `event/market-day`. */
  readonly page: string
  readonly image?: Pick<Image, 'url' | 'width' | 'height' | 'alt_text'> | false
  /** schema.org linked data for search engines. */
  readonly jsonLd?: object
  /** Whether search engines must not index the page. */
  readonly isUnlisted?: boolean
  /** Whether the page shows no events. Search engines then must not follow its links, which lead to unlimited empty dates. */
  readonly isEmpty?: boolean
  /** The feed of the page: the path of its events below the namespace, and its title. */
  readonly feed?: { readonly path: string; readonly title: string; readonly query?: string }
  /** Whether the page has a map, if the site has tiles. */
  readonly hasMap?: boolean
  /** Fields of the address besides the filters, which the links to other languages keep. */
  readonly fields?: Readonly<Record<string, string>>
  /** Whether an open page checks for changes; by default pages with a feed do. */
  readonly isWatched?: boolean
  /** The current view, and the day that links to other views show. */
  readonly view?: ViewName
  readonly day?: string
}

/** Serializes a value as JSON that is safe inside a script element. */
const scriptJson = (value: object) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

function addressIn(site: Site, language: Language, page: string, query = ''): string {
  const { root, ownLanguage } = site
  const url = language === ownLanguage ? root.base : `${root.base}/${language}`
  return new URL(sitePath({ root: { ...root, url } }, page, query), root.base).href
}

function alternates(site: Site, { page }: PageHead): Markup {
  const each = languages.map(
    (one) => html`<link rel="alternate" hreflang="${one}" href="${addressIn(site, one, page)}">`,
  )
  const own = addressIn(site, site.ownLanguage, page)
  return html`<link rel="canonical" href="${addressIn(site, site.language, page)}">${each}<link rel="alternate" hreflang="x-default" href="${own}">`
}

function openGraph(site: Site, { title, description = '', page, image }: PageHead): Markup {
  const picture = image || site.appearance.share
  const pairs = [
    ['og:type', 'website'],
    ['og:site_name', site.name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', addressIn(site, site.language, page)],
    ['og:image', picture?.url ?? ''],
    ['og:image:width', String(picture?.width || '')],
    ['og:image:height', String(picture?.height || '')],
    ['og:image:alt', image === false ? '' : (image?.alt_text ?? '')],
  ].filter(([, content]) => content !== '')
  const card = picture === undefined ? 'summary' : 'summary_large_image'
  return html`${pairs.map(([name, content]) => html`<meta property="${name}" content="${content}">`)}<meta name="twitter:card" content="${card}">`
}

/** Returns the style and the script of maps. */
function mapFiles({ files: { map } }: Site): Markup | false {
  if (map === undefined) return false
  return html`<link rel="stylesheet" href="${map.style}"><script type="module" src="${map.script}"></script>`
}

/** Returns the head. The script runs before the first paint, so that lines it adds cause no layout shift. */
function headOf(site: Site, head: PageHead): Markup {
  const {
    title,
    description = site.appearance.description,
    jsonLd,
    isUnlisted = false,
    isEmpty = false,
  } = head
  const { style, script, icon } = site.files
  return html`<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title} · ${site.name}</title>${
    description !== '' && html`<meta name="description" content="${description}">`
  }${isUnlisted ? html`<meta name="robots" content="${isEmpty ? 'noindex, nofollow' : 'noindex'}">` : alternates(site, head)}${openGraph(site, head)}${feedLinks(
    site,
    head.feed,
  )}${discoveryLinks(site)}<link rel="icon" href="${icon}"${icon.endsWith('.svg') && html` type="image/svg+xml"`}><link rel="stylesheet" href="${style}">${head.hasMap === true && mapFiles(site)}<script type="module" src="${script}" blocking="render"></script>${
    jsonLd !== undefined &&
    html`<script type="application/ld+json">${{ markup: scriptJson(jsonLd) }}</script>`
  }</head>`
}

/** Returns the date range of a month for the link to the map, or nothing for the current month: the map shows upcoming events by default. */
function monthOf(day: string, { today }: Site): Readonly<Record<string, string>> {
  const month = day.slice(0, 7)
  const next = plusMonths(month, 1)
  const last = next && plusDays(`${next}-01`, -1)
  return today.startsWith(month) || last === undefined ? {} : { from: `${month}-01`, to: last }
}

function navigation(site: Site, { view, day = site.today }: PageHead): Markup {
  const { word } = site
  const places: readonly (readonly [ViewName, string, string, Readonly<Record<string, string>>?])[] = [
    ['month', word('calendar.month'), `calendar/${day.slice(0, 7)}`],
    ['week', word('calendar.week'), `calendar/week/${weekOf(day, site.firstDay)}`],
    ['day', word('site.day'), `calendar/day/${day}`],
    ['agenda', word('site.agenda'), 'calendar/agenda'],
    [
      'map',
      word(site.tiles === undefined ? 'site.places.only' : 'site.places'),
      'calendar/map',
      monthOf(day, site),
    ],
    ['search', word('site.search'), 'calendar/search'],
  ]
  const each = places.map(
    ([name, label, page, query]) =>
      html`<li><a href="${viewPath(site, page, query)}"${name === view && html` aria-current="page"`}>${label}</a></li>`,
  )
  return html`<header class="site-head"><p class="site-name"><a href="${sitePath(site, 'calendar')}">${logoOf(site)}${site.name}</a></p><nav class="views" aria-label="${word('site.views')}"><ul>${each}</ul></nav></header>`
}

function logoOf({ appearance: { logo } }: Site): Markup | false {
  if (logo === undefined) return false
  const size = logo.width > 0 && html` width="${logo.width}" height="${logo.height}"`
  return html`<img class="logo" src="${logo.path}" alt=""${size}>`
}

/** Returns a snippet of the theme or of the settings, which is HTML already. */
const snippet = (name: string, markup: string): Markup | false =>
  markup.trim() !== '' && html`<div class="${name}">${{ markup }}</div>`

/** Returns the links to the imprint and the privacy policy. */
function legal({ word, appearance: { imprint, privacy } }: Site): Markup | false {
  const links = [
    imprint !== '' && html`<li><a href="${imprint}">${word('site.imprint')}</a></li>`,
    privacy !== '' && html`<li><a href="${privacy}">${word('site.privacy')}</a></li>`,
  ].filter((link) => link !== false)
  return links.length > 0 && html`<ul class="legal">${links}</ul>`
}

// To create the names of languages takes longer than the rest of a footer.
const names = remembered(languages.length, (language) =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language),
)

/** Returns the name of a language in that language. */
const nameOf = (language: Language) => names(language, 0)

function footer(site: Site, head: PageHead): Markup {
  const { word, root } = site
  const query = new URLSearchParams({ ...site.kept, ...head.fields }).toString()
  const others = languages.map((one) => {
    const { pathname, search } = new URL(addressIn(site, one, head.page, query))
    const path = pathname + search
    const isThis = one === site.language
    return html`<li><a href="${path}" hreflang="${one}" lang="${one}"${isThis && html` aria-current="true"`}>${nameOf(one)}</a></li>`
  })
  const doc = sitePath(site, `${root.namespace}/doc`).replace(/\/$/, '')
  return html`<footer class="site-foot"><section class="follow" aria-labelledby="follow"><h2 id="follow">${word(head.feed?.query ? 'site.subscribe.selection' : 'site.subscribe')}</h2>${visibleFeedLinks(site, feedPaths(site, head.feed))}</section>${site.submits && html`<p><a class="button" href="${sitePath(site, 'submit')}">${word('site.submit.title')}</a></p>`}<nav aria-label="${word('languages')}"><ul class="languages">${others}</ul></nav>${legal(site)}${snippet('site-foot-own', site.appearance.foot)}<p><a href="${sitePath(site, 'favourites')}">${word('site.favourites')}</a></p><p class="small">${word(
    'site.zone',
    { zone: site.zone },
  )} <a href="${doc}">${word('site.interface')}</a> · <a href="${sitePath(site, 'desk').replace(/\/$/, '')}" rel="nofollow">${word('site.desk')}</a></p></footer>`
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
<html lang="${language}" dir="${directionOf(language)}">${headOf(site, head)}<body${bodyClasses(site)} data-own-time="${word('site.own_time', { time: '{time}' })}" data-copied="${word('site.copied')}" data-star="${word('site.star')}" data-unstar="${word('site.unstar')}"${watching(site, head)}><a class="skip" href="#main">${word('skip')}</a>${snippet('site-head-own', site.appearance.head)}${navigation(
    site,
    head,
  )}<main id="main" tabindex="-1">${main}</main>${footer(site, head)}</body></html>
`
  return markup
}
