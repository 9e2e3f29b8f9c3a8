/** Users as JSON, and what administrators do with them. */

import { answer, changedAnswer, named, revisedAnswer } from '../api/answer.ts'
import type { Context } from '../api/context.ts'
import { serviceOperation } from '../api/operation.ts'
import type { Outside } from '../api/outside.ts'
import { administrators } from '../api/permission.ts'
import { type Actor, requireMayAdministerUser } from '../api/policy.ts'
import { type ChangedArgs, markedAsExtension, optional, required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { roles } from '../contract/operations/account-names.ts'
import {
  booleanShape,
  choiceShape,
  integerShape,
  listShape,
  optionalShape,
  sameShapeByName,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
} from '../contract/shape.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import { because, invalidParam } from '../problem.ts'
import type { Store, User } from '../store/store.ts'
import { interfaceLanguageCodes } from '../words/languages.ts'
import { transferItemsOfUser } from './hand-over.ts'
import { invitation, invite } from './invitations.ts'
import { requirePasswordOf, requirePasswords } from './sessions.ts'
import {
  addUser,
  changeUser,
  ofSignedIn,
  ownOrAdministered,
  proofOf,
  requireAccountChanged,
  type UserChanges,
  userWithId,
} from './users.ts'

// Users, their sessions, tokens and secret feeds as JSON, and the shapes of it.

export const userShape = named('User', {
  id: integerShape,
  login: textShape,
  ...sameShapeByName(textShape, 'display_name', 'email', 'subject'),
  language: choiceShape<string>(['', ...interfaceLanguageCodes]),
  role: choiceShape<string>(roles),
  created_utc: timestampShape,
  ...sameShapeByName(booleanShape, 'has_password', 'second_factor', 'suspended', 'single_sign_on'),
  ...sameShapeByName(timestampOrEmptyShape, 'reset_asked_utc', 'invited_until_utc', 'last_seen_utc'),
  new_email: optionalShape(textShape),
  invitation: optionalShape(invitation),
})
const users = named('UserList', { users: listShape(userShape) })

export const shownUser = ({
  created_utc,
  reset_asked_utc,
  invited_until_utc,
  last_seen_utc,
  display_name,
  ...user
}: User) => ({
  ...user,
  display_name: display_name || user.login,
  created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
  reset_asked_utc: formatSecondsAsTimestampOrEmpty(reset_asked_utc),
  invited_until_utc: formatSecondsAsTimestampOrEmpty(invited_until_utc),
  last_seen_utc: formatSecondsAsTimestampOrEmpty(last_seen_utc),
})

// Users: administrators keep them, and users change their own account (contract §5, §14).

const right = { scope: 'users', allows: administrators } as const

const login = markedAsExtension(required(kind.text(60)))
const role = kind.choice(roles)
const password = markedAsExtension(optional(kind.text(1000)))
/** The fields of the profile that users fill in. */
const profileArgs = {
  display_name: markedAsExtension(optional(kind.title(100))),
  email: markedAsExtension(optional(kind.email)),
  language: markedAsExtension(optional(kind.choice(interfaceLanguageCodes))),
}

/** The profile as it was sent; null clears. */
const profileIn = ({ display_name, email, language }: ChangedArgs<typeof profileArgs>) => ({
  display_name,
  email,
  language,
})

/** A user as shown, with the address that waits to be confirmed. Throws 404. */
async function shownWithNewAddress(
  id: number,
  { store, moment }: Pick<Context, 'moment'> & { readonly store: Pick<Store, 'accounts' | 'emailChanges'> },
) {
  const user = await userWithId({ store }, id)
  const new_email = await store.emailChanges.waitingOf(user, moment)
  return { ...shownUser(user), ...(new_email !== undefined && { new_email }) }
}

export const listUsers = serviceOperation({
  route: 'GET /users',
  name: 'list-users',
  summary: 'List users',
  args: {},
  answer: answer(users, 'The users, sorted by login.'),
  right,
  run: async ({ store }) => ({ users: (await store.accounts.users()).map(shownUser) }),
})

export const addOneUser = serviceOperation({
  route: 'POST /users',
  name: 'add-user',
  summary: 'Add a user',
  args: { login, role: markedAsExtension(required(role)), password, ...profileArgs },
  body: {
    schema: 'NewUser',
    example: { login: 'bea', role: 'editor', password: 'correct horse battery' },
  },
  answer: answer(userShape, 'The user.', { status: 201 }),
  right,
  problems: ['user_exists', 'email_taken', 'rest_passwords_off'],
  async run(given, { login, role, password, ...sent }) {
    if (password) requirePasswords(given)
    const user = await addUser({ login, role, password, profile: profileIn(sent) }, given)
    // One with an address and no password is invited.
    if (user.email === '' || password || !given.signingIn.passwords) return shownUser(user)
    return { ...shownUser(user), invitation: await invite(user.id, given) }
  },
})

const changeArgs = {
  role: markedAsExtension(optional(role)),
  password,
  suspended: markedAsExtension(optional(kind.boolean)),
  subject: markedAsExtension(optional(kind.text(255))),
  current_password: password,
  code: markedAsExtension(optional(kind.text(40))),
  ...profileArgs,
}
type SentChanges = ChangedArgs<typeof changeArgs>

/** Throws 401 or 403 for what only administrators change: whether a user is suspended, who it is at the organisation, and the role. */
function requireMayChange({ role, suspended, subject }: SentChanges, isSelf: boolean, actor: Actor): void {
  const isOfAdministrators = suspended != null || subject !== undefined
  if (isOfAdministrators || (role != null && !(isSelf && role === actor.role)))
    requireMayAdministerUser(actor)
}

/** Returns the person of the organisation with a name there; null for none. Throws 400 where there is no organisation, or it is away. */
async function personNamed(subject: string | null, { signingIn }: Pick<Outside, 'signingIn'>) {
  if (subject === null || subject === '') return null
  const issuer = await signingIn.issuerName()
  if (issuer === undefined) throw invalidParam('subject', because('no_issuer'))
  return { issuer, subject }
}

/** The changes as they were sent: a role and a suspension that are cleared stay as they were. */
const changesIn = async (
  { password, subject, role, suspended, ...sent }: SentChanges,
  outside: Pick<Outside, 'signingIn'>,
): Promise<UserChanges> => ({
  password,
  profile: profileIn(sent),
  ...(subject !== undefined && { person: await personNamed(subject, outside) }),
  ...(role != null && { role }),
  ...(suspended != null && { suspended }),
})

export const changeOneUser = serviceOperation({
  route: 'PATCH /users/{id}',
  name: 'change-user',
  summary: 'Change the role or password of a user',
  args: changeArgs,
  body: { schema: 'UserChanges', example: { role: 'author' } },
  answer: changedAnswer(userShape, 'The updated user.'),
  right: ofSignedIn,
  problems: [
    'rest_missing_callback_param',
    'user-not-found',
    'last_administrator',
    'email_taken',
    'rest_passwords_off',
  ],
  before: ownOrAdministered,
  async run({ id, ...given }, sent) {
    const isSelf = given.actor.id === id
    if (sent.password) await requirePasswordOf(id, given)
    requireMayChange(sent, isSelf, given.actor)
    const changes = await changesIn(sent, given)
    const isProving = sent.current_password !== undefined || sent.code !== undefined
    if (given.isDry && isSelf && isProving) throw invalidParam('dry_run', because('proof_without_dry_run'))
    const isChanged = await changeUser(id, changes, given, isSelf ? proofOf(sent, given) : undefined)
    return { result: await shownWithNewAddress(id, given), isChanged }
  },
})

export const removeOneUser = serviceOperation({
  route: 'DELETE /users/{id}',
  name: 'remove-user',
  summary: 'Remove a user',
  args: {},
  answer: answer(userShape, 'The deleted user.'),
  right,
  problems: ['user-not-found', 'last_administrator'],
  async run({ id, store, moment, actor }) {
    const user = await userWithId({ store }, id)
    requireAccountChanged(await store.accounts.removeUser(user.login, moment, actor))
    return shownUser(user)
  },
})

export const readUser = serviceOperation({
  route: 'GET /users/{id}',
  name: 'read-user',
  summary: 'Show a user',
  args: {},
  answer: answer(userShape, 'The user.'),
  right: ofSignedIn,
  problems: ['user-not-found'],
  before: ownOrAdministered,
  run: ({ id, ...given }) => shownWithNewAddress(id, given),
})

const transferred = named(
  'TransferredItems',
  sameShapeByName(integerShape, 'to', 'group', 'events', 'series', 'venues', 'organizers', 'media'),
)

export const transferItems = serviceOperation({
  route: 'POST /users/{id}/transfer',
  name: 'transfer-items',
  summary: 'Hand over everything that a user is author of',
  // One of them, or both.
  args: {
    to: markedAsExtension(optional(kind.userTarget)),
    group: markedAsExtension(optional(kind.integer(1))),
  },
  body: { schema: 'Transfer', example: { to: 'bea' } },
  answer: revisedAnswer(
    transferred,
    'How many items of each kind were handed over or put into the group; `to` and `group` are 0 where they were not sent.',
  ),
  right,
  problems: ['rest_missing_callback_param', 'user-not-found'],
  async run({ id, ...given }, into) {
    const { result, revision, heir } = await transferItemsOfUser(id, into, given)
    const { event: events, venue: venues, organizer: organizers, series, media } = result
    const { group = 0 } = into
    return { result: { to: heir, group, events, venues, organizers, series, media }, revision }
  },
})

export const endSessions = serviceOperation({
  route: 'DELETE /users/{id}/sessions',
  name: 'end-sessions',
  summary: 'Sign a user out everywhere',
  args: {},
  answer: answer(userShape, 'The user whose sessions were ended.'),
  right: ofSignedIn,
  problems: ['user-not-found'],
  before: ownOrAdministered,
  async run({ id, store, moment, actor }) {
    const user = await userWithId({ store }, id)
    await store.accounts.endSessions(user.login, moment, actor)
    return shownUser(user)
  },
})
