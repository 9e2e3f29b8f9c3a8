/** The options of every import besides its text. */
import type { Context } from '../../api/context.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { GlobalIdFunction } from '../../formats/jsonl/record-lines.ts'
import type { Store } from '../../store/store.ts'
import type { ReportedLine } from './line-results.ts'
import type { ImportTally } from './tally.ts'

/** The store and the options of an import. */
export interface ImportSetup {
  readonly store: Store
  readonly now: () => Moment
  readonly caller: Pick<
    Context,
    'actor' | 'content' | 'currency' | 'horizon' | 'images' | 'prepared' | 'newStatus' | 'newGroup'
  >
  readonly globalId: GlobalIdFunction
  /** Whether an error ends the import instead of refusing the line: the database can't be reached. */
  readonly isFatal: (error: unknown) => boolean
  /** Stops at the first refused line. The lines before it stay imported. */
  readonly isStrict: boolean
  readonly onProgress: (tally: ImportTally) => void
  /** Called before the first line, with the approximate number of lines. */
  readonly onTotal?: (lines: number) => void
  /** Called with the result of each line after its commit. */
  readonly onResult?: (result: ReportedLine) => void
  /** Called with the revision of each write. */
  readonly onWrite?: (revision: number) => void
  /** Called with the resource and the name of what lines make besides their own items, such as venues; perhaps more than once. */
  readonly onMade?: (resource: string, name: string) => void
  /** Awaited between batches, so that the import waits for the reader of the results. */
  readonly settled?: () => Promise<void>
  /** Whether items of other calendars keep their ids; by default if this calendar is empty. */
  readonly keepsIds?: boolean
  /** Rolls back every transaction: the import reports the results, and stores nothing. */
  readonly isDry?: boolean
  /** The maximum lines of a transaction, where other requests wait for it. */
  readonly slice?: number
}
