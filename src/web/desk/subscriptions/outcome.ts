/** The result of the last read of a calendar, in the words of the reader. */
import { refusalText } from '../api/refusals.ts'
import type { Subscription } from './subscriptions.ts'

/** Returns the result in words; in the English of the service where the desk has none. */
export const readResultText = (subscription: Subscription): string =>
  refusalText(subscription) ?? subscription.result

/** Returns what the service tells of a failure, besides its words, for those who help; "" where there is nothing more. */
export function technicalFailureText(subscription: Subscription): string {
  const { result, failures } = subscription
  return failures > 0 && readResultText(subscription) !== result ? result.replace(/^failed: /, '') : ''
}
