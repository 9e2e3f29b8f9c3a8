/** Users and tokens as the service has them. */

import type { components } from '../../../../clients/typescript/src/schema.ts'
import { ask } from '../api/ask.ts'

export type User = components['schemas']['User']
export type Token = components['schemas']['Token']
export type CreatedToken = components['schemas']['CreatedToken']

/** All users, by login. */
export async function listUsers(): Promise<readonly User[]> {
  return (await ask<{ users: readonly User[] }>('GET', '/users')).body.users
}

/** The tokens of a user. */
export async function listTokens({ id }: User): Promise<readonly Token[]> {
  return (await ask<{ tokens: readonly Token[] }>('GET', `/users/${id}/tokens`)).body.tokens
}
