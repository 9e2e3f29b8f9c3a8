/** Problems (contract §6): the error class, and the problems of args. */
import { type ProblemCode, type ProblemKind, problemKinds } from './problem-codes.ts'

export { type ProblemCode, problemKinds as problems } from './problem-codes.ts'

/** The report of one invalid arg. */
export interface Fault {
  readonly code: string
  readonly message: string
}

/** Arg name → fault; names of inline members are paths, such as `venue[0].website`. */
export type Faults = Readonly<Record<string, Fault>>

interface ProblemDetails {
  readonly message?: string
  readonly status?: number
  readonly data?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  readonly cause?: unknown
}

/** An error of a request. `http/` converts it to the response body of contract §6. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const kind: ProblemKind = problemKinds[code]
    super(details.message ?? kind.message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? kind.status
    this.data = details.data ?? {}
    this.headers = { ...kind.headers, ...details.headers }
  }
}

/** A 400 problem that reports all invalid args at once. */
export function invalidParams(faults: Faults): Problem {
  const names = Object.keys(faults)
  return new Problem('rest_invalid_param', {
    message: `Not valid: ${names.map((name) => `${name} (${faults[name]?.message})`).join('; ')}`,
    data: {
      params: Object.fromEntries(names.map((name) => [name, faults[name]?.message])),
      details: faults,
    },
  })
}

/** A 400 problem for one invalid arg. */
export function invalidParam(name: string, message: string, code = 'rest_invalid_param'): Problem {
  return invalidParams({ [name]: { code, message } })
}

/** A 400 problem for missing args; it includes the other faults of the request. */
export function missingParams(missing: readonly string[], faults: Faults): Problem {
  const invalid = Object.keys(faults).length > 0 ? { invalid: faults } : {}
  return new Problem('rest_missing_callback_param', {
    message: `Missing: ${missing.join(', ')}.`,
    data: { params: missing, ...invalid },
  })
}
