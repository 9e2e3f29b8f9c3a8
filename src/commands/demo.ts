/** `fasti demo`: adds three months of an invented town to an empty calendar, removes them again, or serves them by themselves. */
import { join } from 'node:path'
import { commandActor } from '../api/policy.ts'
import { addDemo, type RemainingItem, removeDemo } from '../calendars/demo/index.ts'
import { type Config, type Environment, readConfig } from '../config.ts'
import { mediaLibraryOf } from '../media/library.ts'
import { makeRootPartForSiteLanguage } from '../representations/urls.ts'
import type { Store } from '../store/store.ts'
import { type Command, countWithNoun, parseOptions, say, UsageError } from './command.ts'
import { currentMoment, withStore, withStoreOrNew } from './opened-store.ts'

const help = `Usage: fasti demo
       fasti demo --remove
       fasti demo --serve

Adds three months of an invented town to an empty calendar, from the first day of this month: venues, organizers, categories,
tags, pictures, series and single events, free and paid, featured and cancelled, a draft and one that waits for review. Run it again:
nothing changes. The texts are in the languages of FASTI_CONTENT_LANGUAGES, as far as they are English, German or French.

  --remove  delete these items permanently, and nothing else. Items that were edited since stay, with the venues, organizers
            and terms that they link to.
  --serve   serve a demo of its own, on SQLite in FASTI_DATA_DIR/demo, until Ctrl+C: it touches no other calendar. What you change there
            stays; delete the folder to begin anew.

The running service shows the change at once. DATABASE_URL names the database: see fasti --help env.`

const shown = (kept: readonly RemainingItem[]) =>
  kept.map(({ resource, id }) => `  ${resource} ${id}`).join('\n')

/** The environment of a demo of its own: it shares no database, folder, bucket, address or cache with the calendar. */
const apart = (env: Environment): Environment => ({
  ...env,
  FASTI_DATA_DIR: join(readConfig(env).dataDir, 'demo'),
  DATABASE_URL: undefined,
  DATABASE_LISTEN_URL: undefined,
  DATABASE_READ_URL: undefined,
  FASTI_MEDIA: undefined,
  FASTI_BASE_URL: undefined,
  FASTI_FEDERATION: undefined,
  FASTI_PURGE_URL: undefined,
  FASTI_SURROGATE_KEYS: undefined,
})

const contextOf = (store: Store, config: Config) => ({
  store,
  moment: currentMoment(config),
  actor: commandActor,
  currency: config.currency,
  horizon: config.horizon,
  ...makeRootPartForSiteLanguage(config.contentLanguages),
  images: mediaLibraryOf(config),
})

const added = (env: Environment): Promise<number> =>
  withStoreOrNew(
    readConfig(env),
    async (store, config) => (await addDemo(contextOf(store, config))).result.items,
  )

export const demo: Command = {
  help,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, {
      remove: { type: 'boolean', default: false },
      serve: { type: 'boolean', default: false },
    })
    if (positionals.length > 0) throw new UsageError('fasti demo takes no operands.')
    if (values.remove && values.serve) throw new UsageError('--remove and --serve exclude each other.')
    if (values.serve) {
      const own = apart(env)
      await added(own)
      say(`The demo is in ${own.FASTI_DATA_DIR}, apart from every other calendar. Ctrl+C ends it.`)
      return (await import('./serve.ts')).serve.run([], own)
    }
    if (values.remove)
      return withStore(readConfig(env), async (store, config) => {
        const { removed, kept } = (await removeDemo(contextOf(store, config))).result
        say(`Removed ${countWithNoun(removed, 'item')} of the demo.`)
        if (kept.length > 0) say(`Kept ${kept.length} that were edited or are used:\n${shown(kept)}`)
        return 0
      })
    say(`The demo has ${countWithNoun(await added(env), 'item')}. fasti demo --remove removes them.`)
    return 0
  },
}
