/** An event as far as somebody has described it: the values of the form, its picture, and the items that its names mean. */
import { randomBytes } from 'node:crypto'
import { listItems } from '../../../actions/list.ts'
import type { Upload } from '../../../contract/kinds.ts'
import { listTerms } from '../../../items/term-queries.ts'
import type { SimilarItem, SubmitForm } from '../../../representations/html/site/submissions/submit-fields.ts'
import { publicItemMeantBy, publicItemWithId, similarPublicItems } from '../../../review/known-item.ts'
import { shrunkSubmissionImage } from '../../../review/picture.ts'
import { addressRateKey } from '../../../support/rate-limiter.ts'
import {
  countOrRefuseSubmissionTry,
  newSubmissionQuota,
  type SubmissionLimitsOfApplication,
} from '../../auth/submission-tries.ts'
import type { AppOptions } from '../../options.ts'
import type { PageRequest } from '../reader.ts'
import { type SubmittedForm, shownFormValues } from './submit-args.ts'

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

/** The pictures that are kept; `now` are the seconds of a monotonic clock. */
interface HeldPictures {
  /** Keeps a picture. Returns the secret by which it is found. */
  hold(picture: HeldPicture, sender: string, now: number): string
  find(secret: string, now: number): HeldPicture | undefined
  drop(secret: string): void
}

const sizeOf = ({ file, small }: HeldPicture) => file.bytes.length + small.length

/** Returns a place for pictures, empty at first. */
function newHeldPictures(): HeldPictures {
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
    hold(picture, sender, now) {
      dropOld(now)
      const own = [...held].filter(([, one]) => one.sender === sender)
      for (const [secret] of own.slice(0, Math.max(0, own.length - MAX_OF_SENDER + 1))) drop(secret)
      for (const [oldest] of held) if (bytes + sizeOf(picture) > MAX_BYTES) drop(oldest)
      const secret = randomBytes(24).toString('base64url')
      held.set(secret, { ...picture, sender, until: now + MAX_AGE })
      bytes += sizeOf(picture)
      return secret
    },
    find(secret, now) {
      dropOld(now)
      return held.get(secret)
    },
    drop,
  }
}

/** The limits of submissions, and the pictures of forms. */
export interface SubmittingTools {
  readonly limits: SubmissionLimitsOfApplication
  readonly pictures: HeldPictures
  /** Whether the service sends e-mail. */
  readonly sendsMail: boolean
}

/** Returns the limits, and no pictures yet. */
export const newSubmittingTools = (options: AppOptions): SubmittingTools => ({
  limits: newSubmissionQuota(options),
  pictures: newHeldPictures(),
  sendsMail: options.mail !== undefined,
})

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
