/** Why a line of an import is refused, for programs. The report has the sentence of it besides. */
import type { Faults, Problem, Reason } from '../../problem.ts'

/** One thing that is wrong with a line. */
export interface LineFault {
  /** The field that it is about, such as `start_date` or `venue[0].website`; "" if it is about the line as a whole. */
  readonly field: string
  /** The reason, or the code of the problem where that says enough. */
  readonly reason: string
  readonly values: Reason['values']
}

const wholeLineFault = (reason: string, values: Reason['values'] = {}): LineFault => ({
  field: '',
  reason,
  values,
})

/** The fault of a line that failed for a reason within the service. */
export const internalLineFault = wholeLineFault('internal_server_error')

/** Returns what is wrong with a line: each missing or invalid field, or else the reason against the line as a whole. */
export function lineFaultsOf({ code, data }: Problem): readonly LineFault[] {
  const missing = Array.isArray(data.params) ? data.params.map(String) : []
  const invalid: Faults = { ...Object(data.details), ...Object(data.invalid) }
  const ofFields = [
    ...missing.map((field) => ({ field, reason: 'missing', values: {} })),
    ...Object.entries(invalid).map(([field, { reason, values }]) => ({ field, reason, values })),
  ]
  if (ofFields.length > 0) return ofFields
  return [wholeLineFault(typeof data.reason === 'string' ? data.reason : code, Object(data.values))]
}
