/** The pages on which the public describes an event, step by step, and sees it before it is sent (contract §14). */
import { html, type Markup } from '../../markup.ts'
import { sitePage } from '../layout.ts'
import { type Site, sitePath } from '../site.ts'
import { formFaultsNote, type SubmitForm, wrongPictureText } from './submit-fields.ts'
import {
  type FormStepName,
  hiddenFieldsOfOtherSteps,
  submitterFields,
  whatAndWhenFields,
  whereAndPictureFields,
} from './submit-form.ts'
import { type PreviewedEvent, submitPreviewMarkup } from './submit-preview.ts'

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
export const sentToGroupLine = ({ group }: Pick<SubmitForm, 'group'>, site: Site): Markup | false =>
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

/** Returns the page of a step. */
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
