/** The tokens of users (contract §5, §13). */

import type { Context } from '../../api/context.ts'
import { type Actor, requireMayAdministerUser, requireScope } from '../../api/policy.ts'
import type { Scope } from '../../contract/operations/accounts/account-names.ts'
import { because, Problem } from '../../problem.ts'
import type { NewToken, Token } from '../../store/store.ts'
import { userWithId } from './users.ts'

/** A token with scopes creates only tokens that have no others. Throws 403. */
function allowScopes(actor: Actor, wanted: readonly Scope[]): void {
  if (actor.scopes === undefined) return
  for (const scope of wanted) requireScope(actor, scope)
  if (wanted.length === 0)
    throw new Problem('rest_forbidden', because('scopes_missing', { scopes: actor.scopes.join(', ') }))
}

/**
 * Creates a token that is valid until `expires` (seconds since 1970 UTC). Returns its secret for the only time.
 * Throws 404.
 */
export async function createToken(
  id: number,
  { name, expires, scopes }: NewToken,
  context: Context,
): Promise<Token & { readonly secret: string }> {
  const { store, moment, actor } = context
  allowScopes(actor, scopes)
  const { login } = await userWithId(context, id)
  const secret = await store.accounts.createToken(login, { name, expires, scopes }, moment, actor)
  const kept = secret === undefined ? undefined : await store.accounts.accountOf(secret, undefined, moment)
  const number = kept?.token
  const token = (await store.accounts.tokens(login)).find((one) => one.id === number)
  if (secret === undefined || token === undefined) throw new Problem('user-not-found')
  return { ...token, secret }
}

/** Revokes a token and returns it as it was. Throws 404 if it does not exist or the actor may not see it. */
export async function revokeToken(id: number, context: Context): Promise<Token> {
  const { store, moment, actor } = context
  const token = (await store.accounts.tokens(undefined)).find((one) => one.id === id)
  requireMayAdministerUser(actor, token?.login === actor.login ? actor.id : undefined)
  if (token === undefined) throw new Problem('token-not-found')
  await store.accounts.revokeToken(id, moment, actor)
  return token
}
