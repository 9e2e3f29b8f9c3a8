/** The head of all pages: the name, the views, the search and the languages. */

import { addMonthsToMonth, plusDays, weekNameOf } from '../../../domain/time/calendar-days.ts'
import { html, type Markup } from '../markup.ts'
import { viewPath } from './choosing/chosen.ts'
import { icon } from './icon.ts'
import { ownNameOfLanguage } from './languages/text-language.ts'
import type { PageHead, ViewName } from './page-head.ts'
import { type Site, sitePath, urlOfSitePageInLanguage } from './site.ts'

/** Returns the date range of a month for the link to the map, or nothing for the current month: the map shows upcoming events by default. */
function monthOf(day: string, { today }: Site): Readonly<Record<string, string>> {
  const month = day.slice(0, 7)
  const next = addMonthsToMonth(month, 1)
  const last = next && plusDays(`${next}-01`, -1)
  return today.startsWith(month) || last === undefined ? {} : { from: `${month}-01`, to: last }
}

/** The views that narrow telephones have below “More”. */
const NARROW: readonly ViewName[] = ['agenda', 'map']

/** Returns the links to the views: all of them in a row; narrow telephones show the last ones in a menu. */
function navigation(site: Site, { view, day = site.today, leadsTo }: PageHead): Markup {
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
  const isInMore = view !== undefined && NARROW.includes(view)
  return html`<nav class="views" aria-label="${word('site.views')}"><ul>${each}<li class="narrow"><details class="menu at-end"><summary${isInMore && html` class="on"`}>${word('site.views.more')}${icon('chevron-down', site)}</summary><ul class="panel">${more}</ul></details></li></ul></nav>`
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
  return sitePath(site, 'submit', isOne ? new URLSearchParams({ group }).toString() : '')
}

/** Returns the head of the page: the name, the views, and what is always at hand. */
export function siteHeaderMarkup(site: Site, head: PageHead): Markup {
  const submit =
    site.submits &&
    html`<a class="button plain to-submit" href="${submitPath(site, head)}">${icon('plus', site)}<span class="word">${site.word('site.submit.title')}</span></a>`
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
