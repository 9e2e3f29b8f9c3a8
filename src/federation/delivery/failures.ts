/** Why a delivery failed, as editors are told it. */
import type { DeliveryFailureCause } from '../../store/store.ts'

/** The failures in which the host itself is in trouble, and not only this delivery. */
const troubles: readonly DeliveryFailureCause['reason'][] = [
  ...(['no-connection', 'no-answer', 'unknown-host', 'not-public', 'certificate'] as const),
  ...(['busy', 'fault'] as const),
]

/** Statuses by which a server in front of the host says that this is away. Other faults may come of one event that the host can't take. */
const AWAY = [502, 503, 504]

/** Returns what a failure says of the host: that it is in trouble, that it may be, or nothing. */
export function hostTroubleOf({ reason, status }: DeliveryFailureCause): 'sure' | 'possible' | undefined {
  if (reason === 'fault' && !AWAY.includes(status)) return 'possible'
  return troubles.includes(reason) ? 'sure' : undefined
}

/** Codes of errors of connections by what they mean; those of certificates are many. */
const reasonsByCode: Readonly<Record<string, DeliveryFailureCause['reason']>> = {
  ENOTFOUND: 'unknown-host',
  EAI_AGAIN: 'unknown-host',
  ETIMEDOUT: 'no-answer',
}

const CERTIFICATE = /^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO)/

/** Returns the code of an error, or of what caused it. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return codeOf(error.cause)
}

/** Returns why there was no response. */
export function failureOfError(error: unknown): DeliveryFailureCause {
  const code = codeOf(error)
  const message = error instanceof Error ? error.message : ''
  const known = code === undefined ? undefined : reasonsByCode[code]
  if (known !== undefined) return { reason: known, status: 0 }
  if (code !== undefined && CERTIFICATE.test(code)) return { reason: 'certificate', status: 0 }
  if (code !== undefined) return { reason: 'no-connection', status: 0 }
  return { reason: message.startsWith('there was no response') ? 'no-answer' : 'not-public', status: 0 }
}

function reasonOf(status: number): DeliveryFailureCause['reason'] {
  if (status === 410) return 'gone'
  if (status >= 500) return 'fault'
  if (status === 429 || status === 408) return 'busy'
  return status >= 300 && status < 400 ? 'redirect' : 'refused'
}

/** Returns why a response means that a delivery failed; undefined where it arrived. */
export function failureOfStatus(status: number): DeliveryFailureCause | undefined {
  return status >= 200 && status < 300 ? undefined : { reason: reasonOf(status), status }
}
