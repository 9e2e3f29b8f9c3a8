/** Changes that somebody proposes to an own event that is public, and may not make: contributors, on the site or in a group. */

import { editableRecord } from '../actions/update.ts'
import type { ReadingContext } from '../api/operation.ts'
import { type Actor, mayEdit } from '../api/policy.ts'
import type { EventRecord } from '../store/store.ts'

/** An event whose changes the actor may keep as a draft. */
export interface DraftableEvent {
  readonly event: EventRecord
  /** Whether the actor may propose changes alone: the event is public, and a reviewer decides. */
  readonly isProposal: boolean
}

/** Whether the actor might edit the event if it was not public. */
export const mayPropose = (
  actor: Actor,
  { author, status, group_id }: Pick<EventRecord, 'author' | 'status' | 'group_id'>,
): boolean =>
  status === 'publish' &&
  !mayEdit(actor, { author, status, group_id }) &&
  mayEdit(actor, { author, status: 'draft', group_id })

/** Returns the actor with the rights of an author, on the site or in a group, as whom a proposed change is tried. Nothing of it is kept. */
export function proposingActor(actor: Actor, group: number | null): Actor {
  const { role, groups } = actor
  const isOfGroup = group !== null && groups?.get(group) === 'contributor'
  return {
    ...actor,
    ...(role === 'contributor' && { role: 'author' }),
    ...(isOfGroup && { groups: new Map([...(groups ?? []), [group, 'author']]) }),
  }
}

/** Returns the event, if the actor may change it or propose changes. Throws 401, 403 or 404, and 410 for others in the trash. */
export async function requireDraftableEvent(id: number, context: ReadingContext): Promise<DraftableEvent> {
  const { store, actor, moment } = context
  const found = await store.find('event', { id }, moment)
  // What a password hides from its author, who may not edit it, would stand in the draft.
  if (found?.password_hash === null && mayPropose(actor, found)) return { event: found, isProposal: true }
  return { event: await editableRecord(store, 'event', { id }, context), isProposal: false }
}
