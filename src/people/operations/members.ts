/** What is done with the members of groups (contract §16). */
import { answer, named } from '../../api/answer.ts'
import { serviceOperation } from '../../api/operation.ts'
import { type Actor, hasAnyGroupRole, mayWriteSomeItems } from '../../api/policy.ts'
import { writersOf } from '../../api/who.ts'
import { markedAsExtension, required } from '../../contract/arg.ts'
import * as kind from '../../contract/kinds.ts'
import { groupRoles } from '../../contract/operations/accounts/account-names.ts'
import {
  choiceShape,
  integerShape,
  listShape,
  objectShape,
  sameShapeByName,
  textShape,
} from '../../contract/shape.ts'
import type { GroupMember } from '../../store/store.ts'
import { candidatesOfGroup, membersOfGroup, removeMember, setMember } from '../members.ts'

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
  run: async ({ id, ...given }) => ({ members: (await membersOfGroup(id, given)).map(shownMember) }),
})

export const listCandidates = serviceOperation({
  route: 'GET /groups/{id}/candidates',
  name: 'list-candidates',
  summary: 'List who may become a member of a group',
  args: { search: markedAsExtension(required(kind.text(200))) },
  answer: answer(candidates, 'The users who are found, by name.'),
  right: { ...keepsGroups, scope: 'read' },
  problems: ['group-not-found'],
  run: async ({ id, ...given }, { search }) => ({ candidates: await candidatesOfGroup(id, search, given) }),
})

export const setOneMember = serviceOperation({
  route: 'PUT /groups/{id}/members/{user}',
  name: 'set-member',
  summary: 'Add a member to a group, or change the role',
  address: user,
  args: { role: markedAsExtension(required(kind.choice(groupRoles))) },
  body: { schema: 'MemberRole', example: { role: 'editor' } },
  answer: answer(member, 'The member.'),
  right: keepsGroups,
  problems: ['group-not-found', 'user-not-found'],
  run: async ({ id, user, ...given }, { role }) => shownMember(await setMember(id, user, role, given)),
})

export const removeOneMember = serviceOperation({
  route: 'DELETE /groups/{id}/members/{user}',
  name: 'remove-member',
  summary: 'Remove a member from a group',
  address: user,
  args: {},
  answer: answer(member, 'The member as it was.'),
  right: keepsGroups,
  problems: ['group-not-found', 'member-not-found'],
  run: async ({ id, user, ...given }) => shownMember(await removeMember(id, user, given)),
})
