/** Declarations of args (parameters of operations), and the types derived from them. */
import type { Moment } from '../domain/time/moment.ts'
import {
  because,
  type Faults,
  faultBecause,
  invalidParams,
  missingParams,
  type RefusalReason,
} from '../problem.ts'
import type { Kind } from './kinds.ts'

/** Presence has four states: required, required unless a flag is true, optional, or optional with a default in effect. */
type Presence = 'required' | 'conditional' | 'optional' | 'defaulted'

export interface Arg<T = unknown, P extends Presence = Presence> {
  readonly kind: Kind<T>
  readonly presence: P
  /** The default that the index shows, or a function of the moment. It takes effect only if the presence is `defaulted`. */
  readonly shownDefault?: ((moment: Moment) => unknown) | string | number | boolean | null
  /** The default takes effect, but the index does not show it. */
  readonly isUnlisted?: true
  /** On update, null and "" clear the field if true, and are a fault if false. */
  readonly clears: boolean
  /** Goes beyond the specification that the service implements. */
  readonly extension: boolean
  /** The flag that makes a conditional arg optional if it is true. It is declared before the arg. */
  readonly unless?: string
}

export type ArgSpecs = Readonly<Record<string, Arg>>

/** The type of the value that an arg's kind parses. */
type ValueOf<A> = A extends Arg<infer T, Presence> ? T : never

type Certain<A extends ArgSpecs> = {
  [K in keyof A]: A[K]['presence'] extends 'optional' | 'conditional' ? never : K
}[keyof A]

/** Parsed args of a list, read, remove or create: required and defaulted args are always present. */
export type ArgsWithDefaults<A extends ArgSpecs> = { readonly [K in Certain<A>]: ValueOf<A[K]> } & {
  readonly [K in Exclude<keyof A, Certain<A>>]?: ValueOf<A[K]>
}

/** Parsed args of an update: each may be absent (unchanged) or null (clear the field). */
export type ChangedArgs<A extends ArgSpecs> = { readonly [K in keyof A]?: ValueOf<A[K]> | null }

type Listed = Arg['shownDefault']

/** Declares a required arg. */
export function required<T>(kind: Kind<T>): Arg<T, 'required'> {
  return { kind, presence: 'required', clears: false, extension: false }
}

/** Declares an arg that is required unless the flag of that name, which is declared before it, is true. */
export function requiredUnlessFlag<T>(flag: string, kind: Kind<T>): Arg<T, 'conditional'> {
  return { kind, presence: 'conditional', clears: false, extension: false, unless: flag }
}

/** Declares an optional arg that null and "" clear on update. `listed` is the default shown in the index. */
export function optional<T>(kind: Kind<T>, listed?: Listed): Arg<T, 'optional'> {
  return {
    kind,
    presence: 'optional',
    clears: true,
    extension: false,
    ...(listed !== undefined && { shownDefault: listed }),
  }
}

/** Declares an optional arg that can't be cleared: null and "" are faults on update. */
export function notClearable<T>(kind: Kind<T>): Arg<T, 'optional'> {
  return { ...optional(kind), clears: false }
}

/** Declares an arg whose default takes effect. A default that depends on the clock is declared with `optional` and applied by the caller. */
export function defaulted<T>(
  kind: Kind<T>,
  listed: NoInfer<T> & (string | number | boolean),
): Arg<T, 'defaulted'> {
  return { kind, presence: 'defaulted', clears: false, extension: false, shownDefault: listed }
}

/** Returns the arg with its default hidden from the index. */
export function withHiddenDefault<T, P extends Presence>(arg: Arg<T, P>): Arg<T, P> {
  return { ...arg, isUnlisted: true }
}

/** Returns the arg marked as an extension of the specification. */
export function markedAsExtension<T, P extends Presence>(arg: Arg<T, P>): Arg<T, P> {
  return { ...arg, extension: true }
}

/** Returns the default that the index shows at `moment`, or undefined if it shows none. */
export function defaultShownInIndex(arg: Arg, moment: Moment): unknown {
  if (arg.isUnlisted === true) return undefined
  return typeof arg.shownDefault === 'function' ? arg.shownDefault(moment) : arg.shownDefault
}

/** How to treat empty values: "" in a query string and null in a create mean absent; null in an update clears the field. */
export type ArgsMode = 'query' | 'create' | 'update'

