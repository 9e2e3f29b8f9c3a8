/** Handing over what a user is author of, to another user or into a group (contract §16). */

import type { PersonOfAct } from '../../contract/operations/accounts/audit-acts.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import type { AuthoredResourceName, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { putIntoGroup } from '../groups/moving.ts'
import { groupOfTarget } from '../groups/of-event.ts'
import { userWithId } from './users.ts'

const others = ['series', 'venue', 'organizer', 'media'] as const satisfies readonly AuthoredResourceName[]

/** How many items of each kind were handed over. */
type TransferCounts = Readonly<Record<AuthoredResourceName, number>>

const noItems: TransferCounts = { event: 0, series: 0, venue: 0, organizer: 0, media: 0 }

/** Events are written in batches: an author may have tens of thousands, and each row counts against the parameters of a statement. */
const AT_ONCE = 500

/** Makes another user the author of what a user is author of; 0 for nobody. Returns the counts. `now` is in seconds since 1970 UTC. */
export async function transferAuthored(
  writing: Writing,
  from: number,
  to: number,
  now: number,
): Promise<TransferCounts> {
  const counts: Record<AuthoredResourceName, number> = { ...noItems }
  const events = await writing.authored('event', from)
  for (let at = 0; at < events.length; at += AT_ONCE) {
    const rows = events.slice(at, at + AT_ONCE)
    await writing.updateEach(
      rows.map(({ id, version }) => ({ id, version: version + 1, author: to, modified_utc: now })),
    )
  }
  counts.event = events.length
  for (const name of others) {
    const items = await writing.authored(name, from)
    for (const { id, version } of items)
      await writing.update(name, id, { version: version + 1, author: to, modified_utc: now })
    counts[name] = items.length
  }
  return counts
}

/** Returns how many items there are of all kinds. */
export const sumOfTransferCounts = (counts: TransferCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Where the items of a user go: all to another user, the events and series into a group, or both. */
interface TransferTarget {
  readonly to?: number | undefined
  readonly group?: number | undefined
}

/** Returns the user who becomes the author. Throws 400. */
async function heirOf(from: number, to: number, { store }: Context): Promise<PersonOfAct> {
  const heir = (await store.accounts.users()).find((one) => one.id === to)
  if (heir === undefined || heir.id === from || heir.suspended)
    throw invalidParam('to', because('not_another_user'))
  return { id: heir.id, login: heir.login }
}

/** Puts the events and series of a user into a group. Those that are there stay as they are. Returns the counts. Throws 400. */
async function groupAuthored(writing: Writing, from: number, id: number, context: Context) {
  const group = await groupOfTarget(writing, { id }, context)
  const outside = async (name: 'event' | 'series') => {
    const inside = new Set(await writing.ofGroup(name, id))
    return (await writing.authored(name, from)).map((one) => one.id).filter((one) => !inside.has(one))
  }
  const [events, series] = [await outside('event'), await outside('series')]
  await putIntoGroup(writing, { events, series }, id, context)
  const { name = '', slug = '' } = group ?? {}
  return { group: name, slug, counts: { ...noItems, event: events.length, series: series.length } }
}

/** Hands over what a user is author of, in one transaction. Returns the counts. Throws 400 or 404. */
export async function transferItemsOfUser(
  id: number,
  { to, group }: TransferTarget,
  context: Context,
): Promise<TransferCounts> {
  const { store, moment } = context
  const { login } = await userWithId(context, id)
  const person = { id, login }
  if (to === undefined && group === undefined) throw invalidParam('to', because('missing_without_group'))
  const heir = to === undefined ? undefined : await heirOf(id, to, context)
  const { result } = await store.write(context, async (writing) => {
    let counts: TransferCounts = noItems
    if (group !== undefined) {
      const { counts: grouped, ...into } = await groupAuthored(writing, id, group, context)
      counts = grouped
      writing.noteHandOver('handed_to_group', { person, ...into }, sumOfTransferCounts(counts))
    }
    if (to !== undefined && heir !== undefined) {
      counts = await transferAuthored(writing, id, to, epochOfInstant(moment.now))
      writing.noteHandOver('handed_over', { person, to: heir }, sumOfTransferCounts(counts))
    }
    return counts
  })
  return result
}
