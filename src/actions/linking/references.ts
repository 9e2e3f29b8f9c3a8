/** Resolves the ids that an item references, in the transaction that saves it: image, author, parent. */

import { type ContextWithImages, type PureContext, viewerOf } from '../../api/context.ts'
import { refusalProblem, rightsOnItemsOfGroup } from '../../api/policy.ts'
import type { SentImageReference } from '../../contract/kinds.ts'
import { because, invalidParam } from '../../problem.ts'
import type { Reading, Writing } from '../../store/store.ts'
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
