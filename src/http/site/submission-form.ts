/** The form of a submission: its fields as args, its picture, the items that its names mean. */

import { randomBytes } from 'node:crypto'
import { listItems } from '../../actions/list.ts'
import type { Upload } from '../../contract/kinds.ts'
import { htmlOfText } from '../../domain/text/plain-text.ts'
import { listTerms } from '../../items/terms.ts'
import type { Fault } from '../../problem.ts'
import { sitePath } from '../../representations/html/site/site.ts'
import type { SimilarItem, SubmitForm } from '../../representations/html/site/submit-form.ts'
import type { SubmitPageScriptAndApiPaths } from '../../representations/html/site/submit-page.ts'
import {
  publicItemMeantBy,
  publicItemWithId,
  shrunkSubmissionImage,
  similarPublicItems,
} from '../../review/submit.ts'
import { addressRateKey } from '../../support/rate-limiter.ts'
import { countOrRefuseSubmissionTry, newSubmissionQuota } from '../auth/admission.ts'
import type { AppOptions } from '../options.ts'
import type { RawArgs } from '../request/query.ts'
import { assetUrlPath } from './assets.ts'
import type { PageRequest } from './reader.ts'

// The form of a submission → the args of the interface (contract §14).

/** The fields of the form as sent, with its file. */
export type SubmittedForm = RawArgs

const dayOf = (moment: string) => moment.slice(0, 10)
const textOf = (raw: unknown): string => (typeof raw === 'string' ? raw.trim() : '')

/** The members of an inline item as sent. A text has none: its characters are no members. */
const membersOf = (raw: unknown): readonly (readonly [string, unknown])[] =>
  typeof raw === 'object' && raw !== null ? Object.entries(raw) : []

/** The members of an inline item that are filled in; undefined if none is. A text in its place is an item without a name. */
function inline(raw: unknown): Readonly<Record<string, string>> | undefined {
  if (textOf(raw) !== '') return {}
  const given = membersOf(raw)
    .map(([name, value]) => [name, textOf(value)])
    .filter(([, value]) => value !== '')
  return given.length === 0 ? undefined : Object.fromEntries(given)
}

/** The args of a venue or an organizer: of the known one that was chosen for the typed name, else of a new one. */
function linkOf(
  name: 'venue' | 'organizer',
  raw: unknown,
): Readonly<Record<string, string | number>> | undefined {
  const given = inline(raw)
  if (given === undefined) return undefined
  const { id = '', of = '', ...typed } = given
  // The choice is for the name that was typed then.
  if (/^\d{1,15}$/.test(id) && of !== '' && of === typed[name]) return { id: Number(id) }
  return id + of !== '' && Object.keys(typed).length === 0 ? undefined : typed
}

const rules: Readonly<Record<string, string>> = { weekly: 'WEEKLY', monthly: 'MONTHLY' }

/** The rule of a simple repetition, up to and including a day; or the fault of that day. */
function recurrenceOf(form: SubmittedForm): {
  readonly lines?: readonly string[]
  readonly faults: Record<string, string>
} {
  const frequency = rules[textOf(form.repeats)]
  if (frequency === undefined) return { faults: {} }
  const until = textOf(form.until)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(until)) return { faults: { until: until === '' ? 'missing' : 'wrong' } }
  const start = dayOf(textOf(form.start_date))
  if (until < start) return { faults: { until: 'wrong' } }
  return { lines: [`RRULE:FREQ=${frequency};UNTIL=${until.replaceAll('-', '')}`], faults: {} }
}

/** The fault of an end before the start, where both are there. */
function endFault(form: SubmittedForm): Record<string, string> {
  const [start, end] = [textOf(form.start_date), textOf(form.end_date)]
  const [first, last] = form.all_day === 'true' ? [dayOf(start), dayOf(end)] : [start, end]
  const areMoments = [start, end].every((text) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text))
  return areMoments && last < first ? { end_date: 'wrong' } : {}
}

/** Returns an address as people type it: without its scheme it is https. */
export function addressWithScheme(text: string): string {
  return text === '' || /^[a-z]+:/i.test(text) ? text : `https://${text}`
}

