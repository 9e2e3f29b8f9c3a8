/** Kinds that the operations of one room have. */

import { internalFields } from '../../domain/publication/internal.ts'
import { httpAddress, wholeTextAsEmailAddress } from '../../domain/text/links.ts'
import { titleOrUndefined } from '../../domain/text/plain-text.ts'
import { because, type Faults, faultBecause } from '../../problem.ts'
import { membersOf } from './items.ts'
import { faultResult, type Kind, listMembersOf, type ParsingResult, valueResult } from './values.ts'

// Kinds for the fields of a webhook.

const LONGEST = 2000

/** The URL of a receiver. Which hosts are allowed depends on the configuration. */
export const receiverUrl: Kind<string> = {
  name: 'receiver',
  shown: 'string',
  schema: { type: 'string', format: 'uri', maxLength: LONGEST },
  read: (raw) => {
    const address = typeof raw === 'string' && raw.length <= LONGEST ? httpAddress(raw) : undefined
    if (address === undefined) return faultResult(because('not_a_secure_address'))
    const url = new URL(address)
    // It belongs to neither logs nor deliveries.
    if (url.username !== '' || url.password !== '') return faultResult(because('address_with_login'))
    url.hash = ''
    return valueResult(url.href)
  },
}

/** The args of a list, by name. */
export type UncheckedArgsByName = Readonly<Record<string, unknown>>

const MAX_ARGS = 40
const LONGEST_FILTER = 10_000

/** An object with args of a list, which are checked with those of the resource; in forms as JSON text. */
export const webhookFilter: Kind<UncheckedArgsByName> = {
  name: 'filter',
  shown: undefined,
  schema: { type: 'object', additionalProperties: true, maxProperties: MAX_ARGS },
  read: (raw): ParsingResult<UncheckedArgsByName> => {
    const found = membersOf(raw)
    if (found === undefined) return faultResult(because('not_a_filter'))
    if (Object.keys(found).length > MAX_ARGS || JSON.stringify(found).length > LONGEST_FILTER)
      return faultResult(because('too_many_args'))
    return valueResult(found)
  },
}

// Kinds for the fields of a calendar subscription.

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

/** Names of categories, which need not exist yet; as CSV or a list. */
export const categoryNames: Kind<readonly string[]> = {
  name: 'names',
  shown: 'array',
  schema: { type: 'array', items: { type: 'string', maxLength: LONGEST_NAME }, maxItems: MAX_NAMES },
  read: (raw): ParsingResult<readonly string[]> => {
    const members = listMembersOf(raw).map((name) => titleOrUndefined(name, LONGEST_NAME))
    if (members.length > MAX_NAMES) return faultResult(because('too_many_members', { most: MAX_NAMES }))
    const found = members.filter((name) => name !== undefined)
    return found.length < members.length
      ? faultResult(because('not_names', { most: LONGEST_NAME }))
      : valueResult([...new Set(found)])
  },
}

// Kinds for what the public submits (contract §14): who submits it, and the proof of work.

/** Who submits an event. `email` is "" where none is given. */
export interface Submitter {
  readonly name: string
  readonly email: string
}

const LONGEST_SUBMITTER_NAME = 100

function emailOf(raw: unknown): string | undefined {
  if (raw === undefined || raw === null || raw === '') return ''
  return typeof raw === 'string' ? wholeTextAsEmailAddress(raw) : undefined
}

/** An object with a name and an e-mail address, which may be empty. */
export const submitter: Kind<Submitter> = {
  name: 'submitter',
  shown: undefined,
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: LONGEST_SUBMITTER_NAME },
      email: { anyOf: [{ type: 'string', format: 'email', maxLength: 254 }, { const: '' }] },
    },
    required: ['name'],
  },
  read: (raw) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
      return faultResult(because('not_a_submitter'))
    const sent: Readonly<Record<string, unknown>> = { ...raw }
    const [name, email] = [titleOrUndefined(sent.name, LONGEST_SUBMITTER_NAME), emailOf(sent.email)]
    const faults: Record<string, Faults[string]> = {}
    if (name === undefined)
      faults['.name'] = faultBecause(because('wrong_name_length', { most: LONGEST_SUBMITTER_NAME }))
    if (email === undefined) faults['.email'] = faultBecause(because('not_an_email_address'))
    return name === undefined || email === undefined ? { faults } : valueResult({ name, email })
  },
}

/** A field that people do not see: whatever fills it in is refused. */
export const mustBeEmpty: Kind<''> = {
  name: 'empty',
  shown: 'string',
  schema: { type: 'string', maxLength: 0 },
  read: () => faultResult(because('not_empty')),
}

// The kinds for args of an event that are kept for later: those of a template, and those of a draft of changes.

/** Args that are kept as JSON. */
interface KeptArgs {
  readonly name: string
  readonly what: string
  /** The most characters of the JSON. */
  readonly longest: number
  readonly refused: readonly string[]
}

/** The args that belong to one event alone, or to its place in the calendar. */
const ofOneEvent: readonly string[] = [
  'start_date',
  'end_date',
  'status',
  'date',
  'slug',
  'password',
  'author',
  'group',
  'in_main',
  'external_id',
  ...internalFields,
  'post_parent',
  'recurrence',
  'apply_to',
  'inherit',
]

function keptArgs({ name, what, longest, refused }: KeptArgs): Kind<UncheckedArgsByName> {
  return {
    name,
    shown: undefined,
    schema: { type: 'object', additionalProperties: true },
    read: (raw): ParsingResult<UncheckedArgsByName> => {
      const found = membersOf(raw)
      if (found === undefined) return faultResult(because('not_an_object_of', { what }))
      const unfit = Object.keys(found).filter((key) => refused.includes(key))
      if (unfit.length > 0) return faultResult(because('unfit_args', { args: unfit.join(', ') }))
      return JSON.stringify(found).length > longest
        ? faultResult(because('too_long_as_json', { most: longest }))
        : valueResult(found)
    },
  }
}

/** An object with args of a new event, without those that are of one event alone. They are checked when an event is made of them. */
export const templateFields: Kind<UncheckedArgsByName> = keptArgs({
  name: 'event fields',
  what: 'args of an event',
  longest: 65_536,
  refused: ofOneEvent,
})

/**
 * An object with the args of a change of an event, without its password, which is stored nowhere as it is typed, and without what only its
 * editors see: who proposes a change is none of them.
 */
export const eventDraftChanges: Kind<UncheckedArgsByName> = keptArgs({
  name: 'event changes',
  what: 'args of a change of an event',
  longest: 524_288,
  refused: ['password', ...internalFields],
})
