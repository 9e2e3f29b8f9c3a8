/** Problem pages, and the password form of protected events. */
import { html } from '../markup.ts'
import { largeSearchField } from './filters.ts'
import { sitePage } from './layout.ts'
import { type Site, sitePath } from './site.ts'

const words = { 401: 'unauthorized', 403: 'forbidden', 404: 'missing', 410: 'gone', 429: 'often' } as const

type KnownStatus = keyof typeof words

const isKnownStatus = (status: number): status is KnownStatus => status in words

/**
 * Returns a problem page. `detail` is technical information for reports, where the page itself does not say what is wrong. `first` is the
 * path of the first page of a list that has none of the number asked for. `base` is the path of the base URL where the request lacks it.
 */
export function problemPage(
  status: number,
  detail: string,
  site: Site,
  { first, base }: { readonly first?: string | undefined; readonly base?: string | undefined } = {},
): string {
  const { word } = site
  const kind = isKnownStatus(status) ? words[status] : status < 500 ? 'invalid' : 'failed'
  const title = word(first === undefined ? `site.problem.${kind}` : 'site.problem.far')
  const next =
    base === undefined
      ? word(first === undefined ? `site.problem.${kind}.next` : 'site.problem.far.next')
      : word('site.problem.missing.path', { path: base })
  const back =
    first === undefined
      ? { href: sitePath(site, 'calendar'), text: word('site.problem.calendar') }
      : { href: first, text: word('site.problem.far.first') }
  // Whoever has lost the way looks for something; whoever went too far goes back.
  const search = kind === 'missing' && first === undefined && largeSearchField(site)
  const main = html`<div class="problem"><p class="kicker">${word('site.problem.code', { code: status })}</p><h1>${title}</h1><p>${next}</p>${search}<ul class="buttons"><li><a class="button${!search && ' strong'}" href="${back.href}">${back.text}</a></li>${!search && html`<li><a class="button" href="${sitePath(site, 'calendar/search')}">${word('site.search')}</a></li>`}</ul>${!isKnownStatus(status) && html`<p class="small" lang="en">${detail}</p>`}</div>`
  return sitePage(site, { title, page: 'calendar', isUnlisted: true }, main)
}

/** Returns the password form of an event. `isWrong` is set after an incorrect password. */
export function passwordPage(slug: string, isWrong: boolean, site: Site): string {
  const { word } = site
  const title = word('site.password.title')
  const page = `event/${encodeURIComponent(slug)}`
  const fault = isWrong && html`<p class="notice" role="alert" id="fault">${word('site.password.wrong')}</p>`
  const main = html`<div class="problem"><h1>${title}</h1><p>${word('site.password.why')}</p>${fault}<form method="post" action="${sitePath(site, page)}" class="stacked"><label for="password">${word('password')}</label><input id="password" name="password" type="password" required autocomplete="off"${isWrong && html` aria-describedby="fault"`}><button class="button strong">${word('site.password.open')}</button></form></div>`
  return sitePage(site, { title, page, isUnlisted: true }, main)
}

// The pages that say why nobody was signed in through the organisation.

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
