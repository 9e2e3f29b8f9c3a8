/** The pages around the form of a submission: a preview, the address of the sender, what became of it. */
import { html, type Markup } from '../markup.ts'
import type { StartEndAndAllDay } from './dates.ts'
import { datesWithUnbrokenHours } from './entries.ts'
import { copyButton, sitePage } from './layout.ts'
import { icon } from './pictures.ts'
import { type Site, sitePath, urlOfSitePageInLanguage } from './site.ts'
import {
  correctionFields,
  type FormStepName,
  formFaultsNote,
  hiddenFieldsOfOtherSteps,
  type SubmitForm,
  submitterFields,
  whatAndWhenFields,
  whereAndPictureFields,
  wrongPictureText,
} from './submit-form.ts'

// An event as its page will show it, before it is sent.

/** A venue or an organizer of the event. */
interface PreviewedItem {
  readonly name: string
  /** Its address; "" for none. */
  readonly where: string
  readonly isKnown: boolean
}

/** The described event, as plain text. */
export interface PreviewedEvent {
  readonly title: string
  readonly times: StartEndAndAllDay
  readonly description: string
  /** The repetition, and its last day; undefined for a single event. */
  readonly repeats: { readonly rule: 'weekly' | 'monthly'; readonly until: string } | undefined
  readonly venue: PreviewedItem | undefined
  readonly organizer: PreviewedItem | undefined
  readonly website: string
  readonly cost: string
  readonly categories: readonly string[]
  /** The picture as an address; "" for none. */
  readonly picture: string
}

const rules = { weekly: 'repeat.week', monthly: 'site.submit.repeats.monthly' } as const

function itemText({ name, where, isKnown }: PreviewedItem, { word }: Site): Markup {
  return html`<bdi>${name}</bdi>${where !== '' && html`, <bdi>${where}</bdi>`} <span class="small">(${word(isKnown ? 'site.submit.known' : 'site.submit.new')})</span>`
}

/** Returns the event with its picture, its date in words and everything else. */
function submitPreviewMarkup(event: PreviewedEvent, site: Site): Markup {
  const { title, times, description, repeats, venue, organizer, website, cost, categories, picture } = event
  const { word, dates } = site
  const line = (sign: Parameters<typeof icon>[0], text: Markup) =>
    html`<p>${icon(sign, site)}<span>${text}</span></p>`
  const lines = [
    line(
      'calendar',
      html`${datesWithUnbrokenHours(dates.span(times), times, site)}${times.all_day && html` <span class="zone">${word('all-day')}</span>`}`,
    ),
    repeats &&
      line('repeat', html`${word(rules[repeats.rule])} · ${word('until')}: ${dates.full(repeats.until)}`),
    venue && line('map-pin', itemText(venue, site)),
    organizer && line('users', itemText(organizer, site)),
    cost !== '' && line('ticket', html`<bdi>${cost}</bdi>`),
    website !== '' && line('globe', html`<bdi>${website}</bdi>`),
  ]
  const terms =
    categories.length > 0 &&
    html`<ul class="terms">${categories.map((name) => html`<li dir="auto">${name}</li>`)}</ul>`
  const image = picture !== '' && html`<figure class="poster"><img src="${picture}" alt=""></figure>`
  return html`<article class="event preview"><header class="hero">${image}<div class="hero-text">${terms}<h2 dir="auto">${title}</h2><div class="decides">${lines}</div></div></header>${description !== '' && html`<div class="written" dir="auto">${description}</div>`}</article>`
}

// The pages on which the public describes an event, step by step, and sees it before it is sent (contract §14).

/** The paths that the script of the form needs. */
export interface SubmitPageScriptAndApiPaths {
  readonly script: string
  readonly challenge: string
  readonly venues: string
  readonly organizers: string
}

const steps = {
  1: { word: 'site.submit.step.what', fields: whatAndWhenFields },
  2: { word: 'site.submit.step.where', fields: whereAndPictureFields },
  3: { word: 'site.submit.who', fields: submitterFields },
} as const
const stepNumbers = [1, 2, 3] as const

