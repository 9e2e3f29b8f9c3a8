/** Counters of the database. */

/** The counts of statements since the database was opened, and of its connections by state. */
export interface DatabaseActivity {
  readonly queries: number
  readonly failures: number
  readonly seconds: number
  readonly connections: Readonly<Record<string, number>>
  readonly writers: WriterMeasures
  /** The replica; undefined without one. */
  readonly replica?: ReplicaReadCounts
}

/** Reads that the replica answered, was too old for, or failed at, and whether it is away. */
export interface ReplicaReadCounts extends Readonly<Record<'answered' | 'behind' | 'failed', number>> {
  readonly isAway: boolean
}

/** Counters of writers. Each waits for the writers before it and may share a transaction. */
export interface WriterMeasures {
  /** Writers that are waiting or writing now. */
  readonly waiting: number
  /** Writers that have finished. */
  readonly done: number
  /** Their total seconds from request to result. */
  readonly seconds: number
  /** Transactions, whether shared or not. */
  readonly groups: number
}

/** Counts connections by state, as far as the driver knows it. */
type Connections = () => DatabaseActivity['connections']

/** Counts a query that took that many milliseconds. */
export type NoteQueryTime = (milliseconds: number, hasFailed: boolean) => void

export function queryCounters(connections: Connections) {
  const kept = { queries: 0, seconds: 0, failures: 0 }
  return {
    count(milliseconds: number, hasFailed: boolean): void {
      kept.queries += 1
      kept.seconds += milliseconds / 1000
      if (hasFailed) kept.failures += 1
    },
    measures: (): Omit<DatabaseActivity, 'writers'> => ({ ...kept, connections: connections() }),
  }
}
