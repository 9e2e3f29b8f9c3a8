/** The page of a submission, with which it is followed, corrected and withdrawn (contract §14). */

import { isSubmissionWaiting } from '../../../actions/proposals/following.ts'
import { argsIfWhole } from '../../../contract/arg.ts'
import { correctionArgs } from '../../../contract/operations/submissions.ts'
import { plainTextOf } from '../../../domain/text/plain-text.ts'
import { hasNoEnd } from '../../../domain/time/schedule.ts'
import { sitePath } from '../../../representations/html/site/site.ts'
import { submissionStatusPage } from '../../../representations/html/site/submissions/status-page.ts'
import type { SubmitForm } from '../../../representations/html/site/submissions/submit-fields.ts'
import { recurrenceInWordsForRoot } from '../../../representations/json/series.ts'
import { statusOfSubmission } from '../../../representations/json/submission.ts'
import {
  correctSubmission,
  publicSlugOfSubmittedEvent,
  requireSubmissionOfSecret,
  withdrawSubmission,
} from '../../../review/submissions.ts'
import type { EventRecord, Proposal } from '../../../store/store.ts'
import { addressRateKey } from '../../../support/rate-limiter.ts'
import { countOrRefuseSubmissionTry } from '../../auth/submission-tries.ts'
import { contentSecurityPolicyWith } from '../assets/assets.ts'
import type { PageRequest, RenderedPage } from '../reader.ts'
import { type FormDraft, formDraftOf, heldPictureOf, type SubmittingTools, submitFormOf } from './draft.ts'
import { submitPageScriptAndApiPathsOf } from './script-paths.ts'
import { isProblemBelow500, parsedForm } from './submit.ts'
import { formArgs, formFaultsFromArgFaults, type SubmittedForm } from './submit-args.ts'

const secretOf = ({ params }: PageRequest) => params.secret ?? ''

/** Parses a correction. It is as complete as a submission, and clears what was emptied, as only an update does. */
function corrected(form: SubmittedForm) {
  const { faults } = parsedForm(form)
  if (faults !== undefined) return { faults }
  const { raw } = formArgs(form, true)
  const args = { ...raw, ...(form.forget === 'true' && raw.image === undefined && { image: null }) }
  const read = argsIfWhole(correctionArgs, args, 'update')
  return 'values' in read ? { raw, values: read.values } : { faults: formFaultsFromArgFaults(read.faults) }
}

/** The fields of the first venue or organizer of the event as it is now. */
async function linkValues(name: 'venue' | 'organizer', id: number | undefined, { context }: PageRequest) {
  const record = id === undefined ? undefined : await context.store.find(name, { id }, context.moment)
  if (record === undefined) return {}
  const own = { [`${name}[${name}]`]: record.name }
  // A known one is named by its id; a new one is described.
  if (record.status === 'publish')
    return { ...own, [`${name}[of]`]: record.name, [`${name}[id]`]: String(record.id) }
  return 'city' in record ? { ...own, 'venue[address]': record.address, 'venue[city]': record.city } : own
}

/** The fields of a correction, as the event is now. */
async function valuesNow(
  { changes: sent, event_id, name, email }: Proposal,
  event: EventRecord | undefined,
  reader: PageRequest,
): Promise<FormDraft['values']> {
  const links = await reader.context.store.linksOf(event_id)
  const text = (raw: unknown) => (typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '')
  const local = (wall = '') => wall.slice(0, 16).replace(' ', 'T')
  return {
    title: event?.title ?? text(sent.title),
    start_date: local(event?.start_date),
    end_date: event === undefined || hasNoEnd(event) ? '' : local(event.end_date),
    ...(event?.all_day === 1 && { all_day: 'true' }),
    description: plainTextOf(event?.description ?? ''),
    ...(await linkValues('venue', links.venue[0], reader)),
    ...(await linkValues('organizer', links.organizer[0], reader)),
    website: event?.website ?? '',
    cost: text(sent.cost),
    'submitter[name]': name,
    'submitter[email]': email,
  }
}

/** The rule of the series of an event in words; "" for a single event. */
async function rhythmOf(event: EventRecord | undefined, { context, view }: PageRequest): Promise<string> {
  const id = event?.series ?? undefined
  const series = id === undefined ? undefined : await context.store.find('series', { id }, context.moment)
  return series === undefined ? '' : recurrenceInWordsForRoot(series, view)
}

