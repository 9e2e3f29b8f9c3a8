/** `fasti token`: manages the access tokens of users. */
import { readConfig } from '../config.ts'
import { type Scope, scopes } from '../contract/operations/account-names.ts'
import { parseUntil, resolveParsedDate } from '../domain/time/date-text.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import type { Store } from '../store/store.ts'
import {
  type Command,
  idToRevoke,
  parseOptions,
  printRevocationResult,
  requireOptionsOfVerb,
  say,
  UsageError,
} from './command.ts'
import { currentMoment, withStore } from './opened-store.ts'

const help = `Usage: fasti token create LOGIN --name NAME [--expires DATE] [--scope SCOPE]... [--json]
       fasti token list [LOGIN] [--json]
       fasti token revoke ID [--json]

create prints only the token on standard output. It is shown only once; the database stores only a digest.
list prints all tokens, or those of LOGIN: id, user, name, creation time, expiry and last use (UTC, to the minute), scopes.
revoke takes effect with the next request.
To authenticate, use HTTP Basic (LOGIN as user name, the token as password) or Authorization: Bearer TOKEN.

  --name NAME      the purpose of the token: 1 to 200 characters
  --expires DATE   when the token expires, in the site zone: 2027-12-31, which is its last day, or +90 days;
                   by default it never expires
  --scope SCOPE    limit the token to a scope; repeat for several. Without one, it has all rights of its user
                   (${scopes.slice(0, 5).join(', ')},
                   ${scopes.slice(5).join(', ')})
  --json           print JSON, one object per line`

function expiry(text: string | undefined, moment: Moment): number | null {
  if (text === undefined) return null
  const date = parseUntil(text)
  const read = date === undefined ? undefined : resolveParsedDate(date, moment.zone, moment.now)
  if (read === undefined) throw new UsageError(`--expires must be a date such as 2027-12-31, not "${text}".`)
  if (read.epoch <= epochOfInstant(moment.now)) throw new UsageError(`--expires is in the past: "${text}".`)
  return read.epoch
}

function scopesNamed(texts: readonly string[]): readonly Scope[] {
  const unknown = texts.find((text) => !scopes.some((scope) => scope === text))
  if (unknown !== undefined)
    throw new UsageError(`--scope must be one of ${scopes.join(', ')}, not "${unknown}".`)
  return scopes.filter((scope) => texts.includes(scope))
}

interface Wanted {
  readonly scope: readonly string[]
  readonly name: string | undefined
  readonly expires: string | undefined
  readonly isJson: boolean
}

async function create(
  { accounts }: Store,
  login: string | undefined,
  { name, expires, scope, isJson }: Wanted,
  moment: Moment,
): Promise<number> {
  const called = name?.trim() ?? ''
  if (login === undefined || !/^\P{Cc}{1,200}$/u.test(called))
    throw new UsageError(
      'A login and a name of 1 to 200 characters are required: token create LOGIN --name NAME.',
    )
  const until = expiry(expires, moment)
  const limits = scopesNamed(scope)
  const token = await accounts.createToken(login, { name: called, expires: until, scopes: limits }, moment)
  if (token === undefined) {
    say(`There is no user ${login}. Add them first: fasti user add ${login} --role ROLE`)
    return 1
  }
  const shown = {
    login: login.toLowerCase(),
    name: called,
    expires_utc: formatSecondsAsTimestampOrEmpty(until),
    scopes: limits,
    token,
  }
  process.stdout.write(`${isJson ? JSON.stringify(shown) : token}\n`)
  return 0
}

async function list({ accounts }: Store, login: string | undefined, isJson: boolean): Promise<number> {
  const users = await accounts.users()
  if (login !== undefined && users.every((user) => user.login !== login.toLowerCase())) {
    say(`There is no user ${login}.`)
    return 1
  }
  for (const {
    id,
    login: owner,
    name,
    created_utc,
    expires_utc,
    last_used_utc,
    scopes,
  } of await accounts.tokens(login)) {
    const times = {
      created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
      expires_utc: formatSecondsAsTimestampOrEmpty(expires_utc),
      last_used_utc: formatSecondsAsTimestampOrEmpty(last_used_utc),
    }
    const line = isJson
      ? JSON.stringify({ id, login: owner, name, ...times, scopes })
      : [
          id,
          owner,
          name,
          times.created_utc,
          times.expires_utc || 'never expires',
          times.last_used_utc || 'never used',
          scopes.join(' '),
        ]
          .join('\t')
          .trimEnd()
    process.stdout.write(`${line}\n`)
  }
  return 0
}

async function revoke(
  { accounts }: Store,
  id: string | undefined,
  isJson: boolean,
  moment: Moment,
): Promise<number> {
  const revoked = idToRevoke('token', id)
  return printRevocationResult('token', revoked, await accounts.revokeToken(revoked, moment), isJson)
}

export const token: Command = {
  help,
  async run(args, env) {
    const sent = parseOptions(args, {
      name: { type: 'string' },
      expires: { type: 'string' },
      scope: { type: 'string', multiple: true },
      json: { type: 'boolean' },
    })
    const { name, expires, scope = [], json: isJson = false } = sent.values
    const [verb = '', subject] = sent.positionals
    if (!['create', 'list', 'revoke'].includes(verb))
      throw new UsageError('A verb is required: token create, list or revoke.')
    requireOptionsOfVerb(sent, verb === 'create' ? ['name', 'expires', 'scope', 'json'] : ['json'], 1)
    const config = readConfig(env)
    return withStore(config, async (store) => {
      if (verb === 'create')
        return create(store, subject, { name, expires, scope, isJson }, currentMoment(config))
      if (verb === 'list') return list(store, subject, isJson)
      return revoke(store, subject, isJson, currentMoment(config))
    })
  },
}
