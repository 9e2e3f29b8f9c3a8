/** `fasti feed`: manages secret feeds, whose addresses give calendar programs access to unpublished events. */
import { commandActor, type Role, rightsByRole } from '../api/policy.ts'
import { type Config, readConfig } from '../config.ts'
import { settableStatuses } from '../contract/resources/shared.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
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

const help = `Usage: fasti feed create LOGIN --name NAME [--status STATUS,…] [--json]
       fasti feed list [--json]
       fasti feed revoke ID [--json]

create prints the address of an iCalendar feed with the events that the user may read. Anyone who knows the address can
read the feed without signing in, but nothing else: protect it like a token. It is shown only once; the database stores
only a digest. The filters of GET /events work in the address: …/events.ics?categories=music.
list prints each feed: its id, user, name, statuses, creation time and last use (UTC, to the minute).
revoke takes effect with the next request. Removing the user has the same effect.

  --name NAME         the purpose of the feed: 1 to 200 characters
  --status STATUS,…   the statuses that it shows: ${settableStatuses.join(', ')}; all by default. Authors and
                      contributors see their own unpublished events only, subscribers none
  --json              print JSON, one object per line`

type Act = (store: Store, config: Config) => Promise<number>

const print = (line: string) => process.stdout.write(`${line}\n`)
const writerOf = (config: Config) => ({ actor: commandActor, moment: currentMoment(config) })

function statusesOf(text: string | undefined) {
  if (text === undefined) return settableStatuses
  const named = text.split(',').map((one) => one.trim())
  const known = settableStatuses.filter((status) => named.includes(status))
  if (known.length < new Set(named).size)
    throw new UsageError(`--status takes ${settableStatuses.join(', ')}, not "${text}".`)
  return known
}

function creating(login: string | undefined, name: string, status: string | undefined, isJson: boolean): Act {
  if (login === undefined || !/^\P{Cc}{1,200}$/u.test(name))
    throw new UsageError(
      'A login and a name of 1 to 200 characters are required: feed create LOGIN --name NAME.',
    )
  const statuses = statusesOf(status)
  return async (store, config) => {
    const user = (await store.accounts.users()).find((one) => one.login === login.toLowerCase())
    if (
      user !== undefined &&
      rightsByRole[user.role as Role].reads === 'none' &&
      statuses.some((one) => one !== 'publish')
    )
      say(
        `${login} has the role ${user.role}, which sees published events only: use --status publish, or give them another role.`,
      )
    const made = await store.feedLinks.create(login, { name, statuses }, writerOf(config))
    if (made === undefined) {
      say(`There is no user ${login}. Add them first: fasti user add ${login} --role ROLE`)
      return 1
    }
    const address = `${config.baseUrl}/${config.namespace}/feeds/${made.secret}/events.ics`
    print(isJson ? JSON.stringify({ login: login.toLowerCase(), name, statuses, address }) : address)
    return 0
  }
}

function listing(isJson: boolean): Act {
  return async (store) => {
    for (const { created_utc, last_used_utc, ...link } of await store.feedLinks.all()) {
      const created = utcTimestampOfEpoch(created_utc)
      const used = last_used_utc === null ? '' : utcTimestampOfEpoch(last_used_utc)
      const { id, login, name, statuses } = link
      print(
        isJson
          ? JSON.stringify({ ...link, created_utc: created, last_used_utc: used })
          : [id, login, name, statuses.join(','), created, used || 'never used'].join('\t'),
      )
    }
    return 0
  }
}

function revoking(text: string | undefined, isJson: boolean): Act {
  const id = idToRevoke('feed', text)
  return async (store, config) =>
    printRevocationResult('feed', id, await store.feedLinks.revoke(id, writerOf(config)), isJson)
}

export const secretFeedsCommand: Command = {
  help,
  async run(args, env) {
    const sent = parseOptions(args, {
      name: { type: 'string' },
      status: { type: 'string' },
      json: { type: 'boolean' },
    })
    const { name = '', status, json = false } = sent.values
    const [verb = '', operand] = sent.positionals
    if (!['create', 'list', 'revoke'].includes(verb))
      throw new UsageError('A verb is required: feed create, list or revoke.')
    requireOptionsOfVerb(
      sent,
      verb === 'create' ? ['name', 'status', 'json'] : ['json'],
      verb === 'list' ? 0 : 1,
    )
    const act =
      verb === 'create'
        ? creating(operand, name.trim(), status, json)
        : verb === 'list'
          ? listing(json)
          : revoking(operand, json)
    const config = readConfig(env)
    return withStore(config, (store) => act(store, config))
  },
}
