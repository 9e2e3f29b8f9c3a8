/** Errors that the service reports: as text, and by form field. */
import { type Key, t } from '../words/index.ts'
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

/** Returns the message of the service; of a session that ended, that of the dialog above the form, which asks to sign in again. */
function messageOf({ code, message }: Partial<ProblemBody>): string {
  return code === 'rest_not_logged_in' ? t('expired') : (message ?? t('fault.unreachable'))
}

/** Words of the desk for the sentences that the service says of fields most often. The service speaks English alone. */
const sentences: Readonly<Record<string, Key>> = {
  'must not be empty': 'fault.empty',
  'must not be negative': 'fault.negative',
  'must not be before start_date': 'fault.before-start',
  'must be a URL that begins with http://, https://, mailto: or tel:': 'fault.address',
  'must be an e-mail address such as name@example.org': 'fault.email',
}

/** Returns what the service says of a field in the language of the desk, as far as the desk knows it. */
function inOurWords(sentence: string): string {
  const key = Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined
  return key === undefined ? sentence : t(key)
}

function fieldsOf(data: ProblemBody['data'] | undefined): Readonly<Record<string, string>> {
  const params = data?.params ?? {}
  const missing = Array.isArray(params)
    ? Object.fromEntries(params.map((name) => [name, t('fault.missing')]))
    : params
  const invalid = Object.entries(data?.invalid ?? {}).map(([name, { message }]) => [name, message])
  const all = Object.entries<string>({ ...missing, ...Object.fromEntries(invalid) })
  return Object.fromEntries(all.map(([name, sentence]) => [name, inOurWords(sentence)]))
}

/** Turns any thrown value into a fault. */
export const faultOf = (error: unknown): RequestFault =>
  error instanceof RequestFault ? error : new RequestFault(0, { message: faultMessage(error) })

/** Returns a message of one sentence for any thrown value. */
export const faultMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Returns whether a write was refused because an entry is not what the user saw. */
export const isOutdatedWrite = (error: unknown): boolean =>
  error instanceof RequestFault && error.code === 'review_outdated'
