/** Users, their tokens and their sessions over HTTP (contract §5, ext.). */
import type { Context } from '../actions/context.ts'
import {
  addUser,
  changeUser,
  createToken,
  endSessions,
  removeUser,
  revokeToken,
  userOf,
} from '../actions/people.ts'
import { allowAdministering, roles } from '../actions/policy.ts'
import type { PeopleAction } from '../contract/people.ts'
import { type DateText, readDate } from '../domain/date-text.ts'
import { epochOf } from '../domain/moment.ts'
import { utcTimestamp } from '../domain/timestamp.ts'
import { invalidParam } from '../problem.ts'
import type { Account, KeptToken } from '../store/store.ts'
import { type Answer, type Asked, accepted } from './asked.ts'
import { written } from './written.ts'

const when = (seconds: number | null) => (seconds === null ? '' : utcTimestamp(seconds))

const shownUser = ({ id, login, role, created_utc }: Account & { readonly created_utc: number }) => ({
  ...{ id, login, role },
  created_utc: when(created_utc),
})

const shownToken = ({ id, name, created_utc, expires_utc, last_used_utc }: KeptToken) => ({
  ...{ id, name },
  created_utc: when(created_utc),
  expires_utc: when(expires_utc),
  last_used_utc: when(last_used_utc),
})

const roleOf = (raw: unknown) => roles.find((role) => role === raw)
const textOf = (raw: unknown) => (raw === null ? null : raw === undefined ? undefined : String(raw))

/** Until when a token holds, in seconds since 1970 UTC; null for one that is revoked alone. Throws 400. */
function expiryOf(raw: unknown, { moment }: Context): number | null {
  if (raw === undefined || raw === null) return null
  const read = readDate(raw as DateText, moment.zone, moment.now)
  if (read === undefined || read.epoch <= epochOf(moment.now)) throw invalidParam('expires', 'must lie ahead')
  return read.epoch
}

interface Given {
  readonly id: number
  readonly asked: Asked
  readonly context: Context
}

type Act = (given: Given) => Promise<object>

const sentTo = async ({ asked }: Given, mode: 'create' | 'update') =>
  accepted(asked.operation.args, await written(asked), mode)

const acts: { readonly [A in PeopleAction]: Act } = {
  'list-users': async ({ context }) => ({ users: (await context.store.accounts.users()).map(shownUser) }),
  async 'add-user'(given) {
    const { login, role, password } = await sentTo(given, 'create')
    const named = roleOf(role) ?? 'subscriber'
    return shownUser(
      await addUser({ login: String(login), role: named, password: textOf(password) }, given.context),
    )
  },
  async 'change-user'(given) {
    const { role, password } = await sentTo(given, 'update')
    const named = roleOf(role)
    const changes = { password: textOf(password), ...(named !== undefined && { role: named }) }
    return shownUser(await changeUser(given.id, changes, given.context))
  },
  'remove-user': async ({ id, context }) => shownUser(await removeUser(id, context)),
  'end-sessions': async ({ id, context }) => shownUser(await endSessions(id, context)),
  async 'list-tokens'({ id, context }) {
    const { login } = await userOf(context, id)
    return { tokens: (await context.store.accounts.tokens(login)).map(shownToken) }
  },
  async 'create-token'(given) {
    const { name, expires } = await sentTo(given, 'create')
    const wanted = { name: String(name), expires: expiryOf(expires, given.context) }
    const token = await createToken(given.id, wanted, given.context)
    return { ...shownToken(token), token: token.secret }
  },
  'revoke-token': async ({ id, context }) => shownToken(await revokeToken(id, context)),
}

/** What users may do with their own: the actions whose id is the user's. */
const ofOwn: readonly PeopleAction[] = ['end-sessions', 'list-tokens', 'create-token']

/** Answers an operation on users, tokens or sessions. */
export async function peopleAnswer(action: PeopleAction, asked: Asked): Promise<Answer> {
  const { context } = asked
  const id = Number(asked.params.id)
  // Whose token it is decides who may revoke it.
  if (action !== 'revoke-token') allowAdministering(context.actor, ofOwn.includes(action) ? id : undefined)
  const body = await acts[action]({ id, asked, context })
  const isMade = action === 'add-user' || action === 'create-token'
  return { status: isMade ? 201 : 200, headers: { 'Cache-Control': 'private, no-store' }, body }
}
