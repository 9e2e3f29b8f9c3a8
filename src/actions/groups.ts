/** The group of an event, and giving items to another author or group. */

import type { ContextWithImages, PureContext } from '../api/context.ts'
import { type Actor, rightsByRole } from '../api/policy.ts'
import type { GroupTarget } from '../contract/kinds.ts'
import { areGroupEventsInMainByDefault, isInMainCalendarByGroupAndOwnFlag } from '../domain/publication.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { because, faultBecause, invalidParam, Problem, type RefusalReason } from '../problem.ts'
import type { AuthoredResourceName, EventRecord, GroupRecord, Reading, Writing } from '../store/store.ts'
import { slicesOf } from '../support/slices.ts'
import { groupIdOfSlug } from './listing/list-query.ts'

// The group of an event or a series as it is written, and whether it is in the main calendar (contract §16).

/** The columns of an event that say so. */
type EventGroupColumns = Pick<EventRecord, 'group_id' | 'in_main'>

interface GroupArgs {
  readonly group?: GroupTarget | null | undefined
  readonly in_main?: boolean | null | undefined
}

const editsSite = (actor: Actor) => rightsByRole[actor.role].edits === 'all'

/** Returns the refusal of an arg that the role does not allow. */
function refusalOf(arg: 'group' | 'in_main', reason: RefusalReason): Problem {
  return new Problem('rest_forbidden', {
    ...reason,
    data: { details: { [arg]: faultBecause(reason, 'rest_forbidden') } },
  })
}

/** Returns the group that is sent. Throws 400 on `arg` where there is none. */
export async function resolveGroupTarget(
  store: Reading,
  target: GroupTarget,
  { moment }: Pick<ContextWithImages, 'moment'>,
  arg = 'group',
): Promise<GroupRecord | undefined> {
  if ('none' in target) return undefined
  const id = 'id' in target ? target.id : await groupIdOfSlug(store, target.text, moment)
  const found = id === undefined ? undefined : await store.find('group', { id }, moment)
  if (found === undefined)
    throw invalidParam(
      arg,
      because('no_such_item', { kind: 'group', id: 'id' in target ? target.id : target.text }),
    )
  return found
}

/** The group of new events that name none: that of an import, and of those who may create within one group only, that one. */
function defaultGroup({ actor, newGroup }: Pick<ContextWithImages, 'actor' | 'newGroup'>): number | null {
  if (newGroup !== undefined) return newGroup
  if (rightsByRole[actor.role].creates !== 'none') return null
  const [only, another] = [...(actor.groups?.keys() ?? [])]
  return another === undefined ? (only ?? null) : null
}

/** Throws 403 on `group` unless the actor may create events in the group, or without one. The public may send events to any group. */
function allowCreatingWithin(actor: Actor, group: number | null): void {
  const { creates } = rightsByRole[actor.role]
  if (group === null && creates === 'none') throw refusalOf('group', because('group_missing'))
  const isMember = group !== null && actor.groups?.get(group) !== undefined
  if (group !== null && !isMember && !editsSite(actor) && actor.role !== 'submitter')
    throw refusalOf('group', because('not_a_member'))
}

/** Returns what is set of an event of a group in the main calendar. Throws 403 on `in_main`. */
function ownMain(
  { in_main: sent }: GroupArgs,
  group: GroupRecord,
  kept: EventGroupColumns['in_main'],
  actor: Actor,
): EventGroupColumns['in_main'] {
  if (sent === undefined || sent === kept || sent === isInMainCalendarByGroupAndOwnFlag(group, kept))
    return kept
  if (!editsSite(actor) && group.main !== 'all') throw refusalOf('in_main', because('main_by_editors'))
  if (sent === null || sent === areGroupEventsInMainByDefault(group)) return null
  return sent ? 1 : 0
}

/**
 * Returns the group after a change, and whether the event is in the main calendar. `kept` is undefined for a new event. Throws 400 for an
 * unknown group, and 403 where the actor may not create in it, or take the event out of the one that it has.
 */
export async function groupColumnsAfterChange(
  store: Reading,
  args: GroupArgs,
  kept: EventGroupColumns | undefined,
  context: ContextWithImages,
): Promise<EventGroupColumns> {
  const { actor, moment } = context
  const sent = args.group ?? undefined
  const group = sent === undefined ? undefined : await resolveGroupTarget(store, sent, context)
  const group_id =
    sent === undefined ? (kept === undefined ? defaultGroup(context) : kept.group_id) : (group?.id ?? null)
  const isMoved = kept === undefined || kept.group_id !== group_id
  if (isMoved) allowCreatingWithin(actor, group_id)
  if (group_id === null) return { group_id, in_main: null }
  const of = group ?? (await store.find('group', { id: group_id }, moment))
  // Who moves it decides nothing about the main calendar, unless who edits the whole site does.
  const before = isMoved && !editsSite(actor) ? null : (kept?.in_main ?? null)
  return { group_id, in_main: of === undefined ? before : ownMain(args, of, before, actor) }
}

// Items get another author, or go into another group. The log has what each of them had before.

/** The columns of an owner: null in `in_main` follows the group. */
export type Owner = Partial<Pick<EventRecord, 'author' | 'group_id' | 'in_main'>>

/** An item that gets another owner, as long as it has the one that it is given from. */
export interface HandedItem {
  readonly resource: AuthoredResourceName
  readonly id: number
  readonly from?: Owner
  readonly to: Owner
}
const has = (item: object, columns: object) =>
  Object.entries(columns).every(([name, value]) => Reflect.get(item, name) === value)

/** Hands items over, but for those that are there already or went elsewhere. Returns those that it handed over. */
export async function handItems(
  writing: Writing,
  wanted: readonly HandedItem[],
  { moment }: Pick<PureContext, 'moment'>,
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
  // An author or a group may have tens of thousands.
  for (const some of slicesOf(events)) {
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
      await writing.put(resource, id, { ...to, version: kept.version + 1, modified_utc })
  }
  return handed
}

// Moving the events and series of a group into another one, or out of all (contract §16).

/**
 * Empties a group before it is deleted, and notes it in the log, so that undoing brings it back. Throws 409 for one with events where nobody
 * says what becomes of them, and 400.
 */
export async function moveEventsOut(
  store: Writing,
  record: GroupRecord,
  target: GroupTarget | undefined,
  context: PureContext,
): Promise<void> {
  const { id: group } = record
  await store.noteGroupBefore(record)
  const events = await store.ofGroup('event', group)
  const series = await store.ofGroup('series', group)
  if (target === undefined) {
    if (events.length + series.length > 0) throw new Problem('group_not_empty')
    return
  }
  const into = await resolveGroupTarget(store, target, context, 'move_to')
  if (into?.id === group) throw invalidParam('move_to', because('same_group'))
  // They follow the group into the main calendar or out of it.
  const to = { group_id: into?.id ?? null, in_main: null }
  const items = [
    ...events.map((id) => ({ resource: 'event', id, to }) as const),
    ...series.map((id) => ({ resource: 'series', id, to }) as const),
  ]
  await handItems(store, items, context)
}