/** The end of an event. One that names none ends on its day if it is all day, and otherwise has no end time. */
function endOf(form: SubmittedForm): RawArgs {
  const [start, end] = [textOf(form.start_date), textOf(form.end_date)]
  if (end !== '' || start === '') return { end_date: end }
  return form.all_day === 'true' ? { end_date: start } : { no_end_time: 'true' }
}

/** The args that a correction clears: of emptied fields, and of the boxes of a form with these fields that are not ticked. */
function clearedBy(form: SubmittedForm): RawArgs {
  const texts = ['description', 'website', 'cost'].filter((name) => textOf(form[name]) === '' && name in form)
  const links = (['venue', 'organizer'] as const).filter(
    (name) => name in form && linkOf(name, form[name]) === undefined,
  )
  return {
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    ...Object.fromEntries(links.map((name) => [name, []])),
    ...('start_date' in form && { all_day: false, categories: [] }),
  }
}

/** Returns the args that a form stands for, and the faults of fields that are no args. A correction also clears fields. */
export function formArgs(
  form: SubmittedForm,
  isCorrection = false,
): { readonly raw: RawArgs; readonly faults: Record<string, string> } {
  const { lines, faults } = recurrenceOf(form)
  const plain = {
    title: textOf(form.title),
    start_date: textOf(form.start_date),
    ...endOf(form),
    all_day: textOf(form.all_day),
    description: htmlOfText(textOf(form.description)),
    website: addressWithScheme(textOf(form.website)),
    cost: textOf(form.cost),
  }
  const given = Object.entries(plain).filter(([, value]) => value !== '')
  const venue = linkOf('venue', form.venue)
  const organizer = linkOf('organizer', form.organizer)
  const categories = [form.categories ?? []].flat()
  const raw = {
    ...(isCorrection && clearedBy(form)),
    ...Object.fromEntries(given),
    ...(venue !== undefined && { venue }),
    ...(organizer !== undefined && { organizer }),
    ...(categories.length > 0 && { categories }),
    ...(lines !== undefined && { recurrence: lines }),
    ...(form.image !== undefined && form.image !== '' && { image: form.image }),
    submitter: inline(form.submitter) ?? {},
    nickname: textOf(form.nickname),
  }
  return { raw, faults: { ...faults, ...endFault(form) } }
}

/** The reasons for which the texts of a submission are too long together, which is the fault of the longest. */
const lengthReasons: readonly Fault['reason'][] = ['long_submission', 'too_long']

/** Faults of args → faults of the form's fields. */
export function formFaultsFromArgFaults(
  faults: Readonly<Record<string, Pick<Fault, 'reason'>>>,
): Record<string, string> {
  const fieldOf = (arg: string) => {
    const [, name, member] = /^(venue|organizer|submitter)(?:\[0\])?(?:\.(\w+))?$/.exec(arg) ?? []
    if (name === undefined) return arg === 'recurrence' ? 'until' : arg
    return `${name}[${member ?? (name === 'submitter' ? 'name' : name)}]`
  }
  const isLong = (arg: string, { reason }: Pick<Fault, 'reason'>) =>
    arg === 'description' && lengthReasons.includes(reason)
  return Object.fromEntries(
    Object.entries(faults).map(([arg, fault]) => [fieldOf(arg), isLong(arg, fault) ? 'long' : 'wrong']),
  )
}

/** The fields of a form as they are shown again. */
export function shownFormValues(form: SubmittedForm): Record<string, string> {
  const nested = ['venue', 'organizer', 'submitter'].flatMap((name) =>
    membersOf(form[name]).map(([member, value]) => [`${name}[${member}]`, textOf(value)]),
  )
  const own = Object.entries(form).map(([name, value]) => [name, textOf(value)])
  return Object.fromEntries([...own, ...nested])
}

/** Returns the paths that the script of the form needs. */
export function submitPageScriptAndApiPathsOf({ site }: PageRequest): SubmitPageScriptAndApiPaths {
  const base = new URL(site.root.base).pathname.replace(/\/$/, '')
  const api = sitePath(site, site.root.namespace)
  return {
    script: assetUrlPath(base, 'submitScript'),
    challenge: `${api}submissions/challenge`,
    venues: `${api}venues`,
    organizers: `${api}organizers`,
  }
}

