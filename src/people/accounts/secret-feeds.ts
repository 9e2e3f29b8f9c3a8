/** Secret feeds, as users and administrators manage them (contract §5). */

import type { Context } from '../../api/context.ts'
import { requireMayAdministerUser, requireScope } from '../../api/policy.ts'
import { Problem } from '../../problem.ts'
import type { NewSecretFeed, StoredSecretFeed } from '../../store/store.ts'
import { userWithId } from './users.ts'

/** Returns the secret feeds of a user. Throws 404. */
export async function secretFeedsOf(
  id: number,
  { store }: { readonly store: Pick<Context['store'], 'accounts' | 'feedLinks'> },
): Promise<readonly StoredSecretFeed[]> {
  const { login } = await userWithId({ store }, id)
  return (await store.feedLinks.all()).filter((one) => one.login === login)
}

/** Creates a secret feed of what a user may read. Returns its secret for the only time. Throws 404. */
export async function createSecretFeed(
  id: number,
  link: NewSecretFeed,
  context: Context,
): Promise<StoredSecretFeed & { readonly secret: string }> {
  // The feed shows what its user may read.
  requireScope(context.actor, 'read')
  const { login } = await userWithId(context, id)
  const made = await context.store.feedLinks.create(login, link, context)
  const kept = (await context.store.feedLinks.all()).find((one) => one.id === made?.id)
  if (made === undefined || kept === undefined) throw new Problem('user-not-found')
  return { ...kept, secret: made.secret }
}

/** Revokes a secret feed and returns it as it was. Throws 404 if it does not exist or the actor may not see it. */
export async function revokeSecretFeed(id: number, context: Context): Promise<StoredSecretFeed> {
  const { store, actor } = context
  const feed = (await store.feedLinks.all()).find((one) => one.id === id)
  requireMayAdministerUser(actor, feed?.login === actor.login ? actor.id : undefined)
  if (feed === undefined) throw new Problem('feed-not-found')
  await store.feedLinks.revoke(id, context)
  return feed
}