/** The steps in words, with the one that the page shows; without one, all are done. */
function progress({ word }: Site, shown?: FormStepName): Markup {
  const each = stepNumbers.map(
    (step) =>
      html`<li${step === shown && html` aria-current="step"`}${(shown === undefined || step < shown) && html` class="done"`}>${word(steps[step].word)}</li>`,
  )
  return html`<ol class="progress" aria-label="${word('site.submit.steps')}">${each}<li${shown === undefined && html` aria-current="step"`}>${word('preview')}</li></ol>`
}

const opening = (site: Site, paths: SubmitPageScriptAndApiPaths, more: Markup): Markup =>
  html`<form method="post" action="${sitePath(site, 'submit')}" enctype="multipart/form-data" class="stacked" novalidate data-venues="${paths.venues}" data-organizers="${paths.organizers}" data-too-large="${wrongPictureText(site.word)}"${more}>`

/** Returns the line that names the group to which an event is sent; false without one. */
const sentToGroupLine = ({ group }: Pick<SubmitForm, 'group'>, site: Site): Markup | false =>
  group !== undefined &&
  html`<p>${site.word('one.group')}: <a href="${sitePath(site, `group/${encodeURIComponent(group.slug)}`)}"><bdi>${group.name}</bdi></a></p>`

function pageOf(
  form: SubmitForm,
  content: Markup,
  { script }: SubmitPageScriptAndApiPaths,
  site: Site,
): string {
  const title = site.word('site.submit.title')
  const main = html`<div class="submit"><h1>${title}</h1>${sentToGroupLine(form, site)}${content}<script type="module" src="${script}"></script></div>`
  const fields = form.group && { fields: { group: form.group.slug } }
  return sitePage(site, { title, page: 'submit', ...fields }, main)
}

export function submitStepPage(
  form: SubmitForm,
  step: FormStepName,
  paths: SubmitPageScriptAndApiPaths,
  site: Site,
): string {
  const { word } = site
  const about =
    step === 1 &&
    html`<p>${word('site.submit.intro')}</p><noscript><p class="notice">${word('site.submit.noscript')}</p></noscript>`
  const back =
    step > 1 &&
    html`<button class="button plain" name="change" value="${step - 1}">${word('site.submit.back')}</button>`
  return pageOf(
    form,
    html`${about}${progress(site, step)}${formFaultsNote(form, word)}${opening(site, paths, html``)}${steps[step].fields(form, word)}${hiddenFieldsOfOtherSteps(form, step)}<input type="hidden" name="step" value="${step}"><input type="hidden" name="to" value="${step + 1}"><p class="buttons"><button class="button strong">${word('site.submit.continue')}</button>${back}</p></form>`,
    paths,
    site,
  )
}

/** The event as it was described, and why it was not taken, if it was sent. */
interface Previewed {
  readonly event: PreviewedEvent
  readonly refusal: 'often' | 'again' | undefined
}

/** Returns the page that shows the event before it is sent. */
export function submitPreviewPage(
  form: SubmitForm,
  { event, refusal }: Previewed,
  paths: SubmitPageScriptAndApiPaths,
  site: Site,
): string {
  const { word } = site
  const refusals = { often: 'site.submit.often', again: 'site.submit.again' } as const
  const note = refusal !== undefined && html`<p class="notice" role="alert">${word(refusals[refusal])}</p>`
  const change = stepNumbers.map(
    (step) =>
      html`<button class="button" name="change" value="${step}">${word('site.submit.change')}: ${word(steps[step].word)}</button>`,
  )
  const more = html` data-challenge="${paths.challenge}" data-busy="${word('site.submit.working')}"`
  return pageOf(
    form,
    html`${progress(site)}${note}<p>${word('site.submit.preview.text')}</p>${submitPreviewMarkup(event, site)}${opening(site, paths, more)}${hiddenFieldsOfOtherSteps(form)}<input type="hidden" name="step" value="4"><input type="hidden" name="to" value="send"><input type="hidden" name="proof" value=""><p class="buttons"><button class="button strong">${word('site.submit.send')}</button></p><p class="buttons">${change}</p></form>`,
    paths,
    site,
  )
}

// The page on which submitters follow, correct and withdraw their event (contract §14).

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
