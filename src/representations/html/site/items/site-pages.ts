/** Pages of the site itself: own pages, the accessibility statement, following on the social web. */

import { htmlOfText } from '../../../../domain/text/plain-text.ts'
import type { Page } from '../../../json/items.ts'
import type { ItemLanguages } from '../../../shown-language.ts'
import { html, type Markup } from '../../markup.ts'
import { languagesLine, textAttributes } from '../languages.ts'
import { sitePage } from '../layout.ts'
import { type Site, sitePath } from '../site.ts'
import { descriptionMarkup, summaryOfHtml } from './event-page.ts'

// The own pages of the site: imprint, about, contact, whatever administrators write.

/** Returns the page. `languages` is undefined on a site with one language. */
export function ownPage(
  { title, content, slug, status }: Page,
  languages: ItemLanguages | undefined,
  site: Site,
): string {
  const page = `page/${encodeURIComponent(slug)}`
  const isUnlisted = status !== 'publish'
  const note = isUnlisted && html`<p class="notice" role="note">${site.word('site.unpublished')}</p>`
  const main = html`<article class="own-page">${note}<h1${textAttributes(languages?.shown, site)}>${title}</h1>${languagesLine(page, languages, site)}${descriptionMarkup(content, languages, site)}</article>`
  const description = summaryOfHtml(content)
  return sitePage(site, { title, description, page, languages, isUnlisted }, main)
}

// The accessibility statement: the standards followed, the known exceptions, and where to tell of others.

/** The day on which the developers last compared the pages with the standards; docs/accessibility.md has the whole report. */
const EVALUATED = '2026-11-26'

const exceptions = [
  'site.accessibility.known.texts',
  'site.accessibility.known.pictures',
  'site.accessibility.known.languages',
  'site.accessibility.known.colours',
  'site.accessibility.known.desk',
] as const

/** The link to the form, or to the mailbox, whose name may have signs that mean something else in a URL. */
function contactLink({ appearance: { accessibility } }: Site): Markup {
  const { contact } = accessibility
  const isPage = /^https?:/i.test(contact)
  const address = isPage ? contact : `mailto:${encodeURIComponent(contact).replaceAll('%40', '@')}`
  return html`<p><a href="${address}" dir="ltr">${contact}</a></p>`
}

/** The paragraphs of the operator, marked as in the language of the site on pages in others. */
function ownText({ word, appearance, language, ownLanguage }: Site): Markup | false {
  const { text, language: written = ownLanguage } = appearance.accessibility
  if (text === '') return false
  const tag = language !== written && html` lang="${written}"`
  return html`<h2>${word('site.accessibility.own')}</h2><div class="written"${tag}>${{ markup: htmlOfText(text) }}</div>`
}

export function accessibilityPage(site: Site): string {
  const { word, name, dates, appearance } = site
  const title = word('site.accessibility')
  const aim = word('site.accessibility.aim', { name })
  // Only operators know whether theirs was audited: where they say something of their own, nothing is said for them.
  const alone = appearance.accessibility.text === '' && html` ${word('site.accessibility.tested.alone')}`
  const known = exceptions.map((one) => html`<li>${word(one)}</li>`)
  const main = html`<div class="view-head"><h1>${title}</h1></div><div class="written"><p>${aim}</p><h2>${word('site.accessibility.status')}</h2><p>${word('site.accessibility.status.partial')}</p><h2>${word('site.accessibility.feedback')}</h2><p>${word('site.accessibility.feedback.how')}</p>${contactLink(site)}<h2>${word('site.accessibility.known')}</h2><ul>${known}</ul><h2>${word('site.accessibility.tested')}</h2><p>${word('site.accessibility.tested.how', { date: dates.full(EVALUATED) })}${alone}</p>${ownText(site)}</div>`
  return sitePage(site, { title, description: aim, page: 'accessibility' }, main)
}

// The page that leads followers from the social web: the address to search for there, and the way to one's own server.

/** An actor of ours, and the server that its follower named. */
export interface ActorToFollow {
  /** The name that people read. */
  readonly title: string
  /** The name in its address. */
  readonly name: string
  /** The address of its document. */
  readonly id: string
  /** Its part of the address of this page; none of the calendar. */
  readonly of: { readonly group?: string; readonly organizer?: string }
  /** The server, as it was typed; "" for none. */
  readonly typed: string
  /** Its host; undefined if there is none in what was typed. */
  readonly server: string | undefined
}

/** The link to the follower's server, which asks there. */
function way({ typed, server, id }: ActorToFollow, { word }: Site): Markup | false {
  if (typed === '') return false
  if (server === undefined)
    return html`<p class="notice" role="alert" id="wrong-server">${word('site.social.wrong')}</p>`
  const address = `https://${server}/authorize_interaction?uri=${encodeURIComponent(id)}`
  return html`<p role="status"><a class="button strong" href="${address}" rel="nofollow noopener noreferrer">${word('site.social.lead', { host: server })}</a></p>`
}

/** Returns the page that says how to follow an actor from the fediverse. */
export function fediverseFollowPage(follow: ActorToFollow, site: Site): string {
  const { word, socialHost = '' } = site
  const { title: followed, name, of, typed, server } = follow
  const title = word('site.social')
  const address = `@${name}@${socialHost}`
  const hidden = Object.entries(of).map(
    ([key, value]) => html`<input type="hidden" name="${key}" value="${value}">`,
  )
  const wrong =
    typed !== '' && server === undefined && html` aria-invalid="true" aria-describedby="wrong-server"`
  const main = html`<div class="view-head"><h1>${title}: ${followed}</h1></div><div class="written"><p>${word('site.social.how')}</p><p><strong class="social-address" dir="ltr">${address}</strong> <button class="button copy" type="button" data-copy="${address}" hidden>${word('site.social.copy')}</button></p><p>${word('site.social.own')}</p></div><form class="take-away" method="get" action="${sitePath(site, 'follow')}">${hidden}<label for="server">${word('site.social.server')}</label> <input id="server" name="server" value="${typed}" placeholder="mastodon.social" autocapitalize="none" spellcheck="false" maxlength="300" required dir="ltr"${wrong}> <button class="button${server === undefined && html` strong`}">${word('site.social.go')}</button></form>${way(follow, site)}`
  return sitePage(site, { title: `${title}: ${followed}`, page: 'follow', isUnlisted: true }, main)
}
