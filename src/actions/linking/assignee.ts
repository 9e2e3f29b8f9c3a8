/** Whom an event waits for (contract §23): resolved when it is written, and told. */
import type { Context, PureContext } from '../../api/context.ts'
import { type Actor, mayEdit, type OwnedItem, rightsOnItemsOfGroup } from '../../api/policy.ts'
import { roles } from '../../contract/operations/accounts/account-names.ts'
import type { AssigneeTarget } from '../../contract/kinds.ts'
import { because, invalidParam } from '../../problem.ts'
import type { ActiveUser, Reading, Writing } from '../../store/store.ts'

/** Returns a user as a caller; undefined for one of an unknown role. */
function actorOf({ id, login, role: named, groups }: ActiveUser): Actor | undefined {
  const role = roles.find((one) => one === named)
  return role && { id, login, role, groups }
}

/** Whether a user may edit an item, and so finds its note. */
export function mayUserEdit(user: ActiveUser, item: OwnedItem): boolean {
  const actor = actorOf(user)
  return actor !== undefined && mayEdit(actor, item)
}

/**
 * Returns the id of the user whom an event waits for after a change, null for nobody. Throws 400 for who is no user or is suspended; where
 * the actor may not set authors, also for who may not edit the event, so that users can't be probed.
 */
export async function resolveAssignee(
  store: Reading,
  sent: AssigneeTarget | null | undefined,
  kept: number | null,
  item: OwnedItem,
  { actor }: Pick<PureContext, 'actor'>,
): Promise<number | null> {
  if (sent === undefined) return kept
  if (sent === null || 'none' in sent) return null
  if ('id' in sent && sent.id === kept) return kept
  const [user] = await store.activeUsers(sent)
  const isFree = rightsOnItemsOfGroup(actor, item.group_id).setsAuthor
  if (user !== undefined && (isFree || user.id === actor.id || mayUserEdit(user, item))) return user.id
  throw invalidParam('assignee', because('no_assignee', { user: 'id' in sent ? sent.id : sent.text }))
}

/** Tells a new assignee who isn't the writer by e-mail. */
export async function tellNewAssignee(
  store: Writing,
  of: { readonly name: 'event' | 'series'; readonly id: number },
  { before, after }: { readonly before: number | null; readonly after: number | null },
  { actor, moment }: Pick<Context, 'actor' | 'moment'>,
): Promise<void> {
  if (after !== null && after !== before && after !== actor.id) await store.tellAssignee(after, of, moment)
}
