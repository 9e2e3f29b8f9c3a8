/** Kinds for the fields of a calendar subscription. */

import { httpAddress } from '../../domain/text/links.ts'
import { titleOrUndefined } from '../../domain/text/plain-text.ts'
import { because } from '../../problem.ts'
import { faultResult, type Kind, type ParsingResult, valueResult } from './kind.ts'
import { listMembersOf } from './list.ts'

const UNITS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 }
const MIN_SECONDS = 300
const MAX_SECONDS = 30 * 86_400

/** Parses an interval such as `6h` into seconds. Returns undefined if it is malformed, below 5 minutes or above 30 days. */
export function secondsOfIntervalText(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text.trim()) ?? []
  const seconds = Number(count) * (UNITS[unit] ?? 0)
  return seconds < MIN_SECONDS || seconds > MAX_SECONDS ? undefined : seconds
}

/** Formats seconds as an interval text, in the largest unit that divides them. */
export function intervalTextOfSeconds(seconds: number): string {
  const unit = ['d', 'h'].find((one) => seconds % (UNITS[one] ?? 1) === 0) ?? 'm'
  return `${seconds / (UNITS[unit] ?? 1)}${unit}`
}

/** An interval as sent, such as `6h`. */
export const interval: Kind<string> = {
  name: 'interval',
  shown: 'string',
  schema: { type: 'string', pattern: '^\\d{1,5}[mhd]$' },
  read: (raw) =>
    typeof raw === 'string' && secondsOfIntervalText(raw) !== undefined
      ? valueResult(raw.trim())
      : faultResult(because('not_an_interval')),
}

/** Returns the URL that a calendar is fetched from: `webcal:` becomes `https:`. Returns undefined if the text is no http(s) or webcal URL. */
export function calendarFetchUrlOrUndefined(text: string): string | undefined {
  const address = httpAddress(text.trim().replace(/^webcals?:/i, 'https:'))
  return address === undefined ? undefined : new URL(address).href
}

/** The URL of a calendar. */
export const calendarUrl: Kind<string> = {
  name: 'calendar',
  shown: 'string',
  schema: { type: 'string', format: 'uri', maxLength: 2000 },
  read: (raw) => {
    const address =
      typeof raw === 'string' && raw.length <= 2000 ? calendarFetchUrlOrUndefined(raw) : undefined
    return address === undefined ? faultResult(because('not_a_web_address')) : valueResult(address)
  },
}

const LONGEST_LOGIN = 500

/** The login of HTTP Basic (RFC 7617 §2) that the text is: a name without a colon, and a password. Undefined where it is none. */
export function checkedBasicAuthLogin(text: string): string | undefined {
  return text.length <= LONGEST_LOGIN && /^[^:\p{Cc}]+:\P{Cc}*$/u.test(text) ? text : undefined
}

/** A name and a password, as they are sent. */
export const basicAuthLogin: Kind<string> = {
  name: 'login',
  shown: 'string',
  schema: { type: 'string', pattern: '^[^:]+:', maxLength: LONGEST_LOGIN },
  read: (raw) => {
    const found = typeof raw === 'string' ? checkedBasicAuthLogin(raw) : undefined
    return found === undefined ? faultResult(because('not_a_login_and_password')) : valueResult(found)
  },
}

const MAX_NAMES = 50
const LONGEST_NAME = 200

const nameOf = (raw: unknown) => titleOrUndefined(raw, LONGEST_NAME)

/** Names of categories, which need not exist yet; as CSV or a list. */
export const categoryNames: Kind<readonly string[]> = {
  name: 'names',
  shown: 'array',
  schema: { type: 'array', items: { type: 'string', maxLength: LONGEST_NAME }, maxItems: MAX_NAMES },
  read: (raw): ParsingResult<readonly string[]> => {
    const members = listMembersOf(raw).map(nameOf)
    if (members.length > MAX_NAMES) return faultResult(because('too_many_members', { most: MAX_NAMES }))
    const found = members.filter((name) => name !== undefined)
    return found.length < members.length
      ? faultResult(because('not_names', { most: LONGEST_NAME }))
      : valueResult([...new Set(found)])
  },
}
