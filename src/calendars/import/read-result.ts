/** The result of a read of a subscribed calendar: for people, and for programs. */
import { redactWebAddresses } from '../../domain/text/calendar-address.ts'
import { because, Problem, type RefusalReason } from '../../problem.ts'
import type { SubscriptionRunResult } from '../../store/store.ts'
import { lineFaultsOf } from './line-results.ts'

type ReadResult = Pick<SubscriptionRunResult, 'result' | 'reason' | 'values'>

/** The longest text of a result. */
const LONGEST = 500

const redacted = (text: string) => redactWebAddresses(text).slice(0, LONGEST)

/** Returns values without what addresses in them may have that is secret. */
function redactedValues(values: RefusalReason['values']): RefusalReason['values'] {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, redacted(value)]
      if (typeof value === 'number') return [name, value]
      return [name, { ...value, message: redacted(value.message), values: redactedValues(value.values) }]
    }),
  )
}

/** Returns the result of a read that succeeded. `message` may say more than the sentence of the reason. */
export const succeededSubscriptionReadResult = ({ reason, values, message }: RefusalReason): ReadResult => ({
  result: message.slice(0, LONGEST),
  reason,
  values,
})

const isReasoned = (error: object): error is { readonly reason: RefusalReason } =>
  'reason' in error && typeof error.reason === 'object'

/** Returns why a read failed, for programs. */
function reasonOfError(error: unknown): Pick<ReadResult, 'reason'> & Pick<RefusalReason, 'values'> {
  if (error instanceof Problem) {
    const [fault] = lineFaultsOf(error)
    if (fault !== undefined) return fault
  }
  if (error instanceof Error && isReasoned(error)) return error.reason
  return because('calendar_failed', { why: error instanceof Error ? error.message : String(error) })
}

/** Returns the result of a read that failed. */
export function failedSubscriptionReadResult(error: unknown): ReadResult {
  const { reason, values } = reasonOfError(error)
  const message = error instanceof Error ? error.message : String(error)
  return { result: redacted(`failed: ${message}`), reason, values: redactedValues(values) }
}
