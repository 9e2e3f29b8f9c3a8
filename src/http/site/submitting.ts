/** Sending an event, and following what was sent. */
import { resolveGroupTarget } from '../../actions/groups.ts'
import { isSubmissionWaiting } from '../../actions/proposals.ts'
import { formOfArgs, isWhole } from '../../contract/arg.ts'
import { groupTarget } from '../../contract/kinds.ts'
import { correctionArgs, submissionArgs } from '../../contract/operations/submissions.ts'
import { plainTextOf, titleForStorage } from '../../domain/text/plain-text.ts'
import { hasNoEnd } from '../../domain/time/window.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import { sitePath } from '../../representations/html/site/site.ts'
import {
  type FormStepName,
  type SubmitForm,
  stepFieldNames,
} from '../../representations/html/site/submit-form.ts'
import {
  type PreviewedEvent,
  submissionStatusPage,
  submitPreviewPage,
  submitStepPage,
} from '../../representations/html/site/submit-page.ts'
import { statusOfSubmission } from '../../representations/json/index.ts'
import { recurrenceInWordsForRoot } from '../../representations/json/series.ts'
import {
  correctSubmission,
  publicSlugOfSubmittedEvent,
  requireSubmissionOfSecret,
  withdrawSubmission,
} from '../../review/submissions.ts'
import { storeSubmission } from '../../review/submit.ts'
import type { EventRecord, GroupRecord, Proposal } from '../../store/store.ts'
import { addressRateKey } from '../../support/rate-limiter.ts'
import { countOrRefuseSubmissionTry } from '../auth/admission.ts'
import { contentSecurityPolicyWith } from './assets.ts'
import type { PageRequest, RenderedPage } from './reader.ts'
import {
  addressWithScheme,
  chosenOrCertainLinkedItem,
  emptyDraft,
  type FormDraft,
  findKnownAndSimilarItemsOfDraft,
  formArgs,
  formDraftOf,
  formFaultsFromArgFaults,
  heldPictureOf,
  type SubmittedForm,
  type SubmittingTools,
  submitFormOf,
  submitPageScriptAndApiPathsOf,
} from './submission-form.ts'

// The event that a form describes, before it is sent: as it will be stored, so names lose the tags that were typed.

/** `2027-05-04T08:00` as browsers send it → a timestamp. The form was parsed before. */
const timestampOfLocal = (text: string) => `${text.slice(0, 10)} ${text.slice(11, 16)}:00`

/** The times of the event; one without an end ends when it starts. */
function timesOf({ values }: SubmitForm) {
  const all_day = values.all_day === 'true'
  const start = timestampOfLocal(values.start_date ?? '')
  const given = values.end_date ?? ''
  return { all_day, start_date: start, end_date: given === '' ? start : timestampOfLocal(given) }
}

function repetitionOf({ values: { repeats, until = '' } }: SubmitForm): PreviewedEvent['repeats'] {
  return repeats === 'weekly' || repeats === 'monthly' ? { rule: repeats, until } : undefined
}

async function itemOf(name: 'venue' | 'organizer', { values }: SubmitForm, reader: PageRequest) {
  const given = Object.fromEntries(Object.entries(values).map(([field, value = '']) => [field, value]))
  const typed = titleForStorage(given[`${name}[${name}]`] ?? '')
  if (typed === '') return undefined
  const known = await chosenOrCertainLinkedItem(name, given, reader)
  if (known !== undefined) return { name: known.name, where: known.where, isKnown: true }
  const parts =
    name === 'venue' ? [values['venue[address]'] ?? '', values['venue[city]'] ?? ''].map(titleForStorage) : []
  return { name: typed, where: parts.filter((part) => part !== '').join(', '), isKnown: false }
}

/** Returns the event that a form without faults describes. */
async function previewedEventOfForm(form: SubmitForm, reader: PageRequest): Promise<PreviewedEvent> {
  const { values, categories, chosen } = form
  return {
    title: titleForStorage(values.title ?? ''),
    times: timesOf(form),
    description: values.description ?? '',
    repeats: repetitionOf(form),
    venue: await itemOf('venue', form, reader),
    organizer: await itemOf('organizer', form, reader),
    website: addressWithScheme((values.website ?? '').trim()),
    cost: values.cost ?? '',
    categories: categories.filter(({ id }) => chosen.has(id)).map(({ name }) => name),
    picture: form.picture ?? '',
  }
}

