/** `fasti user`: manages users, their roles and passwords. */

import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { hashPassword } from '../actions/writing/preparing.ts'
import type { Role } from '../api/policy.ts'
import { readConfig } from '../config.ts'
import { roles } from '../contract/operations/account-names.ts'
import { unicodeNormalizedText } from '../domain/text/letters.ts'
import { wholeTextAsEmailAddress } from '../domain/text/links.ts'
import type { Moment } from '../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { isLogin, passwordFault, SHORTEST_PASSWORD } from '../people/users.ts'
import { refuseMissingSqliteFile, sqliteFileOf } from '../store/check/existing-database.ts'
import type { Store, UserAndRoles } from '../store/store.ts'
import { type Command, parseOptions, requireOptionsOfVerb, say, UsageError } from './command.ts'
import { currentMoment, withStore, withStoreOrNew } from './opened-store.ts'

// Asking before a command makes a new calendar, which may be in the wrong folder.

/** Where questions are asked and answered: a terminal, by default that of this process. */
interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/**
 * Whether the database exists, or may be made: asks at a terminal, and says that it is made elsewhere. Databases of PostgreSQL exist, since
 * no command creates one.
 */
export async function databaseExistsOrMayBeMade(
  databaseUrl: string,
  terminal: Terminal = { input: process.stdin, output: process.stderr },
): Promise<boolean> {
  const isThere = await refuseMissingSqliteFile(databaseUrl).then(
    () => true,
    () => false,
  )
  if (isThere) return true
  const file = resolve(sqliteFileOf(databaseUrl) ?? '')
  if (terminal.input.isTTY !== true || terminal.output.isTTY !== true) {
    say(`There was no calendar yet: ${file} is new.`)
    return true
  }
  const asking = createInterface(terminal)
  // The end of the input is no.
  const ended = once(asking, 'close').then(() => '')
  const question = `There is no calendar at ${file} yet. Make a new one? [y/N] `
  const answer = await Promise.race([asking.question(question), ended])
  asking.close()
  if (/^\s*y(es)?\s*$/i.test(answer)) return true
  say('Nothing was made. FASTI_DATA_DIR or DATABASE_URL names the calendar of another folder or server.')
  return false
}

// Reads a password from standard input, so that it appears in no process list and no shell history.

/** The hash of the password on standard input, without a trailing line break. Throws `UsageError` if the password is refused. */
async function passwordHashFromInput(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin.setEncoding('utf8')) text += piece
  // Sign-in normalises passwords in the same way.
  const password = unicodeNormalizedText(text.replace(/\r?\n$/, ''))
  const fault = passwordFault(password)
  if (fault !== undefined) throw new UsageError(`The password ${fault.message}.`)
  return hashPassword(password)
}

const help = `Usage: fasti user add LOGIN --role ROLE [--email ADDRESS] [--password-stdin] [--json]
       fasti user list [--json]
       fasti user role LOGIN ROLE [--json]
       fasti user password LOGIN --password-stdin [--json]
       fasti user password LOGIN --remove [--json]
       fasti user remove LOGIN [--json]

ROLE is one of ${roles.join(', ')}.
LOGIN has 1 to 60 of a-z, 0-9, dot, hyphen and underscore; case does not matter.
Adding the first user ends local mode: writes then need a token (fasti token create) or a password, and HOST may be any
address.
A password is for signing in on a page; programs use tokens. Setting or removing a password ends all sessions of the user;
the tokens stay valid.
Removing a user removes their tokens. Their items stay with the same author id, which no other user ever gets.
The last administrator cannot get another role, and cannot be removed while there are other users.

  --role ROLE        the role of the new user
  --email ADDRESS    the e-mail address, by which a sign-in through the organisation finds the user (FASTI_OIDC_LINK=email)
  --password-stdin   read a password of at least ${SHORTEST_PASSWORD} characters from standard input; it is stored hashed
  --remove           remove the password, so that the user can authenticate with tokens only
  --json             print JSON, one user per line`

