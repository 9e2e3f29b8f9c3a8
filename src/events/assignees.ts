/** Whom an event may wait for (contract §23): the users who may edit it. */
import { mayUserEdit } from '../actions/linking/assignee.ts'
import type { ReadStore } from '../api/operation.ts'
import { type Actor, mayEdit, type OwnedItem, refusalProblem, rightsByRole } from '../api/policy.ts'
import type { Moment } from '../domain/time/moment.ts'
import { Problem } from '../problem.ts'
import type { ActiveUser } from '../store/store.ts'

interface Given {
  readonly store: ReadStore
  readonly actor: Actor
  readonly moment: Moment
}

/** Returns the event, or one that the actor is about to make. Throws 403 or 404. */
async function itemOf(
  { event, group = 0 }: { readonly event?: number | undefined; readonly group?: number | undefined },
  { store, actor, moment }: Given,
): Promise<OwnedItem> {
  if (event === undefined) {
    const isOpen =
      group === 0 || rightsByRole[actor.role].edits === 'all' || actor.groups?.has(group) === true
    if (!isOpen) throw refusalProblem(actor)
    return { author: actor.id, status: 'draft', group_id: group === 0 ? null : group }
  }
  const record = await store.find('event', { id: event }, moment)
  if (record === undefined) throw new Problem('event-not-found')
  if (!mayEdit(actor, record)) throw refusalProblem(actor)
  return record
}

/**
 * Returns the users who may edit an event, by login; without an event or a group, only who edits the whole site learns of others. Throws 401,
 * 403 or 404.
 */
export async function possibleAssignees(
  of: { readonly event?: number | undefined; readonly group?: number | undefined },
  given: Given,
): Promise<readonly ActiveUser[]> {
  const item = await itemOf(of, given)
  const { id, role } = given.actor
  const isOpen = of.event !== undefined || (of.group ?? 0) !== 0 || rightsByRole[role].edits === 'all'
  const users = await given.store.activeUsers(isOpen ? undefined : { id })
  return users.filter((user) => mayUserEdit(user, item))
}
