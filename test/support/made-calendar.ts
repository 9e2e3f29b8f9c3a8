/** An empty calendar in the database of an environment, as `fasti serve` makes one. */
import { withStoreOrNew } from '../../src/commands/opened-store.ts'
import { type Environment, readConfig } from '../../src/config.ts'

/** Makes the database that `env` names, with its tables and without rows. Returns `env`. */
export async function madeCalendar<E extends Environment>(env: E): Promise<E> {
  await withStoreOrNew(readConfig(env), async () => {})
  return env
}