// An event as far as somebody has described it: the values of the form, its picture, and the items that its names mean.

/*
 * Pictures of forms that are not sent yet: browsers don't send a file again with the next page. They are kept in the memory of the process
 * that takes forms, for an hour, within bounds; a picture that is gone is asked for again.
 */

/** Seconds for which a picture is kept. */
const MAX_AGE = 3600
/** The most bytes of all pictures, and the most pictures of one address. Beyond them, the oldest go. */
const MAX_BYTES = 64 * 1_048_576
const MAX_OF_SENDER = 3

/** A picture that is kept. */
interface HeldPicture {
  readonly file: Upload
  /** It in small, as a `data:` address. */
  readonly small: string
}

interface Held extends HeldPicture {
  readonly sender: string
  readonly until: number
}

const sizeOf = ({ file, small }: HeldPicture) => file.bytes.length + small.length

/** Returns a place for pictures, empty at first; `now` are the seconds of a monotonic clock. */
function newHeldPictures() {
  const held = new Map<string, Held>()
  let bytes = 0
  const drop = (secret: string) => {
    const one = held.get(secret)
    if (one !== undefined) bytes -= sizeOf(one)
    held.delete(secret)
  }
  const dropOld = (now: number) => {
    for (const [secret, { until }] of held) if (until <= now) drop(secret)
  }
  return {
    /** Keeps a picture. Returns the secret by which it is found. */
    hold(picture: HeldPicture, sender: string, now: number) {
      dropOld(now)
      const own = [...held].filter(([, one]) => one.sender === sender)
      for (const [secret] of own.slice(0, Math.max(0, own.length - MAX_OF_SENDER + 1))) drop(secret)
      for (const [oldest] of held) if (bytes + sizeOf(picture) > MAX_BYTES) drop(oldest)
      const secret = randomBytes(24).toString('base64url')
      held.set(secret, { ...picture, sender, until: now + MAX_AGE })
      bytes += sizeOf(picture)
      return secret
    },
    find(secret: string, now: number): HeldPicture | undefined {
      dropOld(now)
      return held.get(secret)
    },
    drop,
  }
}

/** Returns the limits, no pictures yet, and whether the service sends e-mail. */
export const newSubmittingTools = (options: AppOptions) => ({
  limits: newSubmissionQuota(options),
  pictures: newHeldPictures(),
  sendsMail: options.mail !== undefined,
})

export type SubmittingTools = ReturnType<typeof newSubmittingTools>

type Values = Readonly<Record<string, string>>

/** The state of a form. */
export interface FormDraft {
  readonly values: Values
  readonly faults: Readonly<Record<string, string>>
  readonly chosen: ReadonlySet<number>
}

/** The state of an empty form. */
export const emptyDraft: FormDraft = { values: {}, faults: {}, chosen: new Set() }

const isUpload = (raw: unknown): raw is Upload =>
  typeof raw === 'object' && raw !== null && 'bytes' in raw && raw.bytes instanceof Uint8Array

/** The picture of a form: the one that comes with it, else the one that is kept. Its fault, if it can't be kept. */
async function pictureOf(
  form: SubmittedForm,
  kept: string,
  { limits, pictures }: SubmittingTools,
  { context, ip }: PageRequest,
): Promise<{ readonly held: string; readonly fault?: string }> {
  const now = limits.elapsed()
  if (isUpload(form.image) && form.image.bytes.length > 0) {
    countOrRefuseSubmissionTry(limits, addressRateKey(ip))
    const small = await shrunkSubmissionImage(form.image, context)
    if (small === undefined) return { held: '', fault: 'wrong' }
    pictures.drop(kept)
    const address = `data:${small.type};base64,${Buffer.from(small.bytes).toString('base64')}`
    return { held: pictures.hold({ file: form.image, small: address }, addressRateKey(ip), now) }
  }
  if (form.forget === 'true') pictures.drop(kept)
  if (kept === '' || form.forget === 'true') return { held: '' }
  return pictures.find(kept, now) === undefined ? { held: '', fault: 'wrong' } : { held: kept }
}

