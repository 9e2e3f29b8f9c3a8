/** `fasti demo`: adds three months of an invented town to an empty calendar, and removes them again. */
import { type RemainingItem, removeDemo } from '../actions/demo.ts'
import { commandLine } from '../actions/policy.ts'
import { addDemo } from '../calendars/demo/add.ts'
import { readConfig } from '../config.ts'
import { libraryOf } from '../media/library.ts'
import { type Command, parsed, say, UsageError } from './support/command.ts'
import { counted } from './support/counted.ts'
import { momentOf, withNewStore, withStore } from './support/opened-store.ts'

const help = `Usage: fasti demo
       fasti demo --remove

Adds three months of an invented town to an empty calendar, from the first day of this month: venues, organizers, categories,
tags, pictures, series and single events, free and paid, featured and cancelled, a draft and one that waits for review. Run it again:
nothing changes.

  --remove  delete these items permanently, and nothing else. Items that were edited since stay, with the venues, organizers
            and terms that they link to.

The running service shows the change at once. DATABASE_URL names the database: see fasti --help.`

const shown = (kept: readonly RemainingItem[]) =>
  kept.map(({ resource, id }) => `  ${resource} ${id}`).join('\n')

export const demo: Command = {
  help,
  async run(args, env) {
    const { values, positionals } = parsed(args, { remove: { type: 'boolean', default: false } })
    if (positionals.length > 0) throw new UsageError('fasti demo takes no operands.')
    const open = values.remove ? withStore : withNewStore
    return open(readConfig(env), async (store, config) => {
      const { currency, horizon } = config
      const context = {
        store,
        moment: momentOf(config),
        actor: commandLine,
        currency,
        horizon,
        images: libraryOf(config),
      }
      if (values.remove) {
        const { removed, kept } = (await removeDemo(context)).result
        say(`Removed ${counted(removed, 'item')} of the demo.`)
        if (kept.length > 0) say(`Kept ${kept.length} that were edited or are used:\n${shown(kept)}`)
        return 0
      }
      const { items } = (await addDemo(context)).result
      say(`The demo has ${counted(items, 'item')}. fasti demo --remove removes them.`)
      return 0
    })
  },
}
