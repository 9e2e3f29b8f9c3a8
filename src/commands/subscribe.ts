/** `fasti subscribe`: manages calendar subscriptions. */
import { Temporal } from 'temporal-polyfill'
import { commandActor } from '../api/policy.ts'
import { changeSubscribedCalendar, hasFoundCalendar, LONGEST_NAME } from '../calendars/subscriptions/index.ts'
import { type Config, readConfig } from '../config.ts'
import {
  calendarFetchUrlOrUndefined,
  checkedBasicAuthLogin,
  intervalTextOfSeconds,
  secondsOfIntervalText,
} from '../contract/kinds/of-one-room.ts'
import { addressAndLoginOf, redactedWebAddress } from '../domain/text/links.ts'
import { titleOrUndefined } from '../domain/text/plain-text.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { withScheme } from '../domain/typed/fields.ts'
import { Problem } from '../problem.ts'
import type { CalendarSubscription, NewCalendarSubscription, Store } from '../store/store.ts'
import { syncDueSubscriptions } from '../tasks.ts'
import { type Command, parseOptions, requireOptionsOfVerb, say, UsageError } from './command.ts'
import { currentMoment, groupIdOfOption, withStore } from './opened-store.ts'

// Parses the options of `fasti subscribe`: addresses, ids, intervals and logins.

/** The options of all actions. */
const subscribeCommandOptions = {
  url: { type: 'string' },
  name: { type: 'string' },
  'no-name': { type: 'boolean' },
  every: { type: 'string' },
  category: { type: 'string', multiple: true },
  'no-category': { type: 'boolean' },
  group: { type: 'string' },
  'no-group': { type: 'boolean' },
  prune: { type: 'boolean' },
  'no-prune': { type: 'boolean' },
  'login-stdin': { type: 'boolean' },
  'no-login': { type: 'boolean' },
  json: { type: 'boolean' },
} as const

/** The options that each action takes. */
const subscribeOptionsByAction: Readonly<Record<string, readonly string[]>> = {
  add: ['name', 'every', 'category', 'group', 'prune', 'login-stdin'],
  change: [
    'url',
    'name',
    'no-name',
    'every',
    'category',
    'no-category',
    'group',
    'no-group',
    'prune',
    'no-prune',
    'login-stdin',
    'no-login',
  ],
  list: ['json'],
  remove: [],
  run: [],
}

/** The options of a subscription, as given on the command line. */
interface SubscriptionOptions {
  readonly url?: string | undefined
  readonly name?: string | undefined
  readonly 'no-name'?: boolean | undefined
  readonly every?: string | undefined
  readonly category?: readonly string[] | undefined
  readonly 'no-category'?: boolean | undefined
  readonly group?: string | undefined
  readonly 'no-group'?: boolean | undefined
  readonly prune?: boolean | undefined
  readonly 'no-prune'?: boolean | undefined
  readonly 'login-stdin'?: boolean | undefined
  readonly 'no-login'?: boolean | undefined
}

/** Parses an id; undefined without a text. Throws `UsageError`. */
function parseIdOption(text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,15}$/.test(text))
    throw new UsageError(`"${text}" is not an id: see fasti subscribe list.`)
  return text === undefined ? undefined : Number(text)
}

function everyOf(text: string): number {
  const seconds = secondsOfIntervalText(text)
  if (seconds === undefined)
    throw new UsageError(`--every must be an interval from 5m to 30d, such as 30m, 6h or 2d, not "${text}".`)
  return seconds
}

function nameOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const name = titleOrUndefined(text, LONGEST_NAME)
  if (name === undefined)
    throw new UsageError(`--name must be a text of 1 to ${LONGEST_NAME} characters, not "${text}".`)
  return name
}

function placeOf(text: string): { readonly address: string; readonly login?: string } {
  const address = calendarFetchUrlOrUndefined(withScheme(text))
  if (address === undefined)
    throw new UsageError('Name the calendar: subscribe add URL, such as https://example.org/season.ics.')
  const { login, ...parted } = addressAndLoginOf(address)
  return login === '' ? parted : { ...parted, login }
}

async function loginOfStandardInput(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin.setEncoding('utf8')) text += piece
  const login = checkedBasicAuthLogin(text.replace(/\r?\n$/, ''))
  if (login === undefined)
    throw new UsageError('Standard input must be a name and a password, separated by a colon.')
  return login
}

/** Throws `UsageError` for an option together with its opposite. */
function refuseBoth(wanted: SubscriptionOptions): void {
  for (const [name, no] of [
    ['name', 'no-name'],
    ['category', 'no-category'],
    ['group', 'no-group'],
    ['prune', 'no-prune'],
    ['login-stdin', 'no-login'],
  ] as const) {
    if (wanted[name] !== undefined && wanted[no] !== undefined)
      throw new UsageError(`Use --${name} or --${no}, not both.`)
  }
}

