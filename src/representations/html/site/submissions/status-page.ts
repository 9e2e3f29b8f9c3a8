/** The page on which submitters follow, correct and withdraw their event (contract §14). */
import { html, type Markup } from '../../markup.ts'
import { icon } from '../icon.ts'
import { sitePage } from '../layout.ts'
import { type Site, sitePath, urlOfSitePageInLanguage } from '../site.ts'
import { copyButton } from '../subscribe-buttons.ts'
import { type SubmitForm, wrongPictureText } from './submit-fields.ts'
import { correctionFields } from './submit-form.ts'
import { type SubmitPageScriptAndApiPaths, sentToGroupLine } from './submit-page.ts'

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
  /** The e-mail address that the address of the page is sent to; "" for none. */
  readonly mailedTo: string
}

/** The note that a submission has arrived, with the next steps and the address to keep. */
function arrival({ secret, mailedTo }: OwnStatus, site: Site): Markup {
  const { word } = site
  const address = urlOfSitePageInLanguage(site, site.language, `submit/${encodeURIComponent(secret)}`)
  const then = ['site.submit.then.read', 'site.submit.then.seen', 'site.submit.then.shown'] as const
  const mail = mailedTo !== '' && html`<li>${word('site.submit.then.mail', { email: mailedTo })}</li>`
  return html`<div class="notice arrived" role="status"><p class="lead">${icon('circle-check', site)}<strong>${word('site.submit.thanks')}</strong></p><ol>${then.map((one) => html`<li>${word(one)}</li>`)}${mail}</ol><p>${word('site.submit.sent')}</p><p><a href="${address}">${address}</a></p><p>${copyButton(address, site)}</p></div>`
}

/** Returns the page. `form` is undefined once it is decided. */
export function submissionStatusPage(
  own: OwnStatus,
  form: SubmitForm | undefined,
  places: SubmitPageScriptAndApiPaths,
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
    html`<h2>${word('site.submit.correct.title')}</h2><form method="post" action="${action}" enctype="multipart/form-data" class="stacked" novalidate data-venues="${places.venues}" data-organizers="${places.organizers}" data-too-large="${wrongPictureText(word)}">${correctionFields(
      form,
      word,
    )}<p class="buttons"><button class="button strong" name="act" value="correct">${word('site.submit.correct')}</button></p></form><form method="post" action="${action}"><button class="button" name="act" value="withdraw">${word(
      'site.submit.withdraw',
    )}</button></form><script type="module" src="${places.script}"></script>`
  const main = html`<div class="submit"><h1 dir="auto">${title}</h1>${form !== undefined && sentToGroupLine(form, site)}${isNew && state === 'pending' && arrival(own, site)}<p>${word(
    `site.submit.state.${state}`,
  )}</p>${said}${open}${correction}</div>`
  return sitePage(site, { title: word('site.submit.mine'), page: 'submit', isUnlisted: true }, main)
}
