/** `fasti user`: who may sign in, and as what. */
import { roles } from '../actions/policy.ts'
import { readConfig } from '../config.ts'
import { utcTimestamp } from '../domain/timestamp.ts'
import type { Store } from '../store/store.ts'
import { type Command, parsed, UsageError } from './command.ts'
import { momentOf, withStore } from './opened-store.ts'

const help = `Usage: fasti user add LOGIN --role ROLE
       fasti user list [--json]
       fasti user role LOGIN ROLE
       fasti user remove LOGIN

ROLE is one of ${roles.join(', ')}.
LOGIN has 1 to 60 of a-z, 0-9, dot, hyphen and underscore; case does not matter.
Adding the first user ends local mode: from then on writing needs a token (fasti token create), and HOST may be any address.
Removing a user removes their tokens; what they wrote stays.`

const say = (text: string) => process.stderr.write(`${text}\n`)

function roleNamed(text: string | undefined): string {
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

async function isLastAdministrator({ accounts }: Store, login: string): Promise<boolean> {
  const users = await accounts.users()
  const administrators = users.filter(({ role }) => role === 'administrator')
  return users.length > 1 && administrators.length === 1 && administrators[0]?.login === login
}

async function list({ accounts }: Store, isJson: boolean): Promise<number> {
  for (const { id, login, role, created_utc } of await accounts.users()) {
    const created = utcTimestamp(created_utc)
    const line = isJson
      ? JSON.stringify({ id, login, role, created_utc: created })
      : `${login}\t${role}\t${created} UTC`
    process.stdout.write(`${line}\n`)
  }
  return 0
}

const done = (isDone: boolean, yes: string, no: string) => {
  say(isDone ? yes : no)
  return isDone ? 0 : 1
}

async function changed(
  store: Store,
  login: string,
  act: () => Promise<boolean>,
  yes: string,
): Promise<number> {
  if (await isLastAdministrator(store, login))
    return done(false, '', `${login} is the last administrator: name another one first.`)
  return done(await act(), yes, `There is no user ${login}.`)
}

export const user: Command = {
  name: 'user',
  summary: 'add, list and remove users, and give them roles',
  help,
  async run(args, env) {
    const { values, positionals } = parsed(args, { role: { type: 'string' }, json: { type: 'boolean' } })
    const [verb, name, role] = positionals
    const config = readConfig(env)
    if (verb === 'list') return withStore(config, (store) => list(store, values.json === true))
    const login = loginNamed(name)
    return withStore(config, async (store) => {
      const { accounts } = store
      if (verb === 'add') {
        const id = await accounts.addUser(login, roleNamed(values.role), momentOf(config))
        return done(
          id !== undefined,
          `${login} is added. Give them a token: npx fasti token create ${login} --name NAME`,
          `There is a user ${login} already.`,
        )
      }
      if (verb === 'role') {
        const next = roleNamed(role)
        return changed(store, login, () => accounts.setRole(login, next), `${login} is ${next} now.`)
      }
      if (verb === 'remove')
        return changed(
          store,
          login,
          () => accounts.removeUser(login),
          `${login} is removed, with all tokens.`,
        )
      throw new UsageError('Say what to do: user add, list, role or remove.')
    })
  },
}
