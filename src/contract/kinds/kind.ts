/** The interface of kinds (contract §2.1): how the index shows a value, and how a raw value is parsed. */
import type { Faults, RefusalReason } from '../../problem.ts'

/**
 * The result of parsing: a value, the reason why it is refused, or faults by member if the value has members. `readable`
 * has the members of a faulty value that could be parsed, so that their own faults are reported together with the others.
 */
export type ParsingResult<T> =
  | { readonly value: T }
  | { readonly fault: RefusalReason; readonly readable?: T }
  | { readonly faults: Faults; readonly readable?: T }

/** The type of an arg as the index shows it; `undefined` shows no type. */
type ShownType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | undefined

/** Limits for an uploaded file. */
export interface UploadLimits {
  /** Media types accepted when the body is the file itself. A wildcard such as `image/*` is allowed. */
  readonly mediaTypes: readonly string[]
  readonly mostBytes: number
}

export interface Kind<T> {
  readonly name: string
  readonly shown: ShownType
  /** Parses a JSON value or a string. Never called with undefined or null, nor with "" outside lists. */
  readonly read: (raw: unknown) => ParsingResult<T>
  /** Set if null and "" are values that it parses, on create too. */
  readonly readsBlank?: true
  /** JSON Schema of the accepted input, for the documentation. */
  readonly schema: Readonly<Record<string, unknown>>
  /** For files: the limits of a body that is the file itself. */
  readonly upload?: UploadLimits
  /** The closed list of accepted values, if any. */
  readonly choices?: readonly string[]
}

/** Returns a failed reading with its reason. */
export const faultResult = (reason: RefusalReason) => ({ fault: reason })
/** Returns a successful reading. */
export const valueResult = <T>(of: T) => ({ value: of })
