/** A resource as declared, and the types of what is sent to it. */
import type { Accepted, Args, Changes } from './arg.ts'

export interface Resource<
  F extends Args = Args,
  L extends Args = Args,
  B extends Args = Args,
  N extends string = string,
  C extends Args = Args,
> {
  /** The singular, as in problem codes. */
  readonly name: N
  /** The plural, as in addresses. */
  readonly collection: string
  /** What may be written. */
  readonly fields: F
  readonly listArgs: L
  /** Args of read, update and remove by id only. */
  readonly byId: B
  /** Args of create only. */
  readonly onCreate: C
  /** Args that are a fault rather than unknown, and why. */
  readonly refuses: Readonly<Record<string, string>>
}

type Declaration<F extends Args, L extends Args, B extends Args, N extends string, C extends Args> = Omit<
  Resource<F, L, B, N, C>,
  'byId' | 'onCreate' | 'refuses'
> & {
  readonly byId?: B
  readonly onCreate?: C
  readonly refuses?: Readonly<Record<string, string>>
}

/** Declares a resource; its types follow. */
export function resource<
  F extends Args,
  L extends Args,
  N extends string,
  B extends Args = Record<never, never>,
  C extends Args = Record<never, never>,
>(declaration: Declaration<F, L, B, N, C>): Resource<F, L, B, N, C> {
  return { byId: {} as B, onCreate: {} as C, refuses: {}, ...declaration }
}

/** What a create accepts, defaults in effect. */
export type ToCreate<R extends Resource> = Accepted<R['fields'] & R['onCreate']>
/** What an update accepts: absent stays as it is, null clears. */
export type ToUpdate<R extends Resource> = Changes<R['fields'] & R['byId']>
/** What a list accepts, defaults in effect. */
export type ToList<R extends Resource> = Accepted<R['listArgs']>
