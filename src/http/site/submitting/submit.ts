/** The pages with which the public submits an event, and corrects or withdraws it (contract §14). */
import { list } from '../../../actions/list.ts'
import { correct, publicSlugOf, submissionOf, withdrawSubmission } from '../../../actions/submissions/own.ts'
import { isWaiting, storeSubmission } from '../../../actions/submissions/submit.ts'
import { readAllArgs } from '../../../contract/arg.ts'
import { submissionArgs } from '../../../contract/operations/submissions.ts'
import { plainTextOf } from '../../../domain/text/plain-text.ts'
import { Problem } from '../../../problem.ts'
import { sitePath } from '../../../representations/html/site/site.ts'
import type { SubmitForm } from '../../../representations/html/site/submissions/submit-form.ts'
import {
  type SubmitFormPaths,
  statusPage,
  submitPage,
} from '../../../representations/html/site/submissions/submit-page.ts'
import type { Submission } from '../../../store/store.ts'
import { addressName } from '../../auth/rate-limiter.ts'
import { countSubmissionTry, type SubmissionLimits } from '../../operations/submissions/submissions.ts'
import { assetUrlPath } from '../assets/assets.ts'
import type { PageReader, RenderedPage } from '../reader.ts'
import { formArgs, formFaults, type SubmittedForm, shownFormValues } from './submit-args.ts'

const MAX_CATEGORIES = 100
const MAX_VENUES = 100

/** The proof may be missing: a browser without JavaScript computes none. */
const { proof: _proof, ...args } = submissionArgs.submit
const secretOf = ({ params }: PageReader) => params.secret ?? ''
const isTold = (error: unknown): error is Problem => error instanceof Problem && error.status < 500

function placesOf({ site }: PageReader): SubmitFormPaths {
  const base = new URL(site.root.base).pathname.replace(/\/$/, '')
  const api = sitePath(site, site.root.namespace)
  return {
    script: assetUrlPath(base, 'submitScript'),
    challenge: `${api}submissions/challenge`,
    venues: `${api}venues`,
  }
}

/** The form with what can be chosen in it. */
async function formOf(
  { context }: PageReader,
  form: Pick<SubmitForm, 'values' | 'faults' | 'isCorrection'> & { readonly chosen: ReadonlySet<number> },
): Promise<SubmitForm> {
  const common = { page: 1, order: 'asc' } as const
  const terms = { ...common, per_page: MAX_CATEGORIES, orderby: 'name', hide_empty: false } as const
  const categories = (await list('category', terms, context)).items.map(({ record }) => record)
  const some = { ...common, per_page: MAX_VENUES, orderby: 'name', only_with_upcoming: false } as const
  const venues = (await list('venue', some, context)).items.map(({ record }) => record.name)
  return { ...form, categories: categories.map(({ id, name }) => ({ id, name })), venues }
}

const noCategories: ReadonlySet<number> = new Set()
const empty = { values: {}, faults: {}, isCorrection: false, chosen: noCategories }

/** Parses the form; its faults by field. */
function parsed(form: SubmittedForm) {
  const { raw, faults } = formArgs(form)
  const read = readAllArgs(args, raw, 'create')
  const isMissing = 'missing' in read ? read.missing.map((name) => [name, 'missing']) : []
  const found = 'faults' in read ? formFaults(read.faults) : {}
  const all: Readonly<Record<string, string>> = { ...found, ...Object.fromEntries(isMissing), ...faults }
  return 'values' in read && Object.keys(all).length === 0 ? { raw, values: read.values } : { faults: all }
}

/** Parses a correction. It is as complete as a submission, and clears what was emptied, as only an update does. */
function corrected(form: SubmittedForm) {
  const { faults } = parsed(form)
  if (faults !== undefined) return { faults }
  const { raw } = formArgs(form, true)
  const read = readAllArgs(submissionArgs['change-submission'], raw, 'update')
  return 'values' in read ? { raw, values: read.values } : { faults: formFaults(read.faults) }
}

const redirect = (to: string): RenderedPage => ({ status: 303, text: '', headers: { Location: to } })

