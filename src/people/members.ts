/** The members of a group, and who keeps them (contract §16). */

import { isDeepStrictEqual } from 'node:util'
import { writeWhatChanges } from '../actions/writing/preparing.ts'
import { answer, named, type Revised, revisedAnswer } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import { serviceOperation } from '../api/operation.ts'
import { writersOf } from '../api/permission.ts'
import {
  type Actor,
  hasAnyGroupRole,
  mayManageMembers,
  mayWriteSomeItems,
  refusalProblem,
} from '../api/policy.ts'
import { markedAsExtension, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { groupRoles } from '../contract/operations/account-names.ts'
import type { PersonOfAct } from '../contract/operations/audit.ts'
import {
  choiceShape,
  integerShape,
  listShape,
  objectShape,
  sameShapeByName,
  textShape,
} from '../contract/shape.ts'
import { compareText, foldedText } from '../domain/text/letters.ts'
import { overtaken, Problem } from '../problem.ts'
import type { AuditRow, GroupMember, StoredMembership, User, Writing } from '../store/store.ts'
import { userNamed } from './users.ts'

/** What groups are read from. */
interface Seen extends Pick<Context, 'moment'> {
  readonly store: Pick<Context['store'], 'find'>
}

async function requireGroup(group: number, { store, moment }: Seen): Promise<void> {
  if ((await store.find('group', { id: group }, moment)) === undefined) throw new Problem('group-not-found')
}

function allowKeepingMembers(group: number, { actor }: Pick<Context, 'actor'>): void {
  if (!mayManageMembers(actor, group)) throw refusalProblem(actor)
}

/** The most users that are offered as members. */
const MOST_CANDIDATES = 8

async function memberNamed(group: number, named: string, context: Context): Promise<GroupMember | undefined> {
  const user = await userNamed(named, context)
  return (await context.store.members.all(group)).find((member) => member.user === user?.id)
}

/**
 * Makes a user a member, or takes the user out of the group (undefined). Returns whether that changes anything. Throws 404 for who or what is
 * gone by then.
 */
const changeMember = (
  group: number,
  { id, login }: PersonOfAct,
  next: StoredMembership | undefined,
  context: Context,
): Promise<Revised<boolean>> =>
  writeWhatChanges(
    context,
    async (store) => {
      await requireGroup(group, { store, moment: context.moment })
      if (!(await store.hasUser(id))) throw new Problem('user-not-found')
      if (next === undefined && (await store.membership(group, id)) === undefined)
        throw new Problem('member-not-found')
      return store.setMembership(group, { id, login }, next)
    },
    (isChanged) => isChanged,
  )

// Undoes what a write did to a member (ext.).

const isMembership = (one: unknown, other: StoredMembership | undefined) =>
  isDeepStrictEqual(one ?? undefined, other && { role: other.role, by_rule: other.by_rule })

/**
 * Gives a member the role back that a write replaced, takes out who was added, and takes back who was removed. A membership that a rule of
 * the organisation gave comes back as one, so that the organisation decides on it at the next sign-in. Throws 401 or 403 for who may not
 * change the members, 404 where the group or the user is gone, and 409 where the membership was changed since.
 */
export async function undoChangeOfMember(
  store: Writing,
  { item_id: group, act_values: { person } = {}, title }: AuditRow,
  parts: readonly AuditRow[],
  context: Context,
): Promise<void> {
  allowKeepingMembers(group, context)
  const ofGroup = parts.find(({ resource, item_id }) => resource === 'group_member' && item_id === group)
  const change = person && ofGroup?.changes[person.id]
  if (person === undefined || change === undefined) throw new Problem('change-not-recorded')
  await requireGroup(group, { store, moment: context.moment })
  if (!(await store.hasUser(person.id))) throw new Problem('user-not-found')
  const [before, after] = change
  if (!isMembership(after, await store.membership(group, person.id))) throw overtaken({ title })
  await store.setMembership(group, person, before === null ? undefined : Object(before))
}

const member = named('Member', {
  user: integerShape,
  ...sameShapeByName(textShape, 'login', 'display_name'),
  role: choiceShape(groupRoles),
})
const members = named('MemberList', { members: listShape(member) })
const candidates = named('CandidateList', {
  candidates: listShape(
    objectShape({ id: integerShape, ...sameShapeByName(textShape, 'login', 'display_name') }),
  ),
})

const shownMember = ({ user, login, display_name, role }: GroupMember) => ({
  user,
  login,
  display_name: display_name || login,
  role,
})

/** The id or the login of a user: managers of a group do not see the list of users. */
const user = { user: markedAsExtension(required(kind.text(60))) }
const keepsGroups = { scope: 'write:groups', allows: writersOf('group') } as const

export const listMembers = serviceOperation({
  route: 'GET /groups/{id}/members',
  name: 'list-members',
  summary: 'List the members of a group',
  args: {},
  answer: answer(members, 'The members of the group, by login.'),
  right: {
    scope: 'read',
    allows: (actor: Actor) => mayWriteSomeItems(actor, 'group') || hasAnyGroupRole(actor),
  },
  problems: ['group-not-found'],
  async run({ id, ...given }) {
    if (given.actor.groups?.get(id) === undefined) allowKeepingMembers(id, given)
    await requireGroup(id, given)
    return { members: (await given.store.members.all(id)).map(shownMember) }
  },
})

export const listCandidates = serviceOperation({
  route: 'GET /groups/{id}/candidates',
  name: 'list-candidates',
  summary: 'List who may become a member of a group',
  args: { search: markedAsExtension(required(kind.text(200))) },
  answer: answer(candidates, 'The users who are found, by name.'),
  right: { ...keepsGroups, scope: 'read' },
  problems: ['group-not-found'],
  // Those whose name or login has the text, and the one with the whole e-mail address, which is told to nobody.
  async run({ id, ...given }, { search }) {
    allowKeepingMembers(id, given)
    await requireGroup(id, given)
    const members = new Set((await given.store.members.all(id)).map(({ user }) => user))
    const wanted = foldedText(search.trim())
    const isFound = ({ login, display_name, email }: User) =>
      foldedText(`${display_name} ${login}`).includes(wanted) || foldedText(email) === wanted
    const found = (await given.store.accounts.users())
      .filter((user) => !user.suspended && !members.has(user.id) && isFound(user))
      .map(({ id, login, display_name }) => ({ id, login, display_name: display_name || login }))
      .sort((a, b) => compareText(foldedText(a.display_name), foldedText(b.display_name)))
    return { candidates: found.slice(0, MOST_CANDIDATES) }
  },
})

export const setOneMember = serviceOperation({
  route: 'PUT /groups/{id}/members/{user}',
  name: 'set-member',
  summary: 'Add a member to a group, or change the role',
  address: user,
  args: { role: markedAsExtension(required(kind.choice(groupRoles))) },
  body: { schema: 'MemberRole', example: { role: 'editor' } },
  answer: revisedAnswer(member, 'The member.'),
  right: keepsGroups,
  problems: ['group-not-found', 'user-not-found'],
  async run({ id, user, ...given }, { role }) {
    allowKeepingMembers(id, given)
    await requireGroup(id, given)
    const found = await userNamed(user, given)
    if (found === undefined) throw new Problem('user-not-found')
    const { revision } = await changeMember(id, found, { role, by_rule: 0 }, given)
    const { login, display_name } = found
    return { result: shownMember({ user: found.id, login, display_name, role }), revision }
  },
})

export const removeOneMember = serviceOperation({
  route: 'DELETE /groups/{id}/members/{user}',
  name: 'remove-member',
  summary: 'Remove a member from a group',
  address: user,
  args: {},
  answer: revisedAnswer(member, 'The member as it was.'),
  right: keepsGroups,
  problems: ['group-not-found', 'member-not-found'],
  async run({ id, user, ...given }) {
    allowKeepingMembers(id, given)
    await requireGroup(id, given)
    const member = await memberNamed(id, user, given)
    if (member === undefined) throw new Problem('member-not-found')
    const { revision } = await changeMember(id, { id: member.user, login: member.login }, undefined, given)
    return { result: shownMember(member), revision }
  },
})
