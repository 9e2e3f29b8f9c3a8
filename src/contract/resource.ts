/** Declarations of resources, and the types of their parsed args. */
import type { RefusalReason } from '../problem.ts'
import type { ArgSpecs } from './arg.ts'
import type { ObjectOf, Shapes } from './shape.ts'

export interface Resource<
  F extends ArgSpecs = ArgSpecs,
  L extends ArgSpecs = ArgSpecs,
  B extends ArgSpecs = ArgSpecs,
  N extends string = string,
  C extends ArgSpecs = ArgSpecs,
  S extends Shapes = Shapes,
> {
  /** The singular, as in problem codes. */
  readonly name: N
  /** The plural, as in URLs. */
  readonly collection: string
  /** Writable fields: args of create and update. */
  readonly fields: F
  /** The fields of representations. Those that `fields` does not name are read-only. */
  readonly represented: S
  readonly listArgs: L
  /** Args of read, update and remove by id only. */
  readonly byId: B
  /** Args of create only. */
  readonly onCreate: C
  /** All args of create. */
  readonly createArgs: C & F
  /** All args of update. */
  readonly updateArgs: F & B
  /** Maps an arg that is a fault, instead of being ignored as unknown, to the reason. */
  readonly refuses: Readonly<Record<string, RefusalReason>>
  /** Maps an arg that only updates by id take to the reason of other writes, which would leave it out. */
  readonly refusesElsewhere: Readonly<Record<string, RefusalReason>>
}

type Declaration<
  F extends ArgSpecs,
  L extends ArgSpecs,
  B extends ArgSpecs,
  N extends string,
  C extends ArgSpecs,
  S extends Shapes,
> = Omit<
  Resource<F, L, B, N, C, S>,
  'byId' | 'onCreate' | 'createArgs' | 'updateArgs' | 'refuses' | 'refusesElsewhere'
> & {
  readonly byId?: B
  readonly onCreate?: C
  readonly refuses?: Readonly<Record<string, RefusalReason>>
  readonly refusesElsewhere?: Readonly<Record<string, RefusalReason>>
}

/** Declares a resource and infers its types. */
export function resource<
  F extends ArgSpecs,
  L extends ArgSpecs,
  N extends string,
  S extends Shapes,
  B extends ArgSpecs = Record<never, never>,
  C extends ArgSpecs = Record<never, never>,
>(declaration: Declaration<F, L, B, N, C, S>): Resource<F, L, B, N, C, S> {
  const { fields, byId = {} as B, onCreate = {} as C, refuses = {}, refusesElsewhere = {} } = declaration
  const createArgs = { ...onCreate, ...fields }
  const updateArgs = { ...fields, ...byId }
  return { ...declaration, byId, onCreate, createArgs, updateArgs, refuses, refusesElsewhere }
}

/** An item as a response has it. */
export type RepresentationOf<R extends Resource> = ObjectOf<R['represented']>
