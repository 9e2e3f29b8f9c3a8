/** Prepares users and their tokens, sessions and second factors so that an operation returns a documented status. */
import { TOTP } from 'otpauth'
import { commandActor } from '../../src/api/policy.ts'
import { signInExample } from '../../src/contract/openapi/examples.ts'
import type { Moment } from '../../src/domain/time/moment.ts'
import type { Json } from './service.ts'
import { hashOnce, signedIn } from './sessions.ts'
import type { Stage } from './stage.ts'

/** A user for one request: id, credentials, and the body of the request. */
export interface OwnUser {
  readonly id: number
  readonly headers: Record<string, string>
  readonly body?: Json
}

let made = 0

const { password } = signInExample
const codeAt = (key: string, { now }: Moment) =>
  new TOTP({ secret: key }).generate({ timestamp: now.epochMilliseconds })

/** Adds a user with a password, and signs in. */
async function userWithPassword({ service }: Stage, moment: Moment) {
  made += 1
  const login = `owner${made}`
  const { id } = await service.user('author', login)
  await service.store.accounts.setPassword(login, await hashOnce(password), moment)
  const { cookie, csrf } = await signedIn(service, login, password)
  return { id, login, headers: { ...cookie, ...csrf } }
}

/** Signs in as the administrator. Returns the headers of writes. */
export async function signedInAdministrator({ service }: Stage, moment: Moment) {
  // A new password would end the sessions that other requests were prepared with.
  if ((await service.store.sessions.passwordOf('administrator')) === undefined)
    await service.store.accounts.setPassword('administrator', await hashOnce(password), moment)
  const { cookie, csrf } = await signedIn(service, 'administrator', password)
  return { ...cookie, ...csrf }
}

/** Sets up a second factor; `isConfirmed` activates it. Returns its key. */
async function factorOf({ service }: Stage, user: OwnUser, moment: Moment, isConfirmed: boolean) {
  const path = `/users/${user.id}/second-factor`
  const { key } = (await service.post(path, { current_password: password }, user.headers)).body
  if (isConfirmed) await service.post(`${path}/confirmation`, { code: codeAt(key, moment) }, user.headers)
  return String(key)
}

const factorActions = ['begin-factor', 'confirm-factor', 'end-factor', 'remove-factor']

/** Adds the user for a request about a second factor; undefined for any other action. */
async function ofFactor(stage: Stage, action: string, status: number, moment: Moment) {
  if (!factorActions.includes(action)) return undefined
  const user = await userWithPassword(stage, moment)
  const own =
    action === 'remove-factor' ? { ...user, headers: await signedInAdministrator(stage, moment) } : user
  const sent = { current_password: password }
  if (status === 404) return { ...own, body: action === 'confirm-factor' ? { code: '000000' } : sent }
  if (action === 'begin-factor') {
    if (status === 409) await factorOf(stage, user, moment, true)
    return { ...own, body: sent }
  }
  if (action !== 'confirm-factor') {
    await factorOf(stage, user, moment, true)
    return action === 'remove-factor' ? own : { ...own, body: sent }
  }
  const key = await factorOf(stage, user, moment, status === 409)
  return { ...own, body: { code: codeAt(key, moment) } }
}

/** Adds a user whose new address waits to be confirmed; for 409 another user has it meanwhile. */
async function withNewAddress(stage: Stage, status: number, moment: Moment) {
  const { accounts, emailChanges } = stage.service.store
  const user = await userWithPassword(stage, moment)
  const email = `${user.login}@example.org`
  const id = await emailChanges.begin(user, email, { most: 1, seconds: 1 }, moment)
  const made = await emailChanges.newSecret(id ?? 0, moment)
  if (status === 409) await accounts.setProfile('author', { email }, { actor: commandActor, moment })
  return { ...user, body: { secret: status === 404 ? 'unknown' : (made?.secret ?? '') } }
}

/** Adds the user or session for a request about the user's own account; undefined for any other action. */
export async function ownAccount(
  stage: Stage,
  action: string,
  status: number,
  moment: Moment,
): Promise<OwnUser | undefined> {
  if (action === 'end-session') {
    const { id, login } = await userWithPassword(stage, moment)
    await stage.service.post('/session', { login, password })
    const { sessions } = (await stage.service.get(`/users/${id}/sessions`, stage.administrator)).body
    return { id: sessions[0].id, headers: stage.administrator }
  }
  if (action === 'confirm-email') return withNewAddress(stage, status, moment)
  if (action === 'invite-user') {
    const { id } = await userWithPassword(stage, moment)
    return { id, headers: await signedInAdministrator(stage, moment) }
  }
  return ofFactor(stage, action, status, moment)
}

/** The secret of a link with which a user sets a password. */
export async function linkSecret(stage: Stage, moment: Moment): Promise<string> {
  made += 1
  const { id } = await stage.service.user('author', `forgetful${made}`)
  return (await stage.service.store.secretLinks.create(id, 'reset', moment)).secret
}
