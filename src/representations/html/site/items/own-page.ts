/** The own pages of the site: imprint, about, contact, whatever administrators write. */
import type { ItemLanguages } from '../../../item-languages.ts'
import type { Page } from '../../../json/page.ts'
import { html } from '../../markup.ts'
import { languagesLine } from '../languages/addresses.ts'
import { textAttributes } from '../languages/text-language.ts'
import { sitePage } from '../layout.ts'
import type { Site } from '../site.ts'
import { descriptionMarkup, summaryOfHtml } from './event-page.ts'

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
