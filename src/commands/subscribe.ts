/** `fasti subscribe`: manages calendar subscriptions. */
import { Temporal } from 'temporal-polyfill'
import { commandLine } from '../actions/policy.ts'
import { type Config, readConfig } from '../config.ts'
import { calendarAddress, intervalText, secondsOf } from '../contract/kinds/subscription.ts'
import { utcTimestamp } from '../domain/timestamp.ts'
import { followedIn } from '../service.ts'
import type { Store, Subscription } from '../store/store.ts'
import { allowOnly, type Command, parsed, say, UsageError } from './command.ts'
import { momentOf, withStore } from './opened-store.ts'

const help = `Usage: fasti subscribe add URL [--every 6h] [--category NAME]… [--prune]
       fasti subscribe list [--json]
       fasti subscribe remove ID
       fasti subscribe run [ID]

add reads the iCalendar feed at URL at once, and while fasti serve runs it is read again every so often: new events come
in, and what has changed there is changed here. A feed that can't be read is not added.
list tells of each its id, address, when it was last tried and is tried next (UTC), and how it went.
remove ends a subscription; its events stay. run reads what is due now, or the subscription of ID.

  --every TIME      how often: 30m, 6h, 2d; from 5m to 30d, by default 6h
  --category NAME   a category that all its events get; may be given several times
  --prune           move events to the trash that the feed no longer has; else they stay as they were
  --json            print JSON, one object a line

A feed that fails is tried again later and later, once a day at last. Only public addresses are read, and the hosts of
FASTI_IMAGE_HOSTS. Events that are here for another reason are never changed by a subscription.`

function everyOf(text: string): number {
  const seconds = secondsOf(text)
  if (seconds === undefined)
    throw new UsageError(`--every must be an interval from 5m to 30d such as 30m, 6h or 2d, not "${text}".`)
  return seconds
}

function addressOf(text: string | undefined): string {
  const address = calendarAddress(text ?? '')
  if (address === undefined)
    throw new UsageError('Say which: subscribe add URL, an http:// or https:// address.')
  return address
}

const now = () => Temporal.Now.instant()

/** Reads the subscriptions that are due, or only that of `id`. Returns how many were read and how many of them failed. */
async function run(store: Store, config: Config, id?: number): Promise<{ read: number; failed: number }> {
  const done = { read: 0, failed: 0 }
  for await (const { subscription, settled } of followedIn(store, config, now, id)) {
    say(`${subscription.id} ${subscription.address}: ${settled.result}`)
    done.read += 1
    if (settled.failures > 0) done.failed += 1
  }
  return done
}

async function runNow(store: Store, config: Config, id: number | undefined): Promise<number> {
  const { read, failed } = await run(store, config, id)
  if (read > 0) return failed === 0 ? 0 : 1
  say(id === undefined ? 'Nothing is due.' : `There is no subscription ${id}, or it is being read just now.`)
  return id === undefined ? 0 : 1
}

interface Wanted {
  readonly every?: string | undefined
  readonly category?: readonly string[] | undefined
  readonly prune?: boolean | undefined
}

async function add(
  store: Store,
  config: Config,
  address: string,
  { every = '6h', category: categories = [], prune: prunes = false }: Wanted,
): Promise<number> {
  const writer = { actor: commandLine, moment: momentOf(config) }
  const wanted = { address, every_seconds: everyOf(every), categories, prunes }
  const id = await store.subscriptions.add(wanted, writer)
  if (id === undefined) {
    say(`${address} is subscribed to already: see fasti subscribe list.`)
    return 1
  }
  if ((await run(store, config, id)).failed === 0) return 0
  await store.subscriptions.remove(id, writer)
  say('It is not subscribed to.')
  return 1
}

const when = (seconds: number | null) => (seconds === null ? 'never' : utcTimestamp(seconds))

function lineOf(
  { every_seconds, tried_utc, read_utc, next_utc, created_utc, etag, last_modified, ...rest }: Subscription,
  isJson: boolean,
): string {
  const times = { tried_utc: when(tried_utc), read_utc: when(read_utc), next_utc: when(next_utc) }
  if (isJson) return JSON.stringify({ ...rest, every_seconds, ...times })
  const { id, address, categories, result } = rest
  const state = result || 'not read yet'
  return [
    id,
    address,
    `every ${intervalText(every_seconds)}`,
    categories.join(', ') || '-',
    times.tried_utc,
    times.next_utc,
    state,
  ].join('\t')
}

function idOf(text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,15}$/.test(text))
    throw new UsageError(`"${text}" is no id: see fasti subscribe list.`)
  return text === undefined ? undefined : Number(text)
}

async function remove(store: Store, config: Config, id: number | undefined): Promise<number> {
  if (id === undefined)
    throw new UsageError('Say which: subscribe remove ID. The ids are in fasti subscribe list.')
  const isDone = await store.subscriptions.remove(id, { actor: commandLine, moment: momentOf(config) })
  say(isDone ? `Subscription ${id} has ended; its events stay.` : `There is no subscription ${id}.`)
  return isDone ? 0 : 1
}

const options = {
  every: { type: 'string' },
  category: { type: 'string', multiple: true },
  prune: { type: 'boolean' },
  json: { type: 'boolean' },
} as const

const taken: Readonly<Record<string, readonly string[]>> = {
  add: ['every', 'category', 'prune'],
  list: ['json'],
  remove: [],
  run: [],
}

export const subscribe: Command = {
  name: 'subscribe',
  summary: 'keep outside calendars in step: add, list, remove, run',
  help,
  async run(args, env) {
    const sent = parsed(args, options)
    const [verb = '', operand] = sent.positionals
    const known = Object.hasOwn(taken, verb) ? taken[verb] : undefined
    if (known === undefined) throw new UsageError('Say what to do: subscribe add, list, remove or run.')
    allowOnly(sent, known, verb === 'list' ? 0 : 1)
    const act = actOf(verb, operand, sent.values)
    const config = readConfig(env)
    return withStore(config, (store) => act(store, config))
  },
}

type Act = (store: Store, config: Config) => Promise<number>

/** What a verb does, its operands read before the database is opened. */
function actOf(
  verb: string,
  operand: string | undefined,
  { json = false, ...wanted }: Wanted & { json?: boolean | undefined },
): Act {
  if (verb === 'add') {
    const address = addressOf(operand)
    everyOf(wanted.every ?? '6h')
    return (store, config) => add(store, config, address, wanted)
  }
  const id = idOf(operand)
  if (verb === 'remove') return (store, config) => remove(store, config, id)
  if (verb === 'run') return (store, config) => runNow(store, config, id)
  return async (store) => {
    for (const one of await store.subscriptions.all()) process.stdout.write(`${lineOf(one, json)}\n`)
    return 0
  }
}
