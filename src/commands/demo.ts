/** `fasti demo`: adds three months of an invented town to an empty calendar, and removes them again. */
import { type RemainingItem, removeDemo } from '../actions/demo.ts'
import { commandActor } from '../actions/policy.ts'
import { addDemo } from '../calendars/demo/add.ts'
import { readConfig } from '../config.ts'
import { mediaLibraryOf } from '../media/library.ts'
import { makeRootPartForSiteLanguage } from '../representations/urls.ts'
import { type Command, parseOptions, say, UsageError } from './support/command.ts'
import { countWithNoun } from './support/count-with-noun.ts'
import { currentMoment, withStore, withStoreOrNew } from './support/opened-store.ts'

const help = `Usage: fasti demo
       fasti demo --remove

Adds three months of an invented town to an empty calendar, from the first day of this month: venues, organizers, categories,
tags, pictures, series and single events, free and paid, featured and cancelled, a draft and one that waits for review. Run it again:
nothing changes. The texts are in the languages of FASTI_CONTENT_LANGUAGES, as far as they are English, German or French.

  --remove  delete these items permanently, and nothing else. Items that were edited since stay, with the venues, organizers
            and terms that they link to.

The running service shows the change at once. DATABASE_URL names the database: see fasti --help.`

const shown = (kept: readonly RemainingItem[]) =>
  kept.map(({ resource, id }) => `  ${resource} ${id}`).join('\n')

export const demo: Command = {
  help,
  async run(args, env) {
    const { values, positionals } = parseOptions(args, { remove: { type: 'boolean', default: false } })
    if (positionals.length > 0) throw new UsageError('fasti demo takes no operands.')
    const open = values.remove ? withStore : withStoreOrNew
    return open(readConfig(env), async (store, config) => {
      const { currency, horizon } = config
      const context = {
        store,
        moment: currentMoment(config),
        actor: commandActor,
        currency,
        horizon,
        ...makeRootPartForSiteLanguage(config.contentLanguages),
        images: mediaLibraryOf(config),
      }
      if (values.remove) {
        const { removed, kept } = (await removeDemo(context)).result
        say(`Removed ${countWithNoun(removed, 'item')} of the demo.`)
        if (kept.length > 0) say(`Kept ${kept.length} that were edited or are used:\n${shown(kept)}`)
        return 0
      }
      const { items } = (await addDemo(context)).result
      say(`The demo has ${countWithNoun(items, 'item')}. fasti demo --remove removes them.`)
      return 0
    })
  },
}
