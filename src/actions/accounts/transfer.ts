/** Handing over what a user is author of (contract §16). */
import { epochOf } from '../../domain/time/moment.ts'
import { invalidParam } from '../../problem.ts'
import type { AuthoredName, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { userWithId } from './users.ts'

const others = ['series', 'venue', 'organizer', 'media'] as const satisfies readonly AuthoredName[]

/** How many items of each kind were handed over. */
export type TransferCounts = Readonly<Record<AuthoredName, number>>

/** Events are written in batches: an author may have tens of thousands, and each row counts against the parameters of a statement. */
const AT_ONCE = 500

/** Makes another user the author of what a user is author of; 0 for nobody. Returns the counts. `now` is in seconds since 1970 UTC. */
export async function transferAuthored(
  writing: Writing,
  from: number,
  to: number,
  now: number,
): Promise<TransferCounts> {
  const counts: Record<AuthoredName, number> = { event: 0, series: 0, venue: 0, organizer: 0, media: 0 }
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
export const sumOfItems = (counts: TransferCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Hands over what a user is author of to another one, in one transaction. Throws 400 or 404. */
export async function transferItems(id: number, to: number, context: Context): Promise<TransferCounts> {
  const { store, moment } = context
  const user = await userWithId(context, id)
  const heir = (await store.accounts.users()).find((one) => one.id === to)
  if (heir === undefined || heir.id === id || heir.suspended)
    throw invalidParam('to', 'must be the id of another user who is not suspended')
  const { result } = await store.write(context, async (writing) => {
    const counts = await transferAuthored(writing, id, to, epochOf(moment.now))
    writing.noteTransfer(user, heir.login, sumOfItems(counts))
    return counts
  })
  return result
}