/** The e-mail address that the address of the page is sent to: only a proof of work makes the service send one. */
const mailedTo = ({ email, is_proven }: Proposal, { sendsMail }: SubmittingTools) =>
  sendsMail && is_proven ? email : ''

/** The group that reviews the event. */
async function groupOf(
  event: EventRecord | undefined,
  { context }: PageRequest,
): Promise<SubmitForm['group']> {
  const id = event?.group_id ?? undefined
  return id === undefined ? undefined : context.store.find('group', { id }, context.moment)
}

async function statusOf(
  wrong: FormDraft | undefined,
  submitting: SubmittingTools,
  reader: PageRequest,
): Promise<RenderedPage> {
  const { context, site, query } = reader
  const submission = await requireSubmissionOfSecret(secretOf(reader), context.store)
  const event = await context.store.find('event', { id: submission.event_id }, context.moment)
  const now = await valuesNow(submission, event, reader)
  const slug = await publicSlugOfSubmittedEvent(submission, context.store, context)
  const links = await context.store.linksOf(submission.event_id)
  const draft = wrong ?? { values: now, faults: {}, chosen: new Set(links.category) }
  const kept = heldPictureOf(draft, submitting)?.small ?? (submission.image_size > 0 ? '' : undefined)
  const group = await groupOf(event, reader)
  const rhythm = await rhythmOf(event, reader)
  const more = { isCorrection: true, rhythm, similar: {}, picture: kept, group }
  const shown = isSubmissionWaiting(submission) ? await submitFormOf(draft, more, reader) : undefined
  const own = {
    state: statusOfSubmission(submission),
    title: now.title ?? '',
    message: submission.message,
    page: slug === undefined ? '' : sitePath(site, `event/${encodeURIComponent(slug)}`),
    secret: secretOf(reader),
    isNew: query.text('new') === '1',
    mailedTo: mailedTo(submission, submitting),
  }
  const text = submissionStatusPage(own, shown, submitPageScriptAndApiPathsOf(reader), site)
  const policy = contentSecurityPolicyWith({ tiles: site.tiles?.template, images: 'data:' })
  const headers = { 'Cache-Control': 'private, no-store', 'Content-Security-Policy': policy }
  return { status: wrong === undefined ? 200 : 400, text, headers }
}

/** Takes a correction. Returns its faults, if it has any. Throws 404, 409 or 429. */
async function takeCorrection(
  form: SubmittedForm,
  draft: FormDraft,
  submitting: SubmittingTools,
  { context, ip, params }: PageRequest,
): Promise<FormDraft['faults'] | undefined> {
  const { limits, pictures } = submitting
  countOrRefuseSubmissionTry(limits, addressRateKey(ip))
  const { raw, values, faults } = corrected({ ...form, image: heldPictureOf(draft, submitting)?.file })
  if (values === undefined) return { ...faults, ...draft.faults }
  if (Object.keys(draft.faults).length > 0) return draft.faults
  const { image: _image, submitter: _submitter, nickname: _nickname, ...sent } = raw
  const { image, submitter } = values
  const { space } = limits
  try {
    const correction = { args: values, sent, submitter: submitter ?? undefined, image, space }
    await correctSubmission(params.secret ?? '', correction, context)
  } catch (error) {
    if (!isProblemBelow500(error) || error.status !== 400) throw error
    return formFaultsFromArgFaults(Object(error.data.details))
  }
  pictures.drop(draft.values.held ?? '')
  return undefined
}

/** The page of a submission, with which it is corrected and withdrawn. */
export const ownSubmissionPageRenderer =
  (submitting: SubmittingTools) =>
  async (reader: PageRequest): Promise<RenderedPage> => {
    const { form, context, site } = reader
    if (form === undefined) return statusOf(undefined, submitting, reader)
    const secret = secretOf(reader)
    await requireSubmissionOfSecret(secret, context.store)
    const Location = sitePath(site, `submit/${encodeURIComponent(secret)}`)
    if (form.act === 'withdraw') await withdrawSubmission(secret, context)
    else {
      const draft = await formDraftOf(form, submitting, reader)
      const faults = await takeCorrection(form, draft, submitting, reader)
      if (faults !== undefined) return statusOf({ ...draft, faults }, submitting, reader)
    }
    return { status: 303, text: '', headers: { Location } }
  }
