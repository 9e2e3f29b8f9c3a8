/** Errors that the service reports: as text, and by form field. */

import { filledText } from '../../../words/finder.ts'
import { loadedOnce } from '../parts/once.ts'
import { language, t, wordAt } from '../words/index.ts'
import type { ProblemBody } from './types.ts'

// Refusals of the service in the language of the desk, by their reasons.

/** Why the service refuses something: a reason or a code, and its values. */
interface Refusal {
  readonly reason?: string | undefined
  readonly values?: Readonly<Record<string, unknown>> | undefined
}

/** The words by reason, the reasons told in the words of others, how a value of a name is written, and what forms call an arg. */
export interface RefusalTelling {
  readonly words: Readonly<Record<string, string>>
  readonly toldAlike: ReadonlyMap<string, string>
  readonly valueText: (name: string, value: unknown) => string
  readonly labelOf: (name: string) => string | undefined
}

/** The words that are there from the start; the others are loaded with the first refusal. */
let telling: RefusalTelling = {
  words: { missing: t('fault.missing') },
  toldAlike: new Map(),
  valueText: (_, value) => String(value),
  labelOf: wordAt,
}

/** Loads the words for refusals. Without a connection refusals stay in the English of the service. */
export const { load: loadRefusalWordsOnce } = loadedOnce(async () => {
  const { words, ...rest } = await (await import('../words/telling.ts')).loadRefusalTelling(language)
  telling = { ...rest, words: { ...telling.words, ...words } }
  return telling
})

/** Returns a value as text: of a reason behind another one in words, as far as there are any. */
function textOfValue(name: string, value: unknown): string {
  if (typeof value !== 'object' || value === null) return telling.valueText(name, value)
  const { message = '', ...refusal }: Refusal & { readonly message?: string } = value
  return refusalText(refusal) ?? message
}

/** Returns a refusal in words; undefined where the desk has none. */
export function refusalText({ reason = '', values = {} }: Refusal): string | undefined {
  const text = telling.words[telling.toldAlike.get(reason) ?? reason]
  const texts = Object.entries(values).map(([name, value]) => [name, textOfValue(name, value)] as const)
  return text === undefined ? undefined : filledText(text, Object.fromEntries(texts))
}

/** A failed request: any status but 2xx, or 0 if there was no response. */
export class RequestFault extends Error {
  readonly status: number
  readonly code: string
  /** The reason for each invalid field, by the name of the arg, such as `venue[0].website`. */
  readonly fields: Readonly<Record<string, string>>
  /** The id of the term that already has the name, if the name is a duplicate. */
  readonly termId: number | undefined

  constructor(status: number, body: Partial<ProblemBody>) {
    super(messageOf(body))
    this.status = status
    this.code = body.code ?? ''
    this.fields = fieldsOf(body.data)
    this.termId = body.data?.term_id
  }
}

/** The code of a request without a session, which has its own words. */
const NOT_SIGNED_IN = 'rest_not_logged_in'

/** Returns a failed request, once the words for it are there. */
export async function faultOfResponse(status: number, body: Partial<ProblemBody>): Promise<RequestFault> {
  if (body.code !== NOT_SIGNED_IN) await loadRefusalWordsOnce()
  return new RequestFault(status, body)
}

/** A fault with the label of its field: names of the API say nothing to people. */
function labelled(name: string, fault: string | undefined): string | undefined {
  const label = telling.labelOf(name)
  return fault === undefined || label === undefined ? fault : t('labelled', { label, text: fault })
}

type Data = Partial<NonNullable<ProblemBody['data']>>

/** Returns the invalid fields of a request, by the names of their args. */
const invalidFields = ({ details, invalid }: Data = {}) => Object.entries({ ...details, ...invalid })

/** Returns the names of the fields that are missing. */
const missingFields = ({ params }: Data = {}): readonly string[] => (Array.isArray(params) ? params : [])

/**
 * Returns why a request is refused, in the language of the desk as far as the desk has words for all of it; of a session that ended,
 * the message of the dialog above the form, which asks to sign in again.
 */
function messageOf({ code, message, data }: Partial<ProblemBody>): string {
  if (code === NOT_SIGNED_IN) return t('expired')
  if (message === undefined) return t('fault.unreachable')
  const missing = missingFields(data).map((name) => labelled(name, t('fault.missing')))
  const invalid = invalidFields(data)
  // English has its own words for what is no fault of a field.
  if (language === 'en' && missing.length + invalid.length === 0) return message
  const faults = [...missing, ...invalid.map(([name, fault]) => labelled(name, refusalText(fault)))]
  const texts =
    faults.length > 0 ? faults : [refusalText({ reason: data?.reason ?? code, values: data?.values })]
  return texts.includes(undefined) ? message : [...new Set(texts)].join(' ')
}

const fieldFaultText = (name: string, fault: Refusal & { readonly message: string }): string =>
  name === 'title' && fault.reason === 'empty' ? t('title.enter') : (refusalText(fault) ?? fault.message)

const fieldsOf = (data: ProblemBody['data'] | undefined): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...missingFields(data).map((name) => [name, t('fault.missing')] as const),
    ...invalidFields(data).map(([name, fault]) => [name, fieldFaultText(name, fault)] as const),
  ])

/** Turns any thrown value into a fault. */
export const faultOfThrown = (error: unknown): RequestFault =>
  error instanceof RequestFault ? error : new RequestFault(0, { message: faultMessage(error) })

/** Returns a message of one sentence for any thrown value. */
export const faultMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Returns whether a write was refused because an entry is not what the user saw. */
export const isOutdatedReviewFault = (error: unknown): boolean =>
  error instanceof RequestFault && error.code === 'review_outdated'

/** Returns whether a request had no response: the network or the service is gone. */
export const isUnreachable = (error: unknown): boolean => error instanceof RequestFault && error.status === 0
