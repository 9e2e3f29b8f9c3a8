/** Resolves the ids that an item references, in the transaction that saves it: image, author, parent. */
import { type Context, type ContextWithImages, type PureContext, viewerOf } from '../../api/context.ts'
import {
  type Actor,
  mayEdit,
  type OwnedItem,
  refusalProblem,
  rightsOnItemsOfGroup,
} from '../../api/policy.ts'
import type { AssigneeTarget, SentImageReference } from '../../contract/kinds.ts'
import { roles } from '../../contract/operations/account-names.ts'
import { because, invalidParam } from '../../problem.ts'
import type { ActiveUser, Reading, Writing } from '../../store/store.ts'
import { requireUsableImageAt, resolveImageIdAtAddress } from './images.ts'

/** Returns the id of the image after a change. Throws 400 on `image` for an unknown one. */
export async function resolveImageId(
  store: Writing,
  sent: SentImageReference | null | undefined,
  kept: number | null,
  context: ContextWithImages,
): Promise<number | null> {
  if (sent === undefined) return kept
  if (sent === null || 'none' in sent) return null
  await requireUsableImage(store, sent, kept, context)
  return 'id' in sent ? sent.id : resolveImageIdAtAddress(store, sent.url, context)
}

/**
 * Throws 400 on `image` for an unknown id, and for an address where the actor may not add images or the image can't
 * be fetched.
 */
export async function requireUsableImage(
  store: Reading,
  sent: SentImageReference | null | undefined,
  kept: number | null,
  context: ContextWithImages,
): Promise<void> {
  if (sent === undefined || sent === null || 'none' in sent) return
  if ('url' in sent) await requireUsableImageAt(store, sent.url, context)
  else if (sent.id !== kept && (await store.media(sent.id)) === undefined)
    throw invalidParam('image', because('no_such_item', { kind: 'media item', id: sent.id }))
}

/** Returns the author after a change. Throws 400 for an unknown one, 403 where the actor may not set another one. */
export async function resolveAuthorId(
  store: Reading,
  sent: number | null | undefined,
  kept: number | undefined,
  { actor, group }: PureContext,
): Promise<number> {
  if (sent === undefined || sent === null || sent === kept) return kept ?? actor.id
  if (sent === actor.id) return sent
  // Checked first, so that ids of users can't be probed.
  if (!rightsOnItemsOfGroup(actor, group).setsAuthor) throw refusalProblem(actor)
  if (!(await store.hasUser(sent)))
    throw invalidParam('author', because('no_such_item', { kind: 'user', id: sent }))
  return sent
}

/** A parent as sent, and the item with the parent that it has. */
interface ParentChange {
  readonly sent: number | null | undefined
  readonly kept: { readonly id: number; readonly parent: number | null } | undefined
}

/**
 * Returns the parent after a change: an existing item, other than the item itself and its descendants. Throws 400.
 */
export async function resolveParentId(
  store: Reading,
  name: 'event' | 'category',
  { sent, kept }: ParentChange,
  context: PureContext,
): Promise<number | null> {
  if (sent === undefined) return kept?.parent ?? null
  if (sent === null || sent === 0) return null
  if (sent === kept?.parent) return sent
  const arg = name === 'event' ? 'post_parent' : 'parent'
  const exists =
    name === 'event'
      ? (await store.visible('event', [sent], viewerOf(context))).has(sent)
      : (await store.find('category', { id: sent }, context.moment)) !== undefined
  if (!exists) throw invalidParam(arg, because('no_such_item', { kind: name, id: sent }))
  if (kept !== undefined && (await store.isBelow(name, sent, kept.id))) {
    throw invalidParam(arg, because('below_itself', { kind: name }))
  }
  return sent
}

// Whom an event waits for (contract §23): resolved when it is written, and told.

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
