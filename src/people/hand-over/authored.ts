/** Gives what one user is author of to another one, or back. */
import type { AuthoredResourceName, ItemIdAndVersion, Writing } from '../../store/store.ts'

const others = ['series', 'venue', 'organizer', 'media'] as const satisfies readonly AuthoredResourceName[]

/** The ids of items, by their kind. */
export type AuthoredIds = Readonly<Record<AuthoredResourceName, readonly number[]>>

const emptyAuthoredIdsByResource: AuthoredIds = {
  event: [],
  series: [],
  venue: [],
  organizer: [],
  media: [],
}

/** Events are written in batches: an author may have tens of thousands, and each row counts against the parameters of a statement. */
const AT_ONCE = 500

async function giveEvents(
  writing: Writing,
  events: readonly ItemIdAndVersion[],
  author: number,
  modified_utc: number,
): Promise<void> {
  for (let at = 0; at < events.length; at += AT_ONCE) {
    const rows = events.slice(at, at + AT_ONCE)
    await writing.updateEach(
      rows.map(({ id, version }) => ({ id, version: version + 1, author, modified_utc })),
    )
  }
}

/** Whose items become whose: those with these ids alone, or all. */
interface Giving {
  readonly from: number
  readonly to: number
  readonly only?: AuthoredIds
}

/** Makes another user the author of what a user is author of; 0 for nobody. Returns the ids. `now` is in seconds since 1970 UTC. */
export async function giveAuthored(
  writing: Writing,
  { from, to, only }: Giving,
  now: number,
): Promise<AuthoredIds> {
  const itemsOf = async (name: AuthoredResourceName) => {
    const all = await writing.authored(name, from)
    const wanted = only && new Set(only[name])
    return wanted === undefined ? all : all.filter(({ id }) => wanted.has(id))
  }
  const idsOf = (items: readonly ItemIdAndVersion[]) => items.map(({ id }) => id)
  const events = await itemsOf('event')
  await giveEvents(writing, events, to, now)
  const given: Record<AuthoredResourceName, readonly number[]> = {
    ...emptyAuthoredIdsByResource,
    event: idsOf(events),
  }
  for (const name of others) {
    const items = await itemsOf(name)
    for (const { id, version } of items)
      await writing.update(name, id, { version: version + 1, author: to, modified_utc: now })
    given[name] = idsOf(items)
  }
  return given
}

/** Returns how many items there are of all kinds. */
export const countAuthoredIds = (ids: AuthoredIds): number =>
  Object.values(ids).reduce((sum, { length }) => sum + length, 0)
