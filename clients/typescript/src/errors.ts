/** What goes wrong: problems that the service answers, and services that don't answer. */
import type { components } from './schema.ts'

type Problem = components['schemas']['Problem']

/** A problem in an answer of the service, or a service that can't be reached. */
export class FastiError extends Error {
  override readonly name = 'FastiError'
  /** The code of the problem; `no_connection` if the service can't be reached. */
  readonly code: string
  /** The HTTP status and details of the problem; `{ status: 0 }` if there is no answer. */
  readonly data: Problem['data']
  /** The address of the request. */
  readonly address: string

  constructor({ code, message, data }: Problem, address: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.data = data
    this.address = address
  }
}

/** Returns the error for an answer that is no success. What a proxy answers need not be a problem. */
export function answerError(answered: unknown, { status, url }: Response): FastiError {
  const {
    code = '',
    message = `The service answered ${status}.`,
    data = { status },
  }: Partial<Problem> = Object(answered)
  return new FastiError({ code, message, data }, url)
}

/** Returns the error for a request that got no answer, such as from a refused connection. */
export function connectionError(cause: unknown, address: string): FastiError {
  const { message, cause: inner }: { message?: unknown; cause?: unknown } = Object(cause)
  const why = Object(inner).code ?? message
  const problem = {
    code: 'no_connection',
    message: `No answer from ${address}: ${why}.`,
    data: { status: 0 },
  }
  return new FastiError(problem, address, { cause })
}
