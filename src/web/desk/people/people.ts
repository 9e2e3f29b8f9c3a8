/** Loads users, tokens and secret feeds. */

import type { components } from '../../../../clients/typescript/src/schema.ts'
import { ask } from '../api/ask.ts'

export type User = components['schemas']['User']
export type Person = Pick<User, 'id' | 'login'>
export type SecretFeed = components['schemas']['SecretFeed']
export type CreatedSecretFeed = components['schemas']['CreatedSecretFeed']
export type Token = components['schemas']['Token']
export type CreatedToken = components['schemas']['CreatedToken']

/** Loads one user. */
export async function readUser(id: number): Promise<User> {
  return (await ask<User>('GET', `/users/${id}`)).body
}

/** Loads all users, by login. */
export async function listUsers(): Promise<readonly User[]> {
  return (await ask<{ users: readonly User[] }>('GET', '/users')).body.users
}

/** Loads the tokens of a user. */
export async function listTokens({ id }: Person): Promise<readonly Token[]> {
  return (await ask<{ tokens: readonly Token[] }>('GET', `/users/${id}/tokens`)).body.tokens
}

/** Loads the secret feeds of a user. */
export async function listFeeds({ id }: Person): Promise<readonly SecretFeed[]> {
  return (await ask<{ feeds: readonly SecretFeed[] }>('GET', `/users/${id}/feeds`)).body.feeds
}
