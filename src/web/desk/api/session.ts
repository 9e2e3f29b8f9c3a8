/** Who works at the desk. */
import { signal } from '@preact/signals'
import type { Session } from './types.ts'

/** Unknown until the service responds; undefined if no user is signed in. */
export const session = signal<Session | undefined | 'unknown'>('unknown')

/** Whether the session ended during work: the view stays, and the sign-in form is shown above it. */
export const hasExpired = signal(false)

/** Who is signed in. */
export function currentUser(): Session['user'] | undefined {
  const { value } = session
  return value === 'unknown' || value === undefined ? undefined : value.user
}

/** What proves to the service that a write comes from this page. */
export function csrfToken(): string | undefined {
  const { value } = session
  return value === 'unknown' || value === undefined ? undefined : (value.csrf_token ?? undefined)
}

/** Without users, everyone on this machine is an administrator, and there is no sign-in. */
export const isLocal = (): boolean => currentUser()?.id === 0

const ranks = ['subscriber', 'contributor', 'author', 'editor', 'administrator'] as const
export type Role = (typeof ranks)[number]
/** From the one that may least to the one that may most. */
export const roles: readonly Role[] = ranks

const names: readonly string[] = roles
const rankOf = (role: string | undefined) => names.indexOf(role ?? '')

/** Whether who is signed in has this role or one that may more. */
export function isAtLeast(role: Role): boolean {
  return rankOf(currentUser()?.role) >= rankOf(role)
}
