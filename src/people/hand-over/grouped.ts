/** Puts the events and series of a user into a group, and back where they were. */

import type { Context } from '../../api/context.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { EventRecord, Writing } from '../../store/store.ts'

type GroupedName = 'event' | 'series'

/** The group of an event or a series, and whether it stands in the main calendar: null follows the group. */
type GroupOfItem = Pick<EventRecord, 'group_id' | 'in_main'>

/** An event or a series that moves from one group to another, or out of all. */
export interface ItemMoveBetweenGroups {
  readonly name: GroupedName
  readonly id: number
  readonly from: GroupOfItem
  readonly to: GroupOfItem
}

const isSameGroup = (one: GroupOfItem, other: GroupOfItem) =>
  one.group_id === other.group_id && one.in_main === other.in_main

/** Returns the group of each of these events or series that exist. */
async function groupsOf(
  writing: Writing,
  name: GroupedName,
  ids: readonly number[],
  { moment }: Context,
): Promise<ReadonlyMap<number, GroupOfItem>> {
  const groups = new Map<number, GroupOfItem>()
  const add = ({ id, group_id, in_main }: GroupOfItem & { readonly id: number }) =>
    groups.set(id, { group_id, in_main })
  if (name === 'event') for (const event of (await writing.eventRecords(ids)).values()) add(event)
  else
    for (const id of ids) {
      const series = await writing.find('series', { id }, moment)
      if (series !== undefined) add(series)
    }
  return groups
}

/** Returns the moves of the events and series of a user into a group. Those that are there stay as they are. */
export async function groupMovesOfAuthor(
  writing: Writing,
  author: number,
  group_id: number,
  context: Context,
): Promise<readonly ItemMoveBetweenGroups[]> {
  const moves: ItemMoveBetweenGroups[] = []
  for (const name of ['event', 'series'] as const) {
    const ids = (await writing.authored(name, author)).map(({ id }) => id)
    for (const [id, from] of await groupsOf(writing, name, ids, context))
      if (from.group_id !== group_id) moves.push({ name, id, from, to: { group_id, in_main: null } })
  }
  return moves
}

async function put(
  writing: Writing,
  { name, ids }: { readonly name: GroupedName; readonly ids: readonly number[] },
  columns: GroupOfItem & { readonly modified_utc: number },
  { moment }: Context,
): Promise<void> {
  if (name === 'event') return writing.updateEvents(ids, columns)
  for (const id of ids) {
    const kept = await writing.find('series', { id }, moment)
    if (kept !== undefined) await writing.update('series', id, { ...columns, version: kept.version + 1 })
  }
}

/** Makes moves of items that are where they move from; others stay. Returns those that were made. */
export async function makeMoves(
  writing: Writing,
  moves: readonly ItemMoveBetweenGroups[],
  context: Context,
): Promise<readonly ItemMoveBetweenGroups[]> {
  const modified_utc = epochOfInstant(context.moment.now)
  const made: ItemMoveBetweenGroups[] = []
  for (const name of ['event', 'series'] as const) {
    const ofName = new Map(moves.filter((move) => move.name === name).map((move) => [move.id, move]))
    const ways = new Map<string, { readonly to: GroupOfItem; readonly ids: number[] }>()
    for (const [id, now] of await groupsOf(writing, name, [...ofName.keys()], context)) {
      const move = ofName.get(id)
      if (move === undefined || !isSameGroup(now, move.from)) continue
      const key = JSON.stringify(move.to)
      const way = ways.get(key) ?? { to: move.to, ids: [] }
      way.ids.push(id)
      ways.set(key, way)
      made.push(move)
    }
    for (const { to, ids } of ways.values())
      await put(writing, { name, ids }, { ...to, modified_utc }, context)
  }
  return made
}
