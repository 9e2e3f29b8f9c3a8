/** `fasti user`: who may sign in, and as what. */
import { type Role, roles } from '../actions/policy.ts'
import { hashPassword } from '../actions/secrets.ts'
import { readConfig } from '../config.ts'
import type { Moment } from '../domain/moment.ts'
import { utcTimestamp } from '../domain/timestamp.ts'
import type { Account, Store } from '../store/store.ts'
import { type Command, parsed, UsageError } from './command.ts'
import { momentOf, withStore } from './opened-store.ts'

const SHORTEST_PASSWORD = 10

const help = `Usage: fasti user add LOGIN --role ROLE [--password-stdin] [--json]
       fasti user list [--json]
       fasti user role LOGIN ROLE [--json]
       fasti user remove LOGIN [--json]

ROLE is one of ${roles.join(', ')}.
LOGIN has 1 to 60 of a-z, 0-9, dot, hyphen and underscore; case does not matter.
Adding the first user ends local mode: from then on writing needs a token (fasti token create), and HOST may be any address.
Removing a user removes their tokens; what they wrote stays, under the same author id, which nobody else is ever given.
The last administrator can't be given another role, nor be removed while there are other users.

  --password-stdin   read a password of at least ${SHORTEST_PASSWORD} characters from standard input. It is kept hashed, for signing in
                     by a page; the interface over HTTP takes tokens alone
  --json             print the user as JSON, one a line`

const say = (text: string) => process.stderr.write(`${text}\n`)
const print = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`)

interface Asked {
  readonly store: Store
  readonly moment: Moment
  readonly login: string
  readonly role: string | undefined
  readonly readsPassword: boolean
}

/** What a verb has come to: the exit code follows from `user`. */
interface Outcome {
  readonly said: string
  readonly user?: Account | undefined
}

function roleNamed(text: string | undefined): Role {
  const role = roles.find((one) => one === text)
  if (role === undefined) throw new UsageError(`The role must be one of ${roles.join(', ')}.`)
  return role
}

function loginNamed(text: string | undefined): string {
  if (text === undefined || !/^[a-z0-9._-]{1,60}$/i.test(text)) {
    throw new UsageError('A login has 1 to 60 of a-z, 0-9, dot, hyphen and underscore.')
  }
  return text.toLowerCase()
}

async function passwordHash(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin.setEncoding('utf8')) text += piece
  const password = text.replace(/\r?\n$/, '')
  if (password.length < SHORTEST_PASSWORD)
    throw new UsageError(`The password must have at least ${SHORTEST_PASSWORD} characters.`)
  return hashPassword(password)
}

async function add({ store, moment, login, role, readsPassword }: Asked): Promise<Outcome> {
  const named = roleNamed(role)
  const password = readsPassword ? await passwordHash() : null
  const id = await store.accounts.addUser(login, named, moment, password)
  if (id === undefined) return { said: `There is a user ${login} already.` }
  return {
    said: `${login} is added. Give them a token: npx fasti token create ${login} --name NAME`,
    user: { id, login, role: named },
  }
}

const isLast = (users: readonly Account[], login: string) =>
  users.every((user) => user.role !== 'administrator' || user.login === login)

async function setRole({ store, moment, login, role }: Asked): Promise<Outcome> {
  const next = roleNamed(role)
  const users = await store.accounts.users()
  const user = users.find((one) => one.login === login)
  if (user === undefined) return { said: `There is no user ${login}.` }
  if (user.role === 'administrator' && next !== 'administrator' && isLast(users, login))
    return { said: `${login} is the last administrator: make another one first.` }
  await store.accounts.setRole(login, next, moment)
  return { said: `${login} is ${next} now.`, user: { id: user.id, login, role: next } }
}

async function remove({ store, moment, login }: Asked): Promise<Outcome> {
  const users = await store.accounts.users()
  const user = users.find((one) => one.login === login)
  if (user === undefined) return { said: `There is no user ${login}.` }
  if (user.role === 'administrator' && users.length > 1 && isLast(users, login))
    return { said: `${login} is the last administrator: make another one first, or remove the others first.` }
  await store.accounts.removeUser(login, moment)
  const { id, role } = user
  return { said: `${login} is removed, with all tokens.`, user: { id, login, role } }
}

const verbs: Readonly<Record<string, (asked: Asked) => Promise<Outcome>>> = { add, role: setRole, remove }

async function list({ accounts }: Store, isJson: boolean): Promise<number> {
  for (const { id, login, role, created_utc } of await accounts.users()) {
    const created = utcTimestamp(created_utc)
    if (isJson) print({ id, login, role, created_utc: created })
    else process.stdout.write(`${login}\t${role}\t${created} UTC\n`)
  }
  return 0
}

export const user: Command = {
  name: 'user',
  summary: 'add, list and remove users, and give them roles',
  help,
  async run(args, env) {
    const { values, positionals } = parsed(args, {
      role: { type: 'string' },
      json: { type: 'boolean' },
      'password-stdin': { type: 'boolean' },
    })
    const [verb = '', name, role = values.role] = positionals
    const isJson = values.json === true
    if (verb === 'list') return withStore(readConfig(env), (store) => list(store, isJson))
    const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
    if (act === undefined) throw new UsageError('Say what to do: user add, list, role or remove.')
    const login = loginNamed(name)
    roleNamed(verb === 'remove' ? roles[0] : role)
    const config = readConfig(env)
    const readsPassword = values['password-stdin'] === true
    return withStore(config, async (store) => {
      const { said, user } = await act({ store, moment: momentOf(config), login, role, readsPassword })
      if (user !== undefined && isJson) print(user)
      say(said)
      return user === undefined ? 1 : 0
    })
  },
}