/** Returns the changes that the options describe. Throws `UsageError`. */
async function subscriptionChanges(wanted: SubscriptionOptions): Promise<Partial<NewCalendarSubscription>> {
  refuseBoth(wanted)
  const { url, every, category } = wanted
  const name = wanted['no-name'] === true ? '' : nameOf(wanted.name)
  const categories = wanted['no-category'] === true ? [] : category
  const prunes = wanted['no-prune'] === true ? false : wanted.prune
  return {
    ...(url !== undefined && placeOf(url)),
    ...(name !== undefined && { name }),
    ...(every !== undefined && { every_seconds: everyOf(every) }),
    ...(categories !== undefined && { categories }),
    ...(prunes !== undefined && { prunes }),
    ...(wanted['no-login'] === true && { login: '' }),
    ...(wanted['login-stdin'] === true && { login: await loginOfStandardInput() }),
  }
}

/** Returns a new subscription to a URL. Throws `UsageError`. */
async function newSubscriptionFromOptions(
  url: string | undefined,
  { every = '6h', ...wanted }: SubscriptionOptions,
): Promise<NewCalendarSubscription> {
  const changes = await subscriptionChanges({ ...wanted, every })
  const { every_seconds = everyOf(every), categories = [], prunes = false } = changes
  return { ...placeOf(url ?? ''), ...changes, every_seconds, categories, prunes }
}

/** Returns the group that the options name. Throws an Error where there is none. */
async function groupChangeFromOptions(
  { group, 'no-group': isNone }: SubscriptionOptions,
  context: Parameters<typeof groupIdOfOption>[1],
): Promise<Pick<NewCalendarSubscription, 'group_id'>> {
  if (isNone === true) return { group_id: null }
  const found = await groupIdOfOption(group ?? '', context)
  return found === undefined ? {} : { group_id: found }
}

const help = `Usage: fasti subscribe add URL [--name NAME] [--every 6h] [--category NAME]… [--group GROUP] [--prune]
                           [--login-stdin]
       fasti subscribe change ID [--url URL] [--name NAME | --no-name] [--every 6h]
                              [--category NAME]… [--no-category] [--group GROUP | --no-group]
                              [--prune | --no-prune] [--login-stdin | --no-login]
       fasti subscribe list [--json]
       fasti subscribe remove ID
       fasti subscribe run [ID]

add imports the iCalendar feed at URL immediately. While fasti serve runs, the feed is imported again at each interval: new
events are created and changed ones are updated. If there is no feed, nothing is added. If the feed is cut off, or
none of its events can be imported, the subscription is added and fails until it is read well. The exit code is 1 both times.
A URL without a scheme, such as www.example.org/season.ics, is read by https.
change sets the address, name, login, interval, categories or group of a subscription, and imports the feed immediately. Its events are
kept when the address changes. The login is removed when the address moves to another server.
list prints the id, the address, the interval, the categories, the last and the next attempt (UTC), the last result and the name of
each subscription.
remove ends a subscription and keeps its events. run imports all feeds that are due, or the feed of subscription ID.

  --name NAME       its name in the list of subscriptions, by default that of the calendar; --no-name for that one again
  --every TIME      the interval: 30m, 6h, 2d; from 5m to 30d, by default 6h
  --category NAME   a category for all its events; can be repeated
  --no-category     remove its categories from the subscription
  --group GROUP     the group of its new events, an id or a slug; --no-group for none
  --prune           move events to the trash when they disappear from the feed; by default they stay
  --no-prune        keep events that disappear from the feed
  --url URL         the new address
  --login-stdin     read name:password for HTTP Basic from standard input; it is never shown
  --no-login        remove the login
  --json            print JSON, one object per line

After a failure the interval doubles, up to a day. Only public addresses and the hosts in FASTI_IMAGE_HOSTS are read. A
subscription never changes events that were created here. In addresses, *** replaces parts that may be secret.`

const now = () => Temporal.Now.instant()

/** How many feeds were read, how many of those failed, and how many have no calendar at all. */
interface RunCounts {
  read: number
  failed: number
  missing: number
}

/** Imports the feeds of the subscriptions that are due, or only that of `id`. */
async function run(store: Store, config: Config, id?: number): Promise<RunCounts> {
  const done = { read: 0, failed: 0, missing: 0 }
  for await (const { subscription, settled } of syncDueSubscriptions(store, config, now, id)) {
    say(`${subscription.id} ${redactedWebAddress(subscription.address)}: ${settled.result}`)
    done.read += 1
    if (settled.failures > 0) done.failed += 1
    if (!hasFoundCalendar(settled)) done.missing += 1
  }
  return done
}

