/** The heading of a view, with links to the previous, current and next period. */
import { html, type Markup } from '../markup.ts'
import { type Site, sitePath } from './site.ts'

export interface Steps {
  readonly title: Markup
  /** Pages under the root; undefined at the end of the calendar. */
  readonly before: string | undefined
  readonly now: string
  readonly after: string | undefined
  readonly words: { readonly before: string; readonly after: string }
}

function step(
  site: Site,
  page: string | undefined,
  relation: 'prev' | 'next',
  label: string,
): Markup | false {
  if (page === undefined) return false
  const sign = relation === 'prev' ? '←' : '→'
  return html`<li><a class="button step" rel="${relation}" href="${sitePath(site, page)}" aria-label="${label}"><span class="sign" aria-hidden="true">${sign}</span></a></li>`
}

/** Returns the heading. With JavaScript, swipes and arrow keys follow the same links. */
export function steps(site: Site, { title, before, now, after, words }: Steps): Markup {
  return html`<div class="view-head"><h1>${title}</h1><nav aria-label="${site.word('site.steps')}"><ul class="buttons steps">${step(
    site,
    before,
    'prev',
    words.before,
  )}<li><a class="button" href="${sitePath(site, now)}">${site.word('site.today')}</a></li>${step(
    site,
    after,
    'next',
    words.after,
  )}</ul></nav></div>`
}
