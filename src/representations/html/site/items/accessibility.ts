/** The accessibility statement: the standards followed, the known exceptions, and where to tell of others. */
import { htmlOfText } from '../../../../domain/text/html-of-text.ts'
import { html, type Markup } from '../../markup.ts'
import { sitePage } from '../layout.ts'
import type { Site } from '../site.ts'

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

/** Returns the page. */
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
