/** The error of a request to an address that users give. */
import { because, type RefusalReason } from '../../problem.ts'

/** Why an address could not be fetched. */
export class FetchError extends Error {
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, cause?: unknown) {
    super(reason.message, { cause })
    this.reason = reason
  }
}

/** Returns the reason for a status that is not accepted. People do different things about them. */
export function refusedStatusReason(status: number, wanted: string): RefusalReason {
  const values = { status, wanted }
  if (status === 404 || status === 410) return because('address_gone', values)
  if (status === 401 || status === 403) return because('address_refused', values)
  return because(status === 429 || status === 503 ? 'address_busy' : 'address_broken', values)
}
