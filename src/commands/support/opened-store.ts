/** Opens the store of a configuration, for commands that need no other part of the service. */
import { Temporal } from 'temporal-polyfill'
import { type Config, withSettings } from '../../config.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { openStore } from '../../store/open.ts'
import type { Store } from '../../store/store.ts'
import { say } from './command.ts'

/** The current moment, with the site zone. */
export function momentOf({ zone }: Pick<Config, 'zone'>): Moment {
  return { now: Temporal.Now.instant(), zone }
}

/** Tells of a migration before it is applied. With many events, it can take a minute. */
export const tellMigration = (name: string): void =>
  say(`Updating the database (${name}). With a million events, this can take a minute.`)

/**
 * Opens the store, applies pending migrations, calls `use` with the configuration that the settings of the site result in, and closes
 * the store. Returns the result of `use`.
 */
export async function withStore<T>(
  config: Config,
  use: (store: Store, config: Config) => Promise<T>,
): Promise<T> {
  const store = await openStore(config.databaseUrl, momentOf(config), {
    keepChanges: config.changesDays * 86_400,
    onMigration: tellMigration,
  })
  try {
    return await use(store, withSettings(config, await store.settings()))
  } finally {
    await store.close()
  }
}
