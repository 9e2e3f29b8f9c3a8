/** What is done with the members of groups, and with all that is kept of a person. */
import { erasePerson, exportPerson, findPersonByLoginEmailOrActor } from '../actions/accounts/persons.ts'
import { refuseTokens } from '../actions/accounts/users.ts'
import { answer, named } from '../api/answer.ts'
import { type ReadStore, serviceOperation } from '../api/operation.ts'
import { type Actor, hasAnyGroupRole, mayWriteSomeItems, refusalProblem } from '../api/policy.ts'
import { administrators, everyone, writersOf } from '../api/who.ts'
import { markedAsExtension, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { groupRoles } from '../contract/operations/accounts/account-names.ts'
import {
  choiceShape,
  integerShape,
  listShape,
  type Shape,
  sameShapeByName,
  textShape,
} from '../contract/shape.ts'
import { Problem } from '../problem.ts'
import type { GroupMember, Person } from '../store/store.ts'
import { membersOfGroup, removeMember, setMember } from './members.ts'

const member = named('Member', {
  user: integerShape,
  ...sameShapeByName(textShape, 'login', 'display_name'),
  role: choiceShape(groupRoles),
})
const members = named('MemberList', { members: listShape(member) })

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

/** An answer does not wait for a large file that is rewritten. */
const PATIENCE = 5000

const rows: Shape<readonly object[]> = {
  schema: { type: 'array', items: { type: 'object', additionalProperties: true } },
}
const account: Shape<object | null> = { schema: { type: ['object', 'null'], additionalProperties: true } }
const personData = named('PersonData', {
  account,
  ...sameShapeByName(
    rows,
    'identity',
    'sessions',
    'tokens',
    'feeds',
    'memberships',
    'submissions',
    'drafts',
    'duties',
    'items',
    'images',
    'named_images',
    'kept_answers',
    'mail',
    'email_changes',
    'audit',
    'followers',
    'following',
    'reactions',
    'organizers',
  ),
})
const erasedPerson = named('ErasedPerson', {
  ...sameShapeByName(integerShape, 'items', 'images', 'named_images', 'organizers', 'submissions', 'follows'),
  name: textShape,
})

/** A login or an e-mail address. */
const who = { who: markedAsExtension(required(kind.text(320))) }

async function personOf(who: string, store: ReadStore): Promise<Person> {
  const person = await findPersonByLoginEmailOrActor(who, store)
  if (person === undefined) throw new Problem('person-not-found')
  return person
}

export const exportOnePerson = serviceOperation({
  route: 'GET /persons/{who}',
  name: 'export-person',
  summary: 'Show all that is kept of a person',
  address: who,
  args: {},
  answer: answer(personData, 'All that is kept of the person.', { isNew: true }),
  right: { scope: 'users', allows: everyone },
  problems: ['rest_not_logged_in', 'rest_forbidden', 'person-not-found'],
  async run({ who, store, actor, ...by }) {
    const isOwn = actor.id > 0 && who.toLowerCase() === actor.login
    // Before anything is looked up: others do not learn who is kept here.
    if (!isOwn && !administrators(actor)) throw refusalProblem(actor)
    const person = await personOf(who, store)
    const kept = await exportPerson(person, store)
    if (!isOwn) await store.persons.noteExport(person, { ...by, actor })
    return kept
  },
})

export const eraseOnePerson = serviceOperation({
  route: 'DELETE /persons/{who}',
  name: 'erase-person',
  summary: 'Erase a person',
  address: who,
  args: {},
  answer: answer(erasedPerson, 'How much was erased.'),
  right: { scope: 'users', allows: administrators },
  problems: ['person-not-found', 'last_administrator'],
  async run({ who, ...by }) {
    refuseTokens(by.actor, 'erase persons')
    const person = await personOf(who, by.store)
    // What remains in the file, the service wipes later and logs.
    const { name = '', remains: _, ...erased } = await erasePerson(person, by.store, by, false, PATIENCE)
    return { ...erased, name }
  },
})
