/** The options of every import besides its text. */
import { setFlagsFromString } from 'node:v8'
import type { Context } from '../../actions/context.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { Store } from '../../store/store.ts'
import { collectGarbage } from '../../support/garbage-collection.ts'
import type { GlobalIdFunction } from '../jsonl/record-lines.ts'
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

/** By how many percent the heap may grow between two collections while an import runs; 0 leaves it to the engine. */
const WHILE_IMPORTING = 10
const AS_USUAL = 0

const growBy = (percent: number) => setFlagsFromString(`--heap-growing-percent=${percent}`)

let running = 0

/** The characters of a text that is worth a collection, which takes some hundredths of a second. */
const LARGE = 4_000_000

/**
 * Runs an import of a text of so many characters, and returns its result. What its transactions leave behind is collected early: on
 * machines with much memory, the heap otherwise grows to four times its content (`npm run large`).
 */
export async function runWithEarlyGarbageCollection<T>(run: () => Promise<T>, characters = 0): Promise<T> {
  running += 1
  growBy(WHILE_IMPORTING)
  if (characters > LARGE) collectGarbage()
  try {
    return await run()
  } finally {
    running -= 1
    if (running === 0) growBy(AS_USUAL)
  }
}
