/** What is counted of the database. */
import type { Measures } from './store.ts'

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