const print = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`)

interface UserCommand {
  readonly store: Store
  readonly moment: Moment
  readonly login: string
  readonly role: string | undefined
  /** "" for none. */
  readonly email: string
  /** A hash, or null for none. */
  readonly password: string | null
}

/** The result of a verb; without `user` the exit code is 1. */
interface Outcome {
  readonly message: string
  readonly user?: UserAndRoles | undefined
}

function roleNamed(text: string | undefined): Role {
  const role = roles.find((one) => one === text)
  if (role === undefined) throw new UsageError(`The role must be one of ${roles.join(', ')}.`)
  return role
}

function loginNamed(text: string | undefined): string {
  if (text === undefined || !isLogin(text)) {
    throw new UsageError('A login has 1 to 60 of a-z, 0-9, dot, hyphen and underscore.')
  }
  return text.toLowerCase()
}

function emailNamed(text = ''): string {
  const email = text === '' ? '' : wholeTextAsEmailAddress(text)
  if (email === undefined) throw new UsageError(`${text} is not an e-mail address.`)
  return email
}

const OPEN_TO_OTHERS =
  'Local mode has ended: published items are public, everything else needs a user. HOST may be any address.\n'
const NO_ADMINISTRATOR = 'There is no administrator yet. Add one: fasti user add LOGIN --role administrator\n'

async function add({ store, moment, login, role, email, password }: UserCommand): Promise<Outcome> {
  const named = roleNamed(role)
  const isFirst = !(await store.hasUsers())
  const id = await store.accounts.addUser(login, named, moment, { password, profile: { email } })
  if (id === undefined) {
    const isLoginTaken = (await store.accounts.users()).some((one) => one.login === login)
    return {
      message: isLoginTaken ? `The user ${login} already exists.` : `Another user has the address ${email}.`,
    }
  }
  const next = `Give them a token: fasti token create ${login} --name NAME`
  const consequence = named === 'administrator' ? OPEN_TO_OTHERS : `${OPEN_TO_OTHERS}${NO_ADMINISTRATOR}`
  return {
    message: `${isFirst ? consequence : ''}${login} is added. ${next}`,
    user: { id, login, role: named },
  }
}

async function setRole({ store, moment, login, role }: UserCommand): Promise<Outcome> {
  const next = roleNamed(role)
  const user = (await store.accounts.users()).find((one) => one.login === login)
  const outcome = await store.accounts.setRole(login, next, moment)
  if (outcome === 'last') return { message: `${login} is the last administrator: add another one first.` }
  if (user === undefined || outcome !== 'done') return { message: `There is no user ${login}.` }
  return { message: `${login} now has the role ${next}.`, user: { id: user.id, login, role: next } }
}

async function remove({ store, moment, login }: UserCommand): Promise<Outcome> {
  const user = (await store.accounts.users()).find((one) => one.login === login)
  const outcome = await store.accounts.removeUser(login, moment, undefined, true)
  if (outcome === 'last')
    return { message: `${login} is the last administrator: add another one or remove the other users first.` }
  if (user === undefined || outcome !== 'done') return { message: `There is no user ${login}.` }
  const { id, role } = user
  return { message: `${login} and all their tokens are removed.`, user: { id, login, role } }
}

async function setPassword({ store, moment, login, password }: UserCommand): Promise<Outcome> {
  const user = (await store.accounts.users()).find((one) => one.login === login)
  if (user === undefined) return { message: `There is no user ${login}.` }
  await store.accounts.setPassword(login, password, moment)
  const { id, role } = user
  const what = password === null ? 'no longer has a password' : 'has a new password'
  return { message: `${login} ${what} and is signed out everywhere.`, user: { id, login, role } }
}

/** The options and the action of a verb. */
interface Verb {
  readonly options: readonly string[]
  readonly takesRole: boolean
  act(command: UserCommand): Promise<Outcome>
}

const verbs: Readonly<Record<string, Verb>> = {
  add: { options: ['role', 'email', 'password-stdin', 'json'], takesRole: true, act: add },
  role: { options: ['role', 'json'], takesRole: true, act: setRole },
  password: { options: ['password-stdin', 'remove', 'json'], takesRole: false, act: setPassword },
  remove: { options: ['json'], takesRole: false, act: remove },
}

async function list({ accounts }: Store, isJson: boolean): Promise<number> {
  for (const { id, login, role, created_utc } of await accounts.users()) {
    const created = utcTimestampOfEpoch(created_utc)
    if (isJson) print({ id, login, role, created_utc: created })
    else process.stdout.write(`${login}\t${role}\t${created} UTC\n`)
  }
  return 0
}

export const user: Command = {
  help,
  async run(args, env) {
    const sent = parseOptions(args, {
      role: { type: 'string' },
      email: { type: 'string' },
      json: { type: 'boolean' },
      'password-stdin': { type: 'boolean' },
      remove: { type: 'boolean' },
    })
    const { values, positionals } = sent
    const [name = '', who, role = values.role] = positionals
    const isJson = values.json === true
    if (name === 'list') {
      requireOptionsOfVerb(sent, ['json'], 0)
      return withStore(readConfig(env), (store) => list(store, isJson))
    }
    const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
    if (verb === undefined)
      throw new UsageError('A verb is required: user add, list, role, password or remove.')
    requireOptionsOfVerb(sent, verb.options, verb.takesRole ? 2 : 1)
    const login = loginNamed(who)
    if (verb.takesRole) roleNamed(role)
    const reads = values['password-stdin'] === true
    if (name === 'password' && reads === (values.remove === true))
      throw new UsageError('Use either --password-stdin or --remove.')
    const email = emailNamed(values.email)
    const config = readConfig(env)
    if (name === 'add' && !(await databaseExistsOrMayBeMade(config.databaseUrl))) return 1
    const password = reads ? await passwordHashFromInput() : null
    const open = name === 'add' ? withStoreOrNew : withStore
    return open(config, async (store) => {
      const { message, user } = await verb.act({
        store,
        moment: currentMoment(config),
        login,
        role,
        email,
        password,
      })
      if (user !== undefined && isJson) print(user)
      say(message)
      return user === undefined ? 1 : 0
    })
  },
}