/** The proof may be missing: a browser without JavaScript computes none. */
const { proof: _proof, ...args } = submissionArgs

/** Returns whether an error is a problem of the request, with a status below 500, which the page tells. */
const isProblemBelow500 = (error: unknown): error is Problem => error instanceof Problem && error.status < 500

const isText = (raw: unknown): raw is string => typeof raw === 'string' && raw !== ''

/** Returns the group that the form or, before there is one, the address names. Throws 400 for an unknown one. */
async function namedGroup({ form, query, context }: PageRequest): Promise<GroupRecord | undefined> {
  const named = form === undefined ? query.text('group') : form.group
  if (!isText(named)) return undefined
  const read = groupTarget.read(named)
  if (!('value' in read)) throw invalidParam('group', because('not_a_group_of_form'))
  return resolveGroupTarget(context.store, read.value, context)
}

/** Parses the form; its faults by field. */
function parsedForm(form: SubmittedForm) {
  const { raw: described, faults } = formArgs(form)
  // Only a submission names its group: a correction keeps that of the event.
  const raw: SubmittedForm = { ...described, ...(isText(form.group) && { group: form.group }) }
  const read = formOfArgs(args, raw, 'create')
  // An end follows from the start.
  const missing = read.missing.filter((name) => name !== 'end_date').map((name) => [name, 'missing'])
  const found = formFaultsFromArgFaults(read.faults)
  const all: Readonly<Record<string, string>> = { ...found, ...Object.fromEntries(missing), ...faults }
  return isWhole(read) && Object.keys(all).length === 0 ? { raw, values: read.values } : { faults: all }
}

const steps = [1, 2, 3] as const

const isOf = (step: FormStepName, name: string) => stepFieldNames[step].some((one) => one === name)

/** The first step before `end` that has a fault, and the faults of that step. */
function faultyStep(faults: FormDraft['faults'], end: number) {
  const step = steps.find((one) => one < end && Object.keys(faults).some((name) => isOf(one, name)))
  if (step === undefined) return undefined
  return { step, faults: Object.fromEntries(Object.entries(faults).filter(([name]) => isOf(step, name))) }
}

/** A reader who describes an event, and the group that the event is sent to. */
interface Sending {
  readonly submitting: SubmittingTools
  readonly reader: PageRequest
  readonly group: GroupRecord | undefined
}

/** A page of the form, which may contain the picture in small. */
function shownPage(text: string, { site }: PageRequest, status = 200): RenderedPage {
  const { tiles, frameAncestors } = site
  const policy = contentSecurityPolicyWith({ tiles: tiles?.template, images: 'data:', frameAncestors })
  return { status, text, headers: { 'Content-Security-Policy': policy } }
}

/** The pages of the form of one reader, which sends the event to a group or to none. */
function pagesOf({ submitting, reader, group }: Sending) {
  const { site } = reader
  const paths = submitPageScriptAndApiPathsOf(reader)
  const formWith = (draft: FormDraft, similar: SubmitForm['similar']) => {
    const picture = heldPictureOf(draft, submitting)?.small
    return submitFormOf(draft, { isCorrection: false, rhythm: '', similar, picture, group }, reader)
  }
  return {
    async step(draft: FormDraft, step: FormStepName, similar: SubmitForm['similar'] = {}) {
      const form = await formWith(draft, similar)
      const status = Object.keys(draft.faults).length > 0 ? 400 : 200
      return shownPage(submitStepPage(form, step, paths, site), reader, status)
    },
    async preview(draft: FormDraft, refusal?: 'often' | 'again', status = 200) {
      const form = await formWith(draft, {})
      const event = await previewedEventOfForm(form, reader)
      return shownPage(submitPreviewPage(form, { event, refusal }, paths, site), reader, status)
    },
  }
}

