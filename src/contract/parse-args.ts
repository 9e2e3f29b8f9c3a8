/** Parses args where any fault ends the request. */
import { type Faults, faultBecause, invalidParams, missingParams, type RefusalReason } from '../problem.ts'
import { type ArgSpecs, type ArgsMode, argsIfWhole, type ParsedArgs } from './arg.ts'

type Sent = Readonly<Record<string, unknown>>
type Refused = Readonly<Record<string, RefusalReason>>

/** What was sent for some args: the values that could be read, and what is wrong with the others. */
export interface Form<V> {
  readonly values: V
  /** Of faulty lists, the members that could be read. */
  readonly partial?: Partial<V> | undefined
  readonly missing: readonly string[]
  readonly faults: Faults
}

/** Reads args. `refuses` maps args that are faults to the reason. */
export function formOfArgs<A extends ArgSpecs, M extends ArgsMode>(
  args: A,
  sent: Sent,
  mode: M,
  refuses: Refused = {},
): Form<ParsedArgs<A, M>> {
  const read = argsIfWhole(args, sent, mode)
  const refused = Object.entries(refuses).filter(([name]) => sent[name] !== undefined)
  const others = Object.fromEntries(refused.map(([name, reason]) => [name, faultBecause(reason)]))
  if ('values' in read) return { values: read.values, missing: [], faults: others }
  const { readable, partial, missing } = read
  return { values: readable, partial, missing, faults: { ...read.faults, ...others } }
}

/** Whether nothing is wrong with a form. */
export const isWhole = ({ missing, faults }: Form<unknown>): boolean =>
  missing.length === 0 && Object.keys(faults).length === 0

/** Returns the values of a form. Throws one 400 problem that names every fault. */
export function valuesOfForm<V>({ values, missing, faults }: Form<V>): V {
  if (missing.length > 0) throw missingParams(missing, faults)
  if (Object.keys(faults).length > 0) throw invalidParams(faults)
  return values
}

/**
 * Returns the values of args, typed by their declaration. `refuses` maps args that are faults to the reason. Throws one 400
 * problem that names every fault.
 */
export function parseArgs<A extends ArgSpecs, M extends ArgsMode>(
  args: A,
  sent: Sent,
  mode: M,
  refuses: Refused = {},
): ParsedArgs<A, M> {
  return valuesOfForm(formOfArgs(args, sent, mode, refuses))
}
