/** The pages that say why nobody was signed in through the organisation. */
import { html } from '../../markup.ts'
import { sitePage } from '../layout.ts'
import { type Site, sitePath } from '../site.ts'

/** Why nobody was signed in, with the status of the page. */
export const signInRefusalStatuses = {
  role: 403,
  refused: 403,
  suspended: 403,
  invalid: 400,
  away: 502,
  setup: 502,
} as const

/** A reason why nobody was signed in. */
export type SignInRefusal = keyof typeof signInRefusalStatuses

/** The reasons that hold for an account at the organisation: with another one, somebody gets on. */
const asksForOther: readonly SignInRefusal[] = ['role', 'refused', 'suspended']

/** Returns the page that says why nobody was signed in by a protocol, and what to do. */
export function signInRefusalPage(why: SignInRefusal, site: Site, protocol: string): string {
  const { word } = site
  const title = word(`site.signin.${why}`)
  const isOther = asksForOther.includes(why)
  const way = sitePath(site, `signin/${protocol}`, isOther ? 'other=1' : '')
  const again = html`<li><a class="button strong" href="${way}">${word(isOther ? 'site.signin.other' : 'site.signin.again')}</a></li>`
  const main = html`<div class="problem"><p class="kicker">${word('site.problem.code', { code: signInRefusalStatuses[why] })}</p><h1>${title}</h1><p>${word(`site.signin.${why}.next`)}</p><ul class="buttons">${again}<li><a class="button" href="${sitePath(site, 'calendar')}">${word('site.problem.calendar')}</a></li></ul></div>`
  return sitePage(site, { title, page: 'calendar', isUnlisted: true }, main)
}
