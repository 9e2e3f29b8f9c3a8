/** What is counted of the database. */

/** What the database was asked since it was opened, and its connections by what they do. */
export interface Measures {
  readonly queries: number
  readonly failures: number
  readonly seconds: number
  readonly connections: Readonly<Record<string, number>>
  readonly writers: WriterMeasures
  /** How often a replica answered, was older than the primary, or could not be read; where there is one. */
  readonly replica?: Readonly<Record<'answered' | 'behind' | 'failed', number>>
}

/** Who writes: each waits for those before, and goes with those who wait too. */
export interface WriterMeasures {
  /** Who waits or writes just now. */
  readonly waiting: number
  /** Who is done. */
  readonly done: number
  /** Seconds that they have taken together, from asking to being told. */
  readonly seconds: number
  /** Groups that shared a transaction, those of one too. */
  readonly groups: number
}

/** How many connections do what, where the driver knows. */
type Connections = () => Measures['connections']

/** Counts a query that took so many milliseconds. */
export type CountQuery = (milliseconds: number, hasFailed: boolean) => void

/** Counts queries. */
export function measuring(connections: Connections) {
  const kept = { queries: 0, seconds: 0, failures: 0 }
  return {
    count(milliseconds: number, hasFailed: boolean): void {
      kept.queries += 1
      kept.seconds += milliseconds / 1000
      if (hasFailed) kept.failures += 1
    },
    measures: (): Omit<Measures, 'writers'> => ({ ...kept, connections: connections() }),
  }
}
