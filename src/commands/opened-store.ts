import { Temporal } from 'temporal-polyfill'
import { resolveGroupTarget } from '../actions/groups.ts'
import type { Context } from '../api/context.ts'
import { type Config, withSettings } from '../config.ts'
import { groupTarget } from '../contract/kinds.ts'
import type { Moment } from '../domain/time/moment.ts'
import { Problem } from '../problem.ts'
import { storedResources } from '../resources.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { say } from './command.ts'

// Opens the store of a configuration, for commands that need no other part of the service.

/** The current moment, with the site zone. */
export function currentMoment({ zone }: Pick<Config, 'zone'>): Moment {
  return { now: Temporal.Now.instant(), zone }
}

/** Tells of a migration before it is applied. With many events, it can take a minute. */
export const announceMigration = (name: string): void =>
  say(`Updating the database (${name}). With a million events, this can take a minute.`)

type UseOfStore<T> = (store: Store, config: Config) => Promise<T>

/**
 * Opens the store, applies pending migrations, calls `use` with the configuration that the settings of the site result in, and closes
 * the store. Returns the result of `use`. Throws if there is no calendar yet: in a wrong folder, nothing is made.
 */
export const withStore = <T>(config: Config, use: UseOfStore<T>): Promise<T> => used(config, use, true)

/** Calls `use` like `withStore`, but makes a new calendar if there is none. Returns the result of `use`. */
export const withStoreOrNew = <T>(config: Config, use: UseOfStore<T>): Promise<T> => used(config, use, false)

async function used<T>(config: Config, use: UseOfStore<T>, mustExist: boolean): Promise<T> {
  const store = await openStore(config.databaseUrl, currentMoment(config), storedResources, {
    keepChanges: config.changesDays * 86_400,
    onMigration: announceMigration,
    mustExist,
  })
  try {
    return await use(store, withSettings(config, await store.settings()))
  } finally {
    await store.close()
  }
}

// The option that names a group.

/** Returns the id of the group that an id or a slug names; undefined for "". Throws an Error where there is none. */
export async function groupIdOfOption(
  text: string,
  { store, moment }: Pick<Context, 'store' | 'moment'>,
): Promise<number | undefined> {
  const read = groupTarget.read(text)
  if (text === '' || !('value' in read)) return undefined
  const found = await resolveGroupTarget(store, read.value, { moment }).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  if (found === undefined) throw new Error(`There is no group ${text}.`)
  return found.id
}
