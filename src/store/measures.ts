/** What is counted of the database. */
import type { LogEvent } from 'kysely'
import type { Measures } from './store.ts'

/** How many connections do what, where the driver knows. */
type Connections = () => Measures['connections']

/** Counts queries; `log` is what Kysely calls after each. */
export function measuring(connections: Connections) {
  const kept = { queries: 0, seconds: 0, failures: 0 }
  return {
    log({ level, queryDurationMillis }: LogEvent): void {
      kept.queries += 1
      kept.seconds += queryDurationMillis / 1000
      if (level === 'error') kept.failures += 1
    },
    measures: (): Omit<Measures, 'writers'> => ({ ...kept, connections: connections() }),
  }
}