/** Returns the state of a form that was sent. Its picture is kept for the pages that follow. Throws 429 after too many pictures. */
export async function formDraftOf(
  form: SubmittedForm,
  submitting: SubmittingTools,
  reader: PageRequest,
): Promise<FormDraft> {
  const {
    step: _step,
    to: _to,
    change: _change,
    forget: _forget,
    proof: _proof,
    ...values
  } = shownFormValues(form)
  const { held, fault } = await pictureOf(form, values.held ?? '', submitting, reader)
  const chosen = new Set([form.categories ?? []].flat().map(Number))
  return { values: { ...values, held }, faults: fault === undefined ? {} : { image: fault }, chosen }
}

/** The kept picture of a draft. */
export const heldPictureOf = ({ values }: FormDraft, { limits, pictures }: SubmittingTools) =>
  pictures.find(values.held ?? '', limits.elapsed())

type Similar = SubmitForm['similar']
const names = ['venue', 'organizer'] as const
type Linked = (typeof names)[number]

/** The choice that was made for the typed name: the id of an item, "new", or "" for none. */
function choiceOf(name: Linked, values: Values): string {
  const [typed = '', of = '', id = ''] = [
    values[`${name}[${name}]`],
    values[`${name}[of]`],
    values[`${name}[id]`],
  ]
  return typed !== '' && of === typed ? id : ''
}

/** The item that was chosen, or that the typed name means without a doubt. */
export async function chosenOrCertainLinkedItem(
  name: Linked,
  values: Values,
  { context }: PageRequest,
): Promise<SimilarItem | undefined> {
  const choice = choiceOf(name, values)
  if (/^\d{1,15}$/.test(choice)) return publicItemWithId(name, Number(choice), context)
  const [typed = '', address, city] = [
    values[`${name}[${name}]`],
    values['venue[address]'],
    values['venue[city]'],
  ]
  if (typed === '' || choice === 'new') return undefined
  return publicItemMeantBy(name, { name: typed, ...(name === 'venue' && { address, city }) }, context)
}

/** Returns the draft with the items that its names mean, and those among which somebody chooses where that is not certain. */
export async function findKnownAndSimilarItemsOfDraft(
  draft: FormDraft,
  reader: PageRequest,
): Promise<{ readonly draft: FormDraft; readonly similar: Similar }> {
  let { values, faults } = draft
  const similar: Partial<Record<Linked, readonly SimilarItem[]>> = {}
  for (const name of names) {
    const field = `${name}[${name}]`
    const typed = values[field] ?? ''
    if (typed === '' || choiceOf(name, values) === 'new') continue
    const item = await chosenOrCertainLinkedItem(name, values, reader)
    if (item !== undefined) {
      values = { ...values, [field]: item.name, [`${name}[of]`]: item.name, [`${name}[id]`]: String(item.id) }
      continue
    }
    const some = await similarPublicItems(name, typed, reader.context)
    if (some.length === 0) continue
    similar[name] = some
    if (values[`${name}[of]`] === typed) faults = { ...faults, [field]: 'choice' }
    values = { ...values, [`${name}[of]`]: typed, [`${name}[id]`]: '' }
  }
  return { draft: { ...draft, values, faults }, similar }
}

const MAX_CATEGORIES = 100
const MAX_KNOWN = 100

/** Returns the form of a draft, with what can be chosen in it. */
export async function submitFormOf(
  { values, faults, chosen }: FormDraft,
  more: Pick<SubmitForm, 'isCorrection' | 'rhythm' | 'similar' | 'picture' | 'group'>,
  { context }: PageRequest,
): Promise<SubmitForm> {
  const common = { page: 1, order: 'asc', orderby: 'name' } as const
  const terms = { ...common, per_page: MAX_CATEGORIES, hide_empty: false } as const
  const categories = (await listTerms('category', terms, context)).items.map(({ record }) => record)
  const some = { ...common, per_page: MAX_KNOWN, only_with_upcoming: false } as const
  const venues = (await listItems('venue', some, context)).items.map(({ record }) => record.name)
  const organizers = (await listItems('organizer', some, context)).items.map(({ record }) => record.name)
  const known = categories.map(({ id, name }) => ({ id, name }))
  return { values, faults, chosen, categories: known, venues, organizers, ...more }
}
