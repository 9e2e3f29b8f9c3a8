/** Problems (contract §6): the reasons why something is refused, the error class, and the problems of args. */
import { type ProblemCode, type ProblemKind, problemKinds } from './problem-codes.ts'
import sentencesForPrograms from './words/en/reasons.json' with { type: 'json' }
import sentencesForPeople from './words/en/refusals.json' with { type: 'json' }
import { filledText } from './words/finder.ts'
import type { ReasonsWords, RefusalsWords } from './words/keys.ts'

export { type ProblemCode, problemKinds as problems } from './problem-codes.ts'

/** Reasons that programs and people are told in the same words. The desk also tells the codes of whole problems, which are no reasons. */
type SharedReasonWords = Omit<RefusalsWords, keyof ReasonsWords | ProblemCode>
/** The reasons, with the values that their sentences need. */
type ReasonWords = ReasonsWords & SharedReasonWords
type ReasonName = keyof ReasonWords

/** Reason → its sentence, with placeholders for its values. */
export const reasonSentences: Readonly<Record<ReasonName, string>> = {
  ...sentencesForPeople,
  ...sentencesForPrograms,
}

/** A value of a reason: a text, a number, or the reason behind it. */
type ReasonValue = string | number | RefusalReason

/** Why something is refused: the name of the reason and its values for programs, and the sentence of both for people. */
export interface RefusalReason {
  readonly message: string
  readonly reason: ReasonName
  readonly values: Readonly<Record<string, ReasonValue>>
}

type ValuesOf<N extends ReasonName> = ReasonWords[N] extends null
  ? []
  : [values: Readonly<Record<keyof ReasonWords[N], ReasonValue>>]

/** A reason as far as code names it that browsers run, too: they load no table of sentences. */
export type ReasonWithoutSentence = Omit<RefusalReason, 'message'>

export function addSentenceToReason({ reason, values }: ReasonWithoutSentence): RefusalReason {
  const texts = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'object' ? value.message : value] as const,
  )
  return { message: filledText(reasonSentences[reason], Object.fromEntries(texts)), reason, values }
}

export const because: <N extends ReasonName>(reason: N, ...values: ValuesOf<N>) => RefusalReason = (
  reason: ReasonName,
  values: RefusalReason['values'] = {},
) => addSentenceToReason({ reason, values })

/** Returns one reason for several, of which equal ones count once. */
export function mergeIntoOneReason([first, ...others]: readonly [
  RefusalReason,
  ...(readonly RefusalReason[]),
]): RefusalReason {
  const messages = new Set([first.message])
  return others.reduce((all, other) => {
    if (messages.has(other.message)) return all
    messages.add(other.message)
    return because('several', { one: all, other })
  }, first)
}

/** The report of one invalid arg. */
export interface Fault extends RefusalReason {
  readonly code: string
}

/** A fault that was kept as data since it was found. */
interface KeptFault extends Pick<Fault, 'code' | 'message'> {
  /** The reason, or the code of the problem where that says enough. */
  readonly reason: string
  readonly values: Readonly<Record<string, unknown>>
}

/** Arg name → fault; names of inline members are paths, such as `venue[0].website`. */
export type Faults = Readonly<Record<string, Fault>>

/** The rest of a problem besides its code. `because` gives it a message of its own. */
interface ProblemDetails extends Partial<RefusalReason> {
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
    const { reason, values } = details
    this.data = { ...details.data, ...(reason !== undefined && { reason, values }) }
    this.headers = { ...kind.headers, ...details.headers }
  }
}

/** Returns why a problem refuses something, for programs by the first of its faults. The message is that of the problem. */
export function reasonOfProblem({ message, data }: Problem): RefusalReason {
  const [fault] = Object.values<Fault>({ ...Object(data.details), ...Object(data.invalid) })
  const { reason, values = {} }: Partial<RefusalReason> = fault ?? Object(data)
  return reason === undefined ? because('item_left_out', { why: message }) : { message, reason, values }
}

const sentenceOfFaults = (faults: Readonly<Record<string, KeptFault>>) =>
  `Not valid: ${Object.entries(faults)
    .map(([name, { message }]) => `${name} (${message})`)
    .join('; ')}`

/** A 400 problem that reports all invalid args at once. */
export function invalidParams(faults: Readonly<Record<string, KeptFault>>): Problem {
  const names = Object.keys(faults)
  return new Problem('rest_invalid_param', {
    message: sentenceOfFaults(faults),
    data: {
      params: Object.fromEntries(names.map((name) => [name, faults[name]?.message])),
      details: faults,
    },
  })
}

/** The report of an arg that is invalid for a reason. */
export const faultBecause = (reason: RefusalReason, code = 'rest_invalid_param'): Fault => ({
  code,
  ...reason,
})

/** A 400 problem for one invalid arg. */
export function invalidParam(name: string, reason: RefusalReason, code?: string): Problem {
  return invalidParams({ [name]: faultBecause(reason, code) })
}

/** Returns 409 for a write that can't be undone, since what has this title is not as the write left it. */
export const overtaken = ({ title }: { readonly title: string }): Problem =>
  new Problem('change-overtaken', because('changed_since', { title }))

/** A 400 problem for missing args; it includes the other faults of the request. */
export function missingParams(missing: readonly string[], faults: Faults): Problem {
  const hasOthers = Object.keys(faults).length > 0
  return new Problem('rest_missing_callback_param', {
    message: `Missing: ${missing.join(', ')}.${hasOthers ? ` ${sentenceOfFaults(faults)}` : ''}`,
    data: { params: missing, ...(hasOthers && { invalid: faults }) },
  })
}
