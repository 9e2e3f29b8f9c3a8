/** An arg: one parameter of an operation, as declared; and the types that follow from a declaration. */
import type { Moment } from '../domain/moment.ts'
import type { Faults } from '../problem.ts'
import type { Kind } from './kinds.ts'

/** Presence has three states: required, optional, or optional with a default in effect. */
export type Presence = 'required' | 'optional' | 'defaulted'

export interface Arg<T = unknown, P extends Presence = Presence> {
  readonly kind: Kind<T>
  readonly presence: P
  /** What the index lists as default. In effect only where the presence is `defaulted`; may move with the clock. */
  readonly listed?: ((moment: Moment) => unknown) | string | number | boolean | null
  /** The default is in effect, and the index does not list it. */
  readonly isUnlisted?: true
  /** Whether null and "" clear the field on update; else they are a fault. */
  readonly clears: boolean
  /** Goes beyond the specification that the service implements. */
  readonly extension: boolean
}

export type Args = Readonly<Record<string, Arg>>

/** The type of what an arg's kind reads. */
export type ValueOf<A> = A extends Arg<infer T, Presence> ? T : never

type Certain<A extends Args> = { [K in keyof A]: A[K]['presence'] extends 'optional' ? never : K }[keyof A]

/** The args of a list, read, remove or create: required and defaulted ones are certain. */
export type Accepted<A extends Args> = { readonly [K in Certain<A>]: ValueOf<A[K]> } & {
  readonly [K in Exclude<keyof A, Certain<A>>]?: ValueOf<A[K]>
}

/** The args of an update: every one may be absent, or null to clear. */
export type Changes<A extends Args> = { readonly [K in keyof A]?: ValueOf<A[K]> | null }

type Listed = Arg['listed']

export function required<T>(kind: Kind<T>): Arg<T, 'required'> {
  return { kind, presence: 'required', clears: false, extension: false }
}

/** An optional arg that null and "" clear. `listed` is what the index shows as its default. */
export function optional<T>(kind: Kind<T>, listed?: Listed): Arg<T, 'optional'> {
  return {
    kind,
    presence: 'optional',
    clears: true,
    extension: false,
    ...(listed !== undefined && { listed }),
  }
}

/** An optional arg that has a value always: null and "" are faults on update. */
export function lasting<T>(kind: Kind<T>, listed?: Listed): Arg<T, 'optional'> {
  return { ...optional(kind, listed), clears: false }
}

/** An arg with a default that takes effect. Those that move with the clock are `optional`: who reads them knows the moment. */
export function defaulted<T>(
  kind: Kind<T>,
  listed: NoInfer<T> & (string | number | boolean),
): Arg<T, 'defaulted'> {
  return { kind, presence: 'defaulted', clears: false, extension: false, listed }
}

/** The same arg, with a default that is in effect and that the index does not list. */
export function unlisted<T, P extends Presence>(arg: Arg<T, P>): Arg<T, P> {
  return { ...arg, isUnlisted: true }
}

/** The same arg, beyond the specification. */
export function extension<T, P extends Presence>(arg: Arg<T, P>): Arg<T, P> {
  return { ...arg, extension: true }
}

/** The default that the index lists as of `moment`, or undefined where it lists none. */
export function listedDefault(arg: Arg, moment: Moment): unknown {
  if (arg.isUnlisted === true) return undefined
  return typeof arg.listed === 'function' ? arg.listed(moment) : arg.listed
}

/** What was read of a request: values, and what is wrong. */
export interface ReadArgs {
  readonly values: Readonly<Record<string, unknown>>
  readonly missing: readonly string[]
  readonly faults: Faults
}

/** How absence is told: a query string's "" is absent; a create's null is; an update's null clears. */
export type Mode = 'query' | 'create' | 'update'

const isBlank = (raw: unknown) => raw === null || raw === ''

function readOne(name: string, arg: Arg, raw: unknown, mode: Mode): Pick<ReadArgs, 'values' | 'faults'> {
  const wrong = (message: string) => ({
    values: {},
    faults: { [name]: { code: 'rest_invalid_param', message } },
  })
  if (isBlank(raw)) {
    if (arg.presence === 'required') return wrong('must not be empty')
    if (mode !== 'update') return { values: {}, faults: {} }
    return arg.clears ? { values: { [name]: null }, faults: {} } : wrong('must not be empty')
  }
  const reading = arg.kind.read(raw)
  if ('value' in reading) return { values: { [name]: reading.value }, faults: {} }
  if ('fault' in reading) return wrong(reading.fault)
  const inner = Object.entries(reading.faults).map(([path, one]) => [`${name}${path}`, one])
  return { values: {}, faults: Object.fromEntries(inner) }
}

/**
 * Reads what was sent for each declared arg; unknown ones are ignored. Every fault is found at once (contract §2.1).
 * Required args may be absent from an update.
 */
export function readArgs(args: Args, sent: Readonly<Record<string, unknown>>, mode: Mode): ReadArgs {
  const values: Record<string, unknown> = {}
  const faults: Record<string, Faults[string]> = {}
  const missing: string[] = []
  for (const [name, arg] of Object.entries(args)) {
    const raw = mode === 'query' && sent[name] === '' ? undefined : sent[name]
    if (raw === undefined) {
      if (arg.presence === 'required' && mode !== 'update') missing.push(name)
    } else {
      const read = readOne(name, arg, raw, mode)
      Object.assign(values, read.values)
      Object.assign(faults, read.faults)
    }
    if (arg.presence === 'defaulted' && values[name] === undefined && mode !== 'update') {
      values[name] = arg.listed
    }
  }
  return { values, missing, faults }
}
