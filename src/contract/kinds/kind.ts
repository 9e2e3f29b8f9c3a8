/** What a kind of value is (contract §2.1): how the index shows it, and how what was sent is read. */
import type { Faults } from '../../problem.ts'

/** A value, or what is wrong with what was sent: in words, or by member where the value has members. */
export type Reading<T> = { readonly value: T } | { readonly fault: string } | { readonly faults: Faults }

/** How the index shows the type of an arg; `undefined` is untyped. */
export type ShownType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | undefined

/** What a file may be that is sent. */
export interface UploadLimits {
  /** The types of a body that is the file itself; `image/*` stands for all of its kind. */
  readonly mediaTypes: readonly string[]
  readonly mostBytes: number
}

export interface Kind<T> {
  readonly name: string
  readonly shown: ShownType
  /** Reads a JSON value or a text; never called with undefined, null or, outside lists, "". */
  readonly read: (raw: unknown) => Reading<T>
  /** JSON Schema of what may be sent, for the documentation. */
  readonly schema: Readonly<Record<string, unknown>>
  /** Of a file, which may be the whole body: what that may be. */
  readonly upload?: UploadLimits
  /** The closed list of values, where there is one. */
  readonly choices?: readonly string[]
}

/** A reading that failed, and why in words. */
export const fault = (text: string) => ({ fault: text })
/** A reading that succeeded. */
export const value = <T>(of: T) => ({ value: of })
