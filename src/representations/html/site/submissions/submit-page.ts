/** The pages on which the public submits an event and follows its review (contract §14). */
import { html, type Markup } from '../../markup.ts'
import { sitePage } from '../layout.ts'
import { type Site, sitePath } from '../site.ts'
import { type SubmitForm, submitFields } from './submit-form.ts'

/** The paths that the script of the form needs. */
export interface SubmitFormPaths {
  readonly script: string
  readonly challenge: string
  readonly venues: string
}

const noticeOf = (form: SubmitForm, isRefused: boolean, { word }: Site): Markup | false => {
  if (isRefused) return html`<p class="notice" role="alert">${word('site.submit.often')}</p>`
  const isWrong = Object.keys(form.faults).length > 0
  return isWrong && html`<p class="notice" role="alert">${word('site.submit.faults')}</p>`
}

/** Returns the page with the form. `isRefused`: whether too many events were submitted. */
export function submitPage(
  form: SubmitForm,
  isRefused: boolean,
  places: SubmitFormPaths,
  site: Site,
): string {
  const { word } = site
  const title = word('site.submit.title')
  const main = html`<div class="submit"><h1>${title}</h1><p>${word('site.submit.intro')}</p><noscript><p class="notice">${word(
    'site.submit.noscript',
  )}</p></noscript>${noticeOf(form, isRefused, site)}<form method="post" action="${sitePath(site, 'submit')}" enctype="multipart/form-data" class="stacked" data-challenge="${places.challenge}" data-venues="${places.venues}" data-busy="${word(
    'site.submit.working',
  )}">${submitFields(form, word)}<input type="hidden" name="proof" value=""><button class="button strong">${word('site.submit.send')}</button></form><script type="module" src="${places.script}"></script></div>`
  return sitePage(site, { title, page: 'submit' }, main)
}

/** The state of a submission. */
interface OwnStatus {
  readonly state: 'pending' | 'asked' | 'approved' | 'rejected' | 'withdrawn'
  readonly title: string
  readonly message: string
  /** The path of the public page; "" if there is none. */
  readonly page: string
  readonly secret: string
  /** Whether it was submitted just now. */
  readonly isNew: boolean
  /** The names of terms that do not exist. */
  readonly dropped: readonly string[]
}

/** Returns the page of a submission. `form` is undefined once it is decided. */
export function statusPage(
  own: OwnStatus,
  form: SubmitForm | undefined,
  places: SubmitFormPaths,
  site: Site,
): string {
  const { word } = site
  const { state, title, message, page, secret, isNew } = own
  const action = sitePath(site, `submit/${encodeURIComponent(secret)}`)
  const said =
    message !== '' &&
    html`<p class="label">${word('site.submit.message')}</p><blockquote>${message}</blockquote>`
  const open =
    page !== '' && html`<p><a class="button strong" href="${page}">${word('site.submit.open')}</a></p>`
  const correction =
    form !== undefined &&
    html`<h2>${word('site.submit.correct.title')}</h2>${noticeOf(form, false, site)}<form method="post" action="${action}" enctype="multipart/form-data" class="stacked" data-venues="${places.venues}">${submitFields(
      form,
      word,
    )}<button class="button strong" name="act" value="correct">${word('site.submit.correct')}</button></form><form method="post" action="${action}"><button class="button" name="act" value="withdraw">${word(
      'site.submit.withdraw',
    )}</button></form><script type="module" src="${places.script}"></script>`
  const main = html`<div class="submit"><h1>${title}</h1>${isNew && html`<p class="notice" role="status">${word('site.submit.sent')}</p>`}<p>${word(
    `site.submit.state.${state}`,
  )}</p>${said}${open}${correction}</div>`
  return sitePage(site, { title: word('site.submit.mine'), page: 'submit', isUnlisted: true }, main)
}
