/** Parses the options of `fasti subscribe`: addresses, ids, intervals and logins. */
import {
  calendarFetchUrlOrUndefined,
  checkedBasicAuthLogin,
  secondsOfIntervalText,
} from '../../contract/kinds/subscription.ts'
import { addressAndLoginOf } from '../../domain/text/calendar-address.ts'
import type { NewCalendarSubscription } from '../../store/store.ts'
import { UsageError } from '../support/command.ts'
import { groupIdOfOption } from '../support/group-option.ts'

/** The options of all actions. */
export const subscribeCommandOptions = {
  url: { type: 'string' },
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
export const subscribeOptionsByAction: Readonly<Record<string, readonly string[]>> = {
  add: ['every', 'category', 'group', 'prune', 'login-stdin'],
  change: [
    'url',
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
export interface SubscriptionOptions {
  readonly url?: string | undefined
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
export function parseIdOption(text: string | undefined): number | undefined {
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

function placeOf(text: string): { readonly address: string; readonly login?: string } {
  const address = calendarFetchUrlOrUndefined(text)
  if (address === undefined)
    throw new UsageError('Name the calendar: subscribe add URL, with an http:// or https:// URL.')
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
export async function subscriptionChanges(
  wanted: SubscriptionOptions,
): Promise<Partial<NewCalendarSubscription>> {
  refuseBoth(wanted)
  const { url, every, category } = wanted
  const categories = wanted['no-category'] === true ? [] : category
  const prunes = wanted['no-prune'] === true ? false : wanted.prune
  return {
    ...(url !== undefined && placeOf(url)),
    ...(every !== undefined && { every_seconds: everyOf(every) }),
    ...(categories !== undefined && { categories }),
    ...(prunes !== undefined && { prunes }),
    ...(wanted['no-login'] === true && { login: '' }),
    ...(wanted['login-stdin'] === true && { login: await loginOfStandardInput() }),
  }
}

/** Returns a new subscription to a URL. Throws `UsageError`. */
export async function newSubscriptionFromOptions(
  url: string | undefined,
  { every = '6h', ...wanted }: SubscriptionOptions,
): Promise<NewCalendarSubscription> {
  const changes = await subscriptionChanges({ ...wanted, every })
  const { every_seconds = everyOf(every), categories = [], prunes = false } = changes
  return { ...placeOf(url ?? ''), ...changes, every_seconds, categories, prunes }
}

/** Returns the group that the options name. Throws an Error where there is none. */
export async function groupChangeFromOptions(
  { group, 'no-group': isNone }: SubscriptionOptions,
  context: Parameters<typeof groupIdOfOption>[1],
): Promise<Pick<NewCalendarSubscription, 'group_id'>> {
  if (isNone === true) return { group_id: null }
  const found = await groupIdOfOption(group ?? '', context)
  return found === undefined ? {} : { group_id: found }
}