/** The type of parsed args, by mode. */
type ParsedArgs<A extends ArgSpecs, M extends ArgsMode> = M extends 'update'
  ? ChangedArgs<A>
  : ArgsWithDefaults<A>

const isBlank = (raw: unknown) => raw === null || raw === ''

interface ReadArg {
  readonly values: Readonly<Record<string, unknown>>
  readonly partial?: Readonly<Record<string, unknown>>
  readonly faults: Faults
}

/** Whether an arg must be sent, unless a flag beside it says otherwise. */
export const isUsuallyRequired = ({ presence }: Arg): boolean =>
  presence === 'required' || presence === 'conditional'

/** Returns an arg that may be left out. */
export const asOptionalArg = (arg: Arg): Arg =>
  isUsuallyRequired(arg) ? { ...arg, presence: 'optional' } : arg

/** Whether an arg must be there, beside the values that were read before it. */
function isRequired({ presence, unless = '' }: Arg, values: Readonly<Record<string, unknown>>): boolean {
  return presence === 'required' || (presence === 'conditional' && values[unless] !== true)
}

function readOne(name: string, arg: Arg, raw: unknown, mode: ArgsMode): ReadArg {
  const wrong = (reason: RefusalReason) => ({ values: {}, faults: { [name]: faultBecause(reason) } })
  if (isBlank(raw) && arg.kind.readsBlank !== true) {
    if (arg.presence === 'required') return wrong(because('empty'))
    if (mode !== 'update') return { values: {}, faults: {} }
    return arg.clears ? { values: { [name]: null }, faults: {} } : wrong(because('empty'))
  }
  const reading = arg.kind.read(raw)
  if ('value' in reading) return { values: { [name]: reading.value }, faults: {} }
  const { readable } = reading
  const partial = readable === undefined ? {} : { partial: { [name]: readable } }
  if ('fault' in reading) return { ...wrong(reading.fault), ...partial }
  const inner = Object.entries(reading.faults).map(([path, one]) => [`${name}${path}`, one])
  return { values: {}, faults: Object.fromEntries(inner), ...partial }
}

type Sent = Readonly<Record<string, unknown>>

function read<A extends ArgSpecs, M extends ArgsMode>(args: A, sent: Sent, mode: M) {
  const values: Record<string, unknown> = {}
  const partial: Record<string, unknown> = {}
  const faults: Record<string, Faults[string]> = {}
  const missing: string[] = []
  for (const [name, arg] of Object.entries(args)) {
    const raw = mode === 'query' && sent[name] === '' ? undefined : sent[name]
    const isNeeded = isRequired(arg, values)
    if (raw === undefined) {
      if (isNeeded && mode !== 'update') missing.push(name)
    } else {
      const read = readOne(name, isNeeded ? { ...arg, presence: 'required' } : arg, raw, mode)
      Object.assign(values, read.values)
      Object.assign(partial, read.partial)
      Object.assign(faults, read.faults)
    }
    if (arg.presence === 'defaulted' && values[name] === undefined && mode !== 'update') {
      values[name] = arg.shownDefault
    }
  }
  // The kinds parsed the values, so they have the types that the kinds declare.
  return {
    values: values as ParsedArgs<A, M>,
    ...(Object.keys(partial).length > 0 && { partial: partial as Partial<ParsedArgs<A, M>> }),
    missing,
    faults,
  }
}

/**
 * Parses the raw value of each declared arg and ignores unknown args. Collects all faults in one pass (contract §2.1).
 * Required args may be absent from an update.
 */
export function readArgs<A extends ArgSpecs, M extends ArgsMode>(
  args: A,
  sent: Sent,
  mode: M,
): Form<Partial<ParsedArgs<A, M>>> {
  return read(args, sent, mode)
}

// Parses args where any fault ends the request.

type Refused = Readonly<Record<string, RefusalReason>>

/** What was sent for some args: the values that could be read, all of them if the form is whole, and what is wrong with the others. */
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
  const { faults, ...form } = read(args, sent, mode)
  const refused = Object.entries(refuses).filter(([name]) => sent[name] !== undefined)
  const others = Object.fromEntries(refused.map(([name, reason]) => [name, faultBecause(reason)]))
  return { ...form, faults: { ...faults, ...others } }
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
