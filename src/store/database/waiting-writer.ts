/** A writer of a group commit: what it does, how it is counted, and how its promise is settled. */
import type { WriterMeasures } from './measures.ts'
import type { Db } from './sql.ts'

/** A writer that waits for its turn. */
export interface WaitingWriter {
  /** Returns whether its writes are kept. */
  act(db: Db): Promise<boolean>
  /** Its writes are committed or, if they are not kept, rolled back. */
  done(): void
  failed(error: unknown): void
}

/** The counters of the writers. */
export type WriterCounts = { -readonly [K in keyof WriterMeasures]: WriterMeasures[K] }

/** Counts a writer that begins to wait. Returns the function that counts it as done. */
export function startCountingWaitingWriter(counted: WriterCounts): () => void {
  const since = performance.now()
  counted.waiting += 1
  return () => {
    counted.waiting -= 1
    counted.done += 1
    counted.seconds += (performance.now() - since) / 1000
  }
}

/** How the promise of a result is settled. */
interface Promised<T> {
  resolve(result: T): void
  reject(error: unknown): void
}

/** The act of a writer, and whether its result is kept. */
interface Writer<T> {
  act(db: Db): Promise<T>
  keeps(result: T): boolean
}

/** Returns a writer for the group. `over` is called when it is done or has failed. */
export function newWaitingWriter<T>(
  { act, keeps }: Writer<T>,
  over: () => void,
  { resolve, reject }: Promised<T>,
): WaitingWriter {
  let settle = () => {}
  return {
    async act(db) {
      const result = await act(db)
      settle = () => resolve(result)
      return keeps(result)
    },
    done() {
      over()
      settle()
    },
    failed(error) {
      over()
      reject(error)
    },
  }
}
