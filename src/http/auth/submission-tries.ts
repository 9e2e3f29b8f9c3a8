/** Tries to submit: each may check an image (contract §14). */

import { newRateCounter, type RateCounter } from '../../support/rate-limiter.ts'
import type { AppOptions } from '../options.ts'

/** Tries a minute from one address. */
const MAX_TRIES = 20

/** The limits of the submissions of one application. */
export interface SubmissionLimitsOfApplication {
  readonly tries: RateCounter
  /** The most bytes that everything takes that the public sent and nobody approved. */
  readonly space: number
  elapsed(): number
}

/** Counts a try of a sender. Throws 429 after too many. */
export function countOrRefuseSubmissionTry(
  { tries, elapsed }: SubmissionLimitsOfApplication,
  sender: string,
): void {
  tries.allow(sender, elapsed())
  tries.count(sender, elapsed())
}

/** New, empty counts. */
export const newSubmissionQuota = ({
  elapsed,
  submissionsSpace,
}: Pick<AppOptions, 'elapsed' | 'submissionsSpace'>): SubmissionLimitsOfApplication => ({
  tries: newRateCounter(MAX_TRIES),
  space: submissionsSpace,
  elapsed,
})