/** The page to which a step leads: the next one, or the first one that has a fault or a question. */
async function nextPage(form: SubmittedForm, draft: FormDraft, sending: Sending) {
  const pages = pagesOf(sending)
  const wanted = Number(form.change ?? form.to)
  const target = [1, 2, 3, 4].find((one) => one === wanted) ?? 1
  const isBack = form.change !== undefined
  if (isBack) return pages.step({ ...draft, faults: {} }, steps.find((one) => one === target) ?? 1)
  const { faults = {} } = parsedForm({ ...form, image: undefined })
  const faulty = faultyStep({ ...faults, ...draft.faults }, target)
  if (faulty !== undefined) return pages.step({ ...draft, faults: faulty.faults }, faulty.step)
  if (target === 1) return pages.step({ ...draft, faults: {} }, 1)
  if (target === 2) return pages.step({ ...draft, faults: {} }, 2)
  const { draft: known, similar } = await findKnownAndSimilarItemsOfDraft(draft, sending.reader)
  if (Object.keys(similar).length > 0) return pages.step(known, 2, similar)
  return target === 3 ? pages.step(known, 3) : pages.preview(known)
}

/** Stores a form that was sent. Returns the secret of its page. Throws 400, 429 or 503. */
async function store(
  form: SubmittedForm,
  { raw, values }: Extract<ReturnType<typeof parsedForm>, { readonly raw: unknown }>,
  { limits }: SubmittingTools,
  { context, site, ip }: PageRequest,
): Promise<string> {
  countOrRefuseSubmissionTry(limits, addressRateKey(ip))
  const proof = typeof form.proof === 'string' && form.proof !== '' ? form.proof : undefined
  const { image: _image, submitter: _submitter, nickname: _nickname, group: _group, ...sent } = raw
  const { secret } = await storeSubmission(
    {
      space: limits.space,
      args: values,
      sent,
      proof,
      sender: addressRateKey(ip),
      language: site.language,
      submitter: values.submitter,
      image: values.image,
    },
    context,
  )
  return secret
}

/** Takes a form, or shows the page that has the reason against it. */
async function sentPage(form: SubmittedForm, draft: FormDraft, sending: Sending): Promise<RenderedPage> {
  const { submitting, reader } = sending
  const pages = pagesOf(sending)
  const againstIt = (faults: FormDraft['faults'], error?: Problem) => {
    const faulty = faultyStep(faults, steps.length + 1)
    if (faulty !== undefined) return pages.step({ ...draft, faults: faulty.faults }, faulty.step)
    return pages.preview(draft, error?.status === 429 ? 'often' : 'again', error?.status ?? 400)
  }
  const image = heldPictureOf(draft, submitting)?.file
  const read = parsedForm({ ...form, image })
  const faults = { ...read.faults, ...draft.faults }
  if (read.values === undefined || Object.keys(faults).length > 0) return againstIt(faults)
  try {
    const secret = await store(form, read, submitting, reader)
    submitting.pictures.drop(draft.values.held ?? '')
    const Location = sitePath(reader.site, `submit/${secret}`, 'new=1')
    return { status: 303, text: '', headers: { Location } }
  } catch (error) {
    if (!isProblemBelow500(error)) throw error
    return againstIt(formFaultsFromArgFaults(Object(error.data.details)), error)
  }
}

/** The page with the form, and taking what it sends: a step, or all of it at once. */
export const makeSubmissionFormHandler =
  (submitting: SubmittingTools) =>
  async (reader: PageRequest): Promise<RenderedPage> => {
    const { form } = reader
    const sending = { submitting, reader, group: await namedGroup(reader) }
    if (form === undefined) return pagesOf(sending).step(emptyDraft, 1)
    const draft = await formDraftOf(form, submitting, reader)
    const isSent = form.step === undefined || (form.change === undefined && form.to === 'send')
    return isSent ? sentPage(form, draft, sending) : nextPage(form, draft, sending)
  }

// The page of a submission, with which it is followed, corrected and withdrawn (contract §14).

const secretOf = ({ params }: PageRequest) => params.secret ?? ''

/** Parses a correction. It is as complete as a submission, and clears what was emptied, as only an update does. */
function corrected(form: SubmittedForm) {
  const { faults } = parsedForm(form)
  if (faults !== undefined) return { faults }
  const { raw } = formArgs(form, true)
  const args = { ...raw, ...(form.forget === 'true' && raw.image === undefined && { image: null }) }
  const read = formOfArgs(correctionArgs, args, 'update')
  return isWhole(read) ? { raw, values: read.values } : { faults: formFaultsFromArgFaults(read.faults) }
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
