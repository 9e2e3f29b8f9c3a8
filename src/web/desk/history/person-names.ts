/** The names of the users whom the log is about. It records logins, which stay when a name changes. */
import { signal } from '@preact/signals'
import { listUsers } from '../accounts/accounts.ts'
import { hasRoleAtLeast } from '../api/session.ts'

/** Login → name. */
const names = signal<ReadonlyMap<string, string>>(new Map())

/** Loads the names of all users for those who see acts on accounts: administrators. Without them the log names logins. */
export async function loadPersonNames(): Promise<void> {
  if (!hasRoleAtLeast('administrator')) return
  const users = await listUsers().catch(() => [])
  names.value = new Map(users.map(({ login, display_name }) => [login, display_name]))
}

/** Returns the name of the user with a login; the login, where there is no such user any more. */
export const personName = (login: string): string => names.value.get(login) ?? login
