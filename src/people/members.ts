/** The members of a group, and who keeps them (contract §16). */

import type { Context } from '../api/context.ts'
import { mayManageMembers, refusalProblem } from '../api/policy.ts'
import type { GroupRole } from '../contract/operations/accounts/account-names.ts'
import { compareText } from '../domain/text/compare.ts'
import { foldedText } from '../domain/text/letters.ts'
import { Problem } from '../problem.ts'
import type { GroupMember, User } from '../store/store.ts'
import { userNamed } from './accounts/users.ts'

/** What members are read from. */
interface Seen extends Pick<Context, 'actor' | 'moment'> {
  readonly store: Pick<Context['store'], 'find' | 'members'>
}

async function requireGroup(group: number, { store, moment }: Seen): Promise<void> {
  if ((await store.find('group', { id: group }, moment)) === undefined) throw new Problem('group-not-found')
}

function allowKeepingMembers(group: number, { actor }: Pick<Context, 'actor'>): void {
  if (!mayManageMembers(actor, group)) throw refusalProblem(actor)
}

/** Returns the members of a group, by login. Throws 401 or 403 for those who are none and edit no whole site, and 404. */
export async function membersOfGroup(group: number, context: Seen): Promise<readonly GroupMember[]> {
  const { actor, store } = context
  if (actor.groups?.get(group) === undefined) allowKeepingMembers(group, context)
  await requireGroup(group, context)
  return store.members.all(group)
}

/** The most users that are offered as members. */
const MOST_CANDIDATES = 8

/**
 * Returns users who are no members of a group yet, by name: those whose name or login has the text, and the one with the whole e-mail
 * address, which is told to nobody. Throws 401, 403 or 404.
 */
export async function candidatesOfGroup(
  group: number,
  search: string,
  context: Seen & { readonly store: Pick<Context['store'], 'accounts'> },
) {
  allowKeepingMembers(group, context)
  await requireGroup(group, context)
  const members = new Set((await context.store.members.all(group)).map(({ user }) => user))
  const wanted = foldedText(search.trim())
  const isFound = ({ login, display_name, email }: User) =>
    foldedText(`${display_name} ${login}`).includes(wanted) || foldedText(email) === wanted
  return (await context.store.accounts.users())
    .filter((user) => !user.suspended && !members.has(user.id) && isFound(user))
    .map(({ id, login, display_name }) => ({ id, login, display_name: display_name || login }))
    .sort((a, b) => compareText(foldedText(a.display_name), foldedText(b.display_name)))
    .slice(0, MOST_CANDIDATES)
}

async function memberNamed(group: number, named: string, context: Context): Promise<GroupMember | undefined> {
  const user = await userNamed(named, context)
  return (await context.store.members.all(group)).find((member) => member.user === user?.id)
}

/** Makes a user a member of a group, or changes the role. Throws 401, 403 or 404. */
export async function setMember(
  group: number,
  named: string,
  role: GroupRole,
  context: Context,
): Promise<GroupMember> {
  allowKeepingMembers(group, context)
  await requireGroup(group, context)
  const user = await userNamed(named, context)
  if (user === undefined) throw new Problem('user-not-found')
  await context.store.members.set(group, user.login, role, context)
  const member = await memberNamed(group, named, context)
  if (member === undefined) throw new Problem('user-not-found')
  return member
}

/** Takes a user out of a group, and returns the member as it was. Throws 401, 403 or 404. */
export async function removeMember(group: number, named: string, context: Context): Promise<GroupMember> {
  allowKeepingMembers(group, context)
  await requireGroup(group, context)
  const member = await memberNamed(group, named, context)
  if (member === undefined) throw new Problem('member-not-found')
  await context.store.members.remove(group, member.login, context)
  return member
}
