/** The session: the signed-in user and their rights. */

import { signal } from '@preact/signals'
import { roles } from '../../../contract/operations/accounts/account-names.ts'
import type { Session } from './types.ts'

/** `unknown` until the service responds; undefined if no user is signed in. */
export const sessionSignal = signal<Session | undefined | 'unknown'>('unknown')

/** Whether the session ended during work. The view stays, and the sign-in form appears above it. */
export const hasSessionExpiredSignal = signal(false)

/** The signed-in user. */
export function currentUser(): Session['user'] | undefined {
  const { value } = sessionSignal
  return value === 'unknown' || value === undefined ? undefined : value.user
}

/** The groups that the signed-in user is a member of, with the role in each. */
export function memberships(): Session['groups'] {
  const { value } = sessionSignal
  return value === 'unknown' || value === undefined ? [] : value.groups
}

/** The CSRF token, which proves that a write comes from this page. */
export function csrfToken(): string | undefined {
  const { value } = sessionSignal
  return value === 'unknown' || value === undefined ? undefined : (value.csrf_token ?? undefined)
}

/** Local mode: without users, everyone on this machine is an administrator and does not sign in. */
export const isLocalMode = (): boolean => currentUser()?.id === 0

export type Role = (typeof roles)[number]

const names: readonly string[] = roles
const rankOf = (role: string | undefined) => names.indexOf(role ?? '')

/** Whether the signed-in user has this role or a higher one. */
export function hasRoleAtLeast(role: Role): boolean {
  return rankOf(currentUser()?.role) >= rankOf(role)
}