async function runNow(store: Store, config: Config, id: number | undefined): Promise<number> {
  const { read, failed } = await run(store, config, id)
  if (read > 0) return failed === 0 ? 0 : 1
  say(
    id === undefined
      ? 'Nothing is due.'
      : `There is no subscription ${id}, or its calendar is being read now.`,
  )
  return id === undefined ? 0 : 1
}

async function add(store: Store, config: Config, wanted: NewCalendarSubscription): Promise<number> {
  const writer = { actor: commandActor, moment: currentMoment(config) }
  const id = await store.subscriptions.add(wanted, writer)
  if (id === undefined) {
    say(`${redactedWebAddress(wanted.address)} already has a subscription: see fasti subscribe list.`)
    return 1
  }
  const { read, failed, missing } = await run(store, config, id)
  if (read > 0 && failed === 0) return 0
  if (read > 0 && missing === 0) {
    say(`Subscription ${id} was added and reads the calendar again. Nothing of it is here yet.`)
    return 1
  }
  await store.subscriptions.remove(id, writer)
  say('No subscription was added: the calendar could not be read.')
  return 1
}

async function change(
  store: Store,
  config: Config,
  id: number,
  changes: Partial<NewCalendarSubscription>,
): Promise<number> {
  const context = { actor: commandActor, moment: currentMoment(config), store }
  try {
    await changeSubscribedCalendar(id, changes, context)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    say(error.message)
    return 1
  }
  return runNow(store, config, id)
}

const when = (seconds: number | null) => (seconds === null ? 'never' : utcTimestampOfEpoch(seconds))

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
  const address = redactedWebAddress(rest.address)
  if (isJson) return JSON.stringify({ ...rest, address, every_seconds, ...times })
  const { id, name, categories, result } = rest
  const state = result || 'not read yet'
  return [
    id,
    address,
    `every ${intervalTextOfSeconds(every_seconds)}`,
    categories.join(', ') || '-',
    times.tried_utc,
    times.next_utc,
    state,
    ...(name === '' ? [] : [name]),
  ].join('\t')
}

async function remove(store: Store, config: Config, id: number | undefined): Promise<number> {
  if (id === undefined)
    throw new UsageError('Name a subscription: subscribe remove ID. See the ids with fasti subscribe list.')
  const isDone = await store.subscriptions.remove(id, { actor: commandActor, moment: currentMoment(config) })
  say(isDone ? `Subscription ${id} has ended; its events stay.` : `There is no subscription ${id}.`)
  return isDone ? 0 : 1
}

export const subscribe: Command = {
  help,
  async run(args, env) {
    const sent = parseOptions(args, subscribeCommandOptions)
    const [verb = '', operand] = sent.positionals
    const known = Object.hasOwn(subscribeOptionsByAction, verb) ? subscribeOptionsByAction[verb] : undefined
    if (known === undefined)
      throw new UsageError('Name an action: subscribe add, change, list, remove or run.')
    requireOptionsOfVerb(sent, known, verb === 'list' ? 0 : 1)
    const act = await actOf(verb, operand, sent.values)
    const config = readConfig(env)
    return withStore(config, (store) => act(store, config))
  },
}

type Act = (store: Store, config: Config) => Promise<number>

/** Returns the action of a verb. Reads its operands before the database is opened. */
async function actOf(
  verb: string,
  operand: string | undefined,
  { json = false, ...wanted }: SubscriptionOptions & { json?: boolean | undefined },
): Promise<Act> {
  if (verb === 'add') {
    const subscription = await newSubscriptionFromOptions(operand, wanted)
    return async (store, config) =>
      add(store, config, {
        ...subscription,
        ...(await groupChangeFromOptions(wanted, { store, moment: currentMoment(config) })),
      })
  }
  const id = parseIdOption(operand)
  if (verb === 'remove') return (store, config) => remove(store, config, id)
  if (verb === 'run') return (store, config) => runNow(store, config, id)
  if (verb === 'change') return changing(id, wanted)
  return async (store) => {
    for (const one of await store.subscriptions.all()) process.stdout.write(`${lineOf(one, json)}\n`)
    return 0
  }
}

async function changing(id: number | undefined, wanted: SubscriptionOptions): Promise<Act> {
  const changes = await subscriptionChanges(wanted)
  if (id === undefined)
    throw new UsageError('Name a subscription: subscribe change ID. See the ids with fasti subscribe list.')
  if (Object.keys(changes).length === 0 && wanted.group === undefined && wanted['no-group'] !== true)
    throw new UsageError('Name what to change: see fasti subscribe --help.')
  return async (store, config) =>
    change(store, config, id, {
      ...changes,
      ...(await groupChangeFromOptions(wanted, { store, moment: currentMoment(config) })),
    })
}
