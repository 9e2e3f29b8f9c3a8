/** The list of pages that a browser keeps to be read without a connection. The worker of the pages fills it in. */
import { html } from '../../markup.ts'
import { icon } from '../icon.ts'
import { sitePage } from '../layout.ts'
import type { Site } from '../site.ts'

/** Returns the page. `base` is the path of the base address, and ends with a slash. */
export function savedPagesPage(site: Site, base: string): string {
  const { word } = site
  const title = word('site.saved')
  const main = html`<div class="view-head"><h1>${title}</h1></div><p class="notice missing" hidden>${word('site.saved.offline')}</p><p>${word('site.saved.how')}</p><ul class="saved-pages"></ul><p class="nothing">${word('site.saved.none')}</p><p class="buttons"><button class="button forget" type="button" data-base="${base}" hidden>${icon('x', site)}${word('site.saved.forget')}</button></p>`
  return sitePage(site, { title, page: 'saved', isUnlisted: true, isEmpty: true }, main)
}
