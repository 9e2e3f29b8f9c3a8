/** Gives items to another author, or puts them into another group. The log has what each of them had before. */

import type { Context } from '../../api/context.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { AuthoredResourceName, EventRecord, Writing } from '../../store/store.ts'

export const authoredNames = [
  'event',
  'series',
  'venue',
  'organizer',
  'media',
] as const satisfies readonly AuthoredResourceName[]

/** The columns of an owner: null in `in_main` follows the group. */
export type Owner = Partial<Pick<EventRecord, 'author' | 'group_id' | 'in_main'>>

/** An item that gets another owner, as long as it has the one that it is given from. */
export interface HandedItem {
  readonly resource: AuthoredResourceName
  readonly id: number
  readonly from?: Owner
  readonly to: Owner
}

/** Events are read and written in lots: an author may have tens of thousands. */
const AT_ONCE = 500

const has = (item: object, columns: object) =>
  Object.entries(columns).every(([name, value]) => Reflect.get(item, name) === value)

/** Returns all that a user is author of, for another owner. */
export async function authoredItems(
  writing: Writing,
  author: number,
  to: Owner,
  names: readonly AuthoredResourceName[] = authoredNames,
): Promise<readonly HandedItem[]> {
  const items: HandedItem[] = []
  for (const resource of names)
    for (const { id } of await writing.authored(resource, author)) items.push({ resource, id, to })
  return items
}

/** Hands items over, but for those that are there already or went elsewhere. Returns those that it handed over. */
export async function handItems(
  writing: Writing,
  wanted: readonly HandedItem[],
  { moment }: Pick<Context, 'moment'>,
): Promise<readonly HandedItem[]> {
  const modified_utc = epochOfInstant(moment.now)
  const handed: HandedItem[] = []
  const hand = (one: HandedItem, kept: object) => {
    const { resource, id, from = {}, to } = one
    const { group_id, author } = to
    const isThere = has(kept, group_id === undefined ? { author } : { group_id })
    if (isThere || !has(kept, from)) return false
    const changes = Object.entries(to).map(([name, value]) => [name, [Reflect.get(kept, name), value]])
    // The lines of venues and organizers have the author.
    if (resource !== 'venue' && resource !== 'organizer')
      writing.notePart(resource, id, Object.fromEntries(changes))
    return handed.push(one) > 0
  }
  const events = wanted.filter(({ resource }) => resource === 'event')
  for (let at = 0; at < events.length; at += AT_ONCE) {
    const some = events.slice(at, at + AT_ONCE)
    const records = await writing.eventRecords(some.map(({ id }) => id))
    const byOwner = new Map<string, number[]>()
    for (const one of some) {
      const kept = records.get(one.id)
      if (kept === undefined || !hand(one, kept)) continue
      const key = JSON.stringify(one.to)
      byOwner.set(key, [...(byOwner.get(key) ?? []), one.id])
    }
    for (const [to, ids] of byOwner) await writing.updateEvents(ids, { ...JSON.parse(to), modified_utc })
  }
  for (const one of wanted) {
    const { resource, id, to } = one
    const kept = resource === 'event' ? undefined : await writing.find(resource, { id }, moment)
    if (kept !== undefined && hand(one, kept))
      await writing.update(resource, id, { ...to, version: kept.version + 1, modified_utc })
  }
  return handed
}