/** The page with the form, and taking what it sends. */
export const submitPages =
  (limits: SubmissionLimits) =>
  async (reader: PageReader): Promise<RenderedPage> => {
    const { site, form, context } = reader
    const shown = async (part: Parameters<typeof formOf>[1], isRefused = false) =>
      submitPage(await formOf(reader, part), isRefused, placesOf(reader), site)
    if (form === undefined) return shown(empty)
    const read = parsed(form)
    const { faults = {} } = read
    const again = { values: shownFormValues(form), faults, isCorrection: false, chosen: chosenIn(form) }
    if (read.values === undefined) return { status: 400, text: await shown(again) }
    try {
      countSubmissionTry(limits, reader.ip)
      const proof = typeof form.proof === 'string' && form.proof !== '' ? form.proof : undefined
      const { raw, values } = read
      const { image: _image, submitter: _submitter, nickname: _nickname, ...sent } = raw
      const { secret } = await storeSubmission(
        {
          space: limits.space,
          args: values,
          sent,
          proof,
          sender: addressName(reader.ip),
          language: site.language,
          submitter: values.submitter,
          image: values.image,
        },
        context,
      )
      return redirect(sitePath(site, `submit/${secret}`, 'new=1'))
    } catch (error) {
      if (!isTold(error)) throw error
      const found = formFaults(Object(error.data.details))
      return { status: error.status, text: await shown({ ...again, faults: found }, error.status === 429) }
    }
  }

const chosenIn = ({ categories = [] }: SubmittedForm): ReadonlySet<number> =>
  new Set([categories].flat().map(Number))

/** The fields of a correction, as the event is now. */
async function valuesNow({ sent, event_id, name, email }: Submission, { context }: PageReader) {
  const event = await context.store.find('event', { id: event_id }, context.moment)
  const text = (raw: unknown) => (typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '')
  const venue = Object(sent.venue)
  const local = (wall = '') => wall.slice(0, 16).replace(' ', 'T')
  return {
    title: event?.title ?? text(sent.title),
    start_date: local(event?.start_date),
    end_date: local(event?.end_date),
    ...(event?.all_day === 1 && { all_day: 'true' }),
    description: plainTextOf(event?.description ?? ''),
    'venue[venue]': text(venue.venue),
    'venue[address]': text(venue.address),
    'venue[city]': text(venue.city),
    'organizer[organizer]': text(Object(sent.organizer).organizer),
    website: event?.website ?? '',
    cost: text(sent.cost),
    'submitter[name]': name,
    'submitter[email]': email,
  }
}

async function statusOf(reader: PageReader, faults: Readonly<Record<string, string>>): Promise<RenderedPage> {
  const { context, site, query, form } = reader
  const submission = await submissionOf(secretOf(reader), context.store)
  const now = await valuesNow(submission, reader)
  const slug = await publicSlugOf(submission, context.store, context)
  const links = await context.store.linksOf(submission.event_id)
  const isWrong = Object.keys(faults).length > 0 && form !== undefined
  const part = { faults, isCorrection: true }
  const shown = isWaiting(submission)
    ? await formOf(
        reader,
        isWrong
          ? { ...part, values: shownFormValues(form), chosen: chosenIn(form) }
          : { ...part, values: now, chosen: new Set(links.category) },
      )
    : undefined
  const own = {
    state: submission.state,
    title: now.title,
    message: submission.message,
    page: slug === undefined ? '' : sitePath(site, `event/${encodeURIComponent(slug)}`),
    secret: secretOf(reader),
    isNew: query.text('new') === '1',
    dropped: submission.dropped,
  }
  const text = statusPage(own, shown, placesOf(reader), site)
  return { status: isWrong ? 400 : 200, text, headers: { 'Cache-Control': 'private, no-store' } }
}

/** The page of a submission, with which it is corrected and withdrawn. */
export const submissionPages =
  (limits: SubmissionLimits) =>
  async (reader: PageReader): Promise<RenderedPage> => {
    const { form, context, site } = reader
    if (form === undefined) return statusOf(reader, {})
    const secret = secretOf(reader)
    await submissionOf(secret, context.store)
    const back = redirect(sitePath(site, `submit/${encodeURIComponent(secret)}`))
    try {
      if (form.act === 'withdraw') {
        await withdrawSubmission(secret, context)
        return back
      }
      countSubmissionTry(limits, reader.ip)
      const { raw, values, faults = {} } = corrected(form)
      if (values === undefined) return statusOf(reader, faults)
      const { image: _image, submitter: _submitter, nickname: _nickname, ...sent } = raw
      const { image, submitter } = values
      const { space } = limits
      await correct(secret, { args: values, sent, submitter: submitter ?? undefined, image, space }, context)
      return back
    } catch (error) {
      if (!isTold(error) || error.status !== 400) throw error
      return statusOf(reader, formFaults(Object(error.data.details)))
    }
  }
