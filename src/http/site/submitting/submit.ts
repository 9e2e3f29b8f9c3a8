/** The pages with which the public submits an event, step by step (contract §14). */
import { resolveGroupTarget } from '../../../actions/groups/of-event.ts'
import { argsIfWhole } from '../../../contract/arg.ts'
import { groupTarget } from '../../../contract/kinds.ts'
import { submissionArgs } from '../../../contract/operations/submissions.ts'
import { titleForStorage } from '../../../domain/text/plain-text.ts'
import { because, invalidParam, Problem } from '../../../problem.ts'
import { sitePath } from '../../../representations/html/site/site.ts'
import type { SubmitForm } from '../../../representations/html/site/submissions/submit-fields.ts'
import {
  type FormStepName,
  stepFieldNames,
} from '../../../representations/html/site/submissions/submit-form.ts'
import {
  submitPreviewPage,
  submitStepPage,
} from '../../../representations/html/site/submissions/submit-page.ts'
import type { PreviewedEvent } from '../../../representations/html/site/submissions/submit-preview.ts'
import { storeSubmission } from '../../../review/submit.ts'
import type { GroupRecord } from '../../../store/store.ts'
import { addressRateKey } from '../../../support/rate-limiter.ts'
import { countOrRefuseSubmissionTry } from '../../auth/submission-tries.ts'
import { contentSecurityPolicyWith } from '../assets/assets.ts'
import type { PageRequest, RenderedPage } from '../reader.ts'
import {
  chosenOrCertainLinkedItem,
  emptyDraft,
  type FormDraft,
  findKnownAndSimilarItemsOfDraft,
  formDraftOf,
  heldPictureOf,
  type SubmittingTools,
  submitFormOf,
} from './draft.ts'
import { submitPageScriptAndApiPathsOf } from './script-paths.ts'
import { addressWithScheme, formArgs, formFaultsFromArgFaults, type SubmittedForm } from './submit-args.ts'

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
export const isProblemBelow500 = (error: unknown): error is Problem =>
  error instanceof Problem && error.status < 500

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
export function parsedForm(form: SubmittedForm) {
  const { raw: described, faults } = formArgs(form)
  // Only a submission names its group: a correction keeps that of the event.
  const raw: SubmittedForm = { ...described, ...(isText(form.group) && { group: form.group }) }
  const read = argsIfWhole(args, raw, 'create')
  // An end follows from the start.
  const missing = 'missing' in read ? read.missing.filter((name) => name !== 'end_date') : []
  const isMissing = missing.map((name) => [name, 'missing'])
  const found = 'faults' in read ? formFaultsFromArgFaults(read.faults) : {}
  const all: Readonly<Record<string, string>> = { ...found, ...Object.fromEntries(isMissing), ...faults }
  return 'values' in read && Object.keys(all).length === 0 ? { raw, values: read.values } : { faults: all }
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
