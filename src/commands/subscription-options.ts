/** What `fasti subscribe` is given: addresses, ids, intervals and logins, read before the database is opened. */
import { calendarAddress, calendarLogin, secondsOf } from '../contract/kinds/subscription.ts'
import { partedAddress } from '../domain/text/calendar-address.ts'
import type { NewCalendarSubscription } from '../store/store.ts'
import { UsageError } from './support/command.ts'

/** The options of a subscription as they are written. */
export interface Wanted {
  readonly url?: string | undefined
  readonly every?: string | undefined
  readonly category?: readonly string[] | undefined
  readonly 'no-category'?: boolean | undefined
  readonly prune?: boolean | undefined
  readonly 'no-prune'?: boolean | undefined
  readonly 'login-stdin'?: boolean | undefined
  readonly 'no-login'?: boolean | undefined
}

/** The id that the text is; undefined for no text. Throws `UsageError`. */
export function idOf(text: string | undefined): number | undefined {
  if (text !== undefined && !/^\d{1,15}$/.test(text))
    throw new UsageError(`"${text}" is no id: see fasti subscribe list.`)
  return text === undefined ? undefined : Number(text)
}

function everyOf(text: string): number {
  const seconds = secondsOf(text)
  if (seconds === undefined)
    throw new UsageError(`--every must be a time from 5m to 30d such as 30m, 6h or 2d, not "${text}".`)
  return seconds
}

function placeOf(text: string): { readonly address: string; readonly login?: string } {
  const address = calendarAddress(text)
  if (address === undefined)
    throw new UsageError('Say which: subscribe add URL, an http:// or https:// address.')
  const { login, ...parted } = partedAddress(address)
  return login === '' ? parted : { ...parted, login }
}

async function loginOfStandardInput(): Promise<string> {
  let text = ''
  for await (const piece of process.stdin.setEncoding('utf8')) text += piece
  const login = calendarLogin(text.replace(/\r?\n$/, ''))
  if (login === undefined)
    throw new UsageError('Standard input must hold a name and a password with a colon between.')
  return login
}

/** Throws `UsageError` where an option is given with the one that takes it back. */
function refuseBoth(wanted: Wanted): void {
  for (const [name, no] of [
    ['category', 'no-category'],
    ['prune', 'no-prune'],
    ['login-stdin', 'no-login'],
  ] as const) {
    if (wanted[name] !== undefined && wanted[no] !== undefined)
      throw new UsageError(`Say --${name} or --${no}, not both.`)
  }
}

/** What a subscription is changed to. Throws `UsageError`. */
export async function changesOf(wanted: Wanted): Promise<Partial<NewCalendarSubscription>> {
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

/** A new subscription to that address. Throws `UsageError`. */
export async function newSubscriptionOf(
  url: string | undefined,
  { every = '6h', ...wanted }: Wanted,
): Promise<NewCalendarSubscription> {
  const changes = await changesOf({ ...wanted, every })
  const { every_seconds = everyOf(every), categories = [], prunes = false } = changes
  return { ...placeOf(url ?? ''), ...changes, every_seconds, categories, prunes }
}
