/** `fasti subscribe`: manages calendar subscriptions. */
import { Temporal } from 'temporal-polyfill'
import { changeSubscription } from '../actions/accounts/calendar-subscriptions.ts'
import { commandLine } from '../actions/policy.ts'
import { type Config, readConfig } from '../config.ts'
import { intervalText } from '../contract/kinds/subscription.ts'
import { shownAddress } from '../domain/text/calendar-address.ts'
import { utcTimestamp } from '../domain/time/timestamp.ts'
import { Problem } from '../problem.ts'
import { followedIn } from '../service.ts'
import type { CalendarSubscription, NewCalendarSubscription, Store } from '../store/store.ts'
import { changesOf, idOf, newSubscriptionOf, type Wanted } from './subscription-options.ts'
import { allowOnly, type Command, parsed, say, UsageError } from './support/command.ts'
import { momentOf, withStore } from './support/opened-store.ts'

const help = `Usage: fasti subscribe add URL [--every 6h] [--category NAME]… [--prune] [--login-stdin]
       fasti subscribe change ID [--url URL] [--every 6h] [--category NAME]… [--no-category] [--prune | --no-prune]
                              [--login-stdin | --no-login]
       fasti subscribe list [--json]
       fasti subscribe remove ID
       fasti subscribe run [ID]

add reads the iCalendar feed at URL at once, and while fasti serve runs it is read again every so often: new events come
in, and what has changed there is changed here. A feed that can't be read, or none of whose events can be imported, is not
added: the exit code is 1.
change gives a subscription another address, login, interval or categories, and reads the feed at once. Its events stay its
events when the address changes. A login is forgotten with an address on another server.
list tells of each its id, address, when it was last tried and is tried next (UTC), and how it went.
remove ends a subscription; its events stay. run reads what is due now, or the subscription of ID.

  --every TIME      how often: 30m, 6h, 2d; from 5m to 30d, by default 6h
  --category NAME   a category that all its events get; may be given several times
  --no-category     no more categories for its events
  --prune           move events to the trash that the feed no longer has; else they stay as they were
  --no-prune        leave them as they were again
  --url URL         the new address
  --login-stdin     read name:password for HTTP Basic from standard input; it is shown nowhere
  --no-login        send no login any more
  --json            print JSON, one object a line

A feed that fails is tried again later and later, once a day at last. Only public addresses are read, and the hosts of
FASTI_IMAGE_HOSTS. Events that were made here are never changed by a subscription. Where an address holds what may be a
token, *** is shown in its place.`

const now = () => Temporal.Now.instant()

/** Reads the subscriptions that are due, or only that of `id`. Returns how many were read and how many of them failed. */
async function run(store: Store, config: Config, id?: number): Promise<{ read: number; failed: number }> {
  const done = { read: 0, failed: 0 }
  for await (const { subscription, settled } of followedIn(store, config, now, id)) {
    say(`${subscription.id} ${shownAddress(subscription.address)}: ${settled.result}`)
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

async function add(store: Store, config: Config, wanted: NewCalendarSubscription): Promise<number> {
  const writer = { actor: commandLine, moment: momentOf(config) }
  const id = await store.subscriptions.add(wanted, writer)
  if (id === undefined) {
    say(`${shownAddress(wanted.address)} is subscribed to already: see fasti subscribe list.`)
    return 1
  }
  const { read, failed } = await run(store, config, id)
  if (read > 0 && failed === 0) return 0
  await store.subscriptions.remove(id, writer)
  say('It is not subscribed to: its calendar could not be read, or none of its events imported.')
  return 1
}

async function change(
  store: Store,
  config: Config,
  id: number,
  changes: Partial<NewCalendarSubscription>,
): Promise<number> {
  const context = { actor: commandLine, moment: momentOf(config), store }
  try {
    await changeSubscription(id, changes, context)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    say(error.message)
    return 1
  }
  return runNow(store, config, id)
}

const when = (seconds: number | null) => (seconds === null ? 'never' : utcTimestamp(seconds))

function lineOf(
  {
    every_seconds,
    tried_utc,
    read_utc,
    next_utc,
    created_utc,
    etag,
    last_modified,
    ...rest
  }: CalendarSubscription,
  isJson: boolean,
): string {
  const times = { tried_utc: when(tried_utc), read_utc: when(read_utc), next_utc: when(next_utc) }
  const address = shownAddress(rest.address)
  if (isJson) return JSON.stringify({ ...rest, address, every_seconds, ...times })
  const { id, categories, result } = rest
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

async function remove(store: Store, config: Config, id: number | undefined): Promise<number> {
  if (id === undefined)
    throw new UsageError('Say which: subscribe remove ID. The ids are in fasti subscribe list.')
  const isDone = await store.subscriptions.remove(id, { actor: commandLine, moment: momentOf(config) })
  say(isDone ? `Subscription ${id} has ended; its events stay.` : `There is no subscription ${id}.`)
  return isDone ? 0 : 1
}

const options = {
  url: { type: 'string' },
  every: { type: 'string' },
  category: { type: 'string', multiple: true },
  'no-category': { type: 'boolean' },
  prune: { type: 'boolean' },
  'no-prune': { type: 'boolean' },
  'login-stdin': { type: 'boolean' },
  'no-login': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

const taken: Readonly<Record<string, readonly string[]>> = {
  add: ['every', 'category', 'prune', 'login-stdin'],
  change: [...['url', 'every', 'category', 'no-category', 'prune', 'no-prune', 'login-stdin', 'no-login']],
  list: ['json'],
  remove: [],
  run: [],
}

export const subscribe: Command = {
  name: 'subscribe',
  summary: 'keep outside calendars in step: add, change, list, remove, run',
  help,
  async run(args, env) {
    const sent = parsed(args, options)
    const [verb = '', operand] = sent.positionals
    const known = Object.hasOwn(taken, verb) ? taken[verb] : undefined
    if (known === undefined)
      throw new UsageError('Say what to do: subscribe add, change, list, remove or run.')
    allowOnly(sent, known, verb === 'list' ? 0 : 1)
    const act = await actOf(verb, operand, sent.values)
    const config = readConfig(env)
    return withStore(config, (store) => act(store, config))
  },
}

type Act = (store: Store, config: Config) => Promise<number>

/** What a verb does, its operands read before the database is opened. */
async function actOf(
  verb: string,
  operand: string | undefined,
  { json = false, ...wanted }: Wanted & { json?: boolean | undefined },
): Promise<Act> {
  if (verb === 'add') {
    const subscription = await newSubscriptionOf(operand, wanted)
    return (store, config) => add(store, config, subscription)
  }
  const id = idOf(operand)
  if (verb === 'remove') return (store, config) => remove(store, config, id)
  if (verb === 'run') return (store, config) => runNow(store, config, id)
  if (verb === 'change') return changing(id, wanted)
  return async (store) => {
    for (const one of await store.subscriptions.all()) process.stdout.write(`${lineOf(one, json)}\n`)
    return 0
  }
}

async function changing(id: number | undefined, wanted: Wanted): Promise<Act> {
  const changes = await changesOf(wanted)
  if (id === undefined)
    throw new UsageError('Say which: subscribe change ID. The ids are in fasti subscribe list.')
  if (Object.keys(changes).length === 0)
    throw new UsageError('Say what to change: see fasti subscribe --help.')
  return (store, config) => change(store, config, id, changes)
}
