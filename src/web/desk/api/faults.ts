/** Errors that the service reports: as text, and by form field. */
import { language, t } from '../words/index.ts'
import { translatedSentence } from './sentences.ts'
import type { ProblemBody } from './types.ts'

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

/**
 * Returns the message of the service, in the language of the desk as far as the desk has words for all of it; of a session that ended,
 * that of the dialog above the form, which asks to sign in again.
 */
function messageOf({ code, message, data }: Partial<ProblemBody>): string {
  if (code === 'rest_not_logged_in') return t('expired')
  if (message === undefined) return t('fault.unreachable')
  if (language === 'en') return message
  const params = Object.values(data?.params ?? {})
  const sentences = (code === 'rest_invalid_param' ? params : [message]).map(translatedSentence)
  return sentences.length === 0 || sentences.includes(undefined) ? message : [...new Set(sentences)].join(' ')
}

function fieldsOf(data: ProblemBody['data'] | undefined): Readonly<Record<string, string>> {
  const params = data?.params ?? {}
  const missing = Array.isArray(params)
    ? Object.fromEntries(params.map((name) => [name, t('fault.missing')]))
    : params
  const invalid = Object.entries(data?.invalid ?? {}).map(([name, { message }]) => [name, message])
  const all = Object.entries<string>({ ...missing, ...Object.fromEntries(invalid) })
  return Object.fromEntries(all.map(([name, sentence]) => [name, translatedSentence(sentence) ?? sentence]))
}

/** Turns any thrown value into a fault. */
export const faultOf = (error: unknown): RequestFault =>
  error instanceof RequestFault ? error : new RequestFault(0, { message: faultMessage(error) })

/** Returns a message of one sentence for any thrown value. */
export const faultMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Returns whether a write was refused because an entry is not what the user saw. */
export const isOutdatedReviewFault = (error: unknown): boolean =>
  error instanceof RequestFault && error.code === 'review_outdated'
