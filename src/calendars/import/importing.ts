/** What every import receives besides its text. */
import type { Context } from '../../actions/context.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { Store } from '../../store/store.ts'
import type { Identify } from '../jsonl/record-lines.ts'
import type { LineResult } from './line-results.ts'
import type { Tally } from './tally.ts'

/** The store and the options of an import. */
export interface Importing {
  readonly store: Store
  readonly now: () => Moment
  readonly caller: Pick<Context, 'actor' | 'currency' | 'horizon' | 'images' | 'ready' | 'newStatus'>
  readonly globalId: Identify
  /** Whether an error ends the import instead of refusing the line: the database can't be reached. */
  readonly isFatal: (error: unknown) => boolean
  /** Stops at the first refused line. The lines before it stay imported. */
  readonly isStrict: boolean
  readonly onProgress: (tally: Tally) => void
  /** Called before the first line, with the approximate number of lines. */
  readonly onTotal?: (lines: number) => void
  /** Called with the result of each line after its commit. */
  readonly onResult?: (result: LineResult) => void
  /** Awaited between batches, so that the import waits for the reader of the results. */
  readonly settled?: () => Promise<void>
  /** Whether items of other calendars keep their ids; by default if this calendar is empty. */
  readonly keepsIds?: boolean
  /** Rolls back every transaction: the import reports the results, and stores nothing. */
  readonly isDry?: boolean
  /** The maximum lines of a transaction, where other requests wait for it. */
  readonly slice?: number
}
