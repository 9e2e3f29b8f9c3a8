/** What a kind is, and plain values: numbers, lists, words, texts, dates, costs. */

import { sixDigitHexColor } from '../../domain/color.ts'
import { LONGEST_UID } from '../../domain/import-source.ts'
import type { CostAsSent } from '../../domain/money/cost.ts'
import { parseSentCost } from '../../domain/money/sent-cost.ts'
import { sanitizeHtml } from '../../domain/text/html.ts'
import { slugify, unicodeNormalizedText } from '../../domain/text/letters.ts'
import { httpAddress, linkableAddress, wholeTextAsEmailAddress } from '../../domain/text/links.ts'
import {
  isCertainlyLonger,
  isLongerThan,
  normalizedTextWithoutTags,
  textFault,
  titleForStorage,
} from '../../domain/text/plain-text.ts'
import { parseSearch, type SearchWords } from '../../domain/text/search-words.ts'
import { type ParsedDate, parseDateText, parseUntil } from '../../domain/time/date-text.ts'
import { storedZoneName } from '../../domain/time/zones.ts'
import { because, type Faults, type RefusalReason } from '../../problem.ts'

// The interface of kinds (contract §2.1): how the index shows a value, and how a raw value is parsed.

/**
 * The result of parsing: a value, the reason why it is refused, or faults by member if the value has members. `readable`
 * has the members of a faulty value that could be parsed, so that their own faults are reported together with the others.
 */
export type ParsingResult<T> =
  | { readonly value: T }
  | { readonly fault: RefusalReason; readonly readable?: T }
  | { readonly faults: Faults; readonly readable?: T }

/** The type of an arg as the index shows it; `undefined` shows no type. */
type ShownType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | undefined

/** Limits for an uploaded file. */
export interface UploadLimits {
  /** Media types accepted when the body is the file itself. A wildcard such as `image/*` is allowed. */
  readonly mediaTypes: readonly string[]
  readonly mostBytes: number
}

export interface Kind<T> {
  readonly name: string
  readonly shown: ShownType
  /** Parses a JSON value or a string. Never called with undefined or null, nor with "" outside lists. */
  readonly read: (raw: unknown) => ParsingResult<T>
  /** Set if null and "" are values that it parses, on create too. */
  readonly readsBlank?: true
  /** JSON Schema of the accepted input, for the documentation. */
  readonly schema: Readonly<Record<string, unknown>>
  /** For files: the limits of a body that is the file itself. */
  readonly upload?: UploadLimits
  /** The closed list of accepted values, if any. */
  readonly choices?: readonly string[]
}

/** Returns a failed reading with its reason. */
export const faultResult = (reason: RefusalReason) => ({ fault: reason })
/** Returns a successful reading. */
export const valueResult = <T>(of: T) => ({ value: of })

// Number kinds.

const LARGEST = 2 ** 53

/** Parses an integer from a number or string. Returns undefined if it is not an integer, or too large for JSON to represent exactly. */
export function parseExactInteger(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && /^\s*[+-]?\d{1,16}(\.0*)?\s*$/.test(raw) ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isInteger(number)) return undefined
  return Math.abs(number) <= LARGEST ? number + 0 : undefined
}

/** Accepts an integer, as a number or string, from `least` to `most`. */
export function integer(least = -LARGEST, most = LARGEST): Kind<number> {
  const read = (raw: unknown): ParsingResult<number> => {
    const number = parseExactInteger(raw)
    if (number === undefined) return faultResult(because('not_an_integer'))
    if (number < least) return faultResult(because('too_small', { least }))
    return number > most ? faultResult(because('too_large', { most })) : valueResult(number)
  }
  const schema = {
    type: 'integer',
    ...(least > -LARGEST && { minimum: least }),
    ...(most < LARGEST && { maximum: most }),
  }
  return { name: 'integer', shown: 'integer', schema, read }
}

/** Accepts a finite number, as a number or string, from `least` to `most`. */
export function number(least: number, most: number): Kind<number> {
  const read = (raw: unknown): ParsingResult<number> => {
    const isText =
      typeof raw === 'string' && /^\s*[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,3})?\s*$/i.test(raw)
    const sent = isText ? Number(raw) : raw
    if (typeof sent !== 'number' || !Number.isFinite(sent)) return faultResult(because('not_a_number'))
    return sent < least || sent > most
      ? faultResult(because('out_of_range', { least, most }))
      : valueResult(sent)
  }
  return { name: 'number', shown: 'number', schema: { type: 'number', minimum: least, maximum: most }, read }
}

// Kinds for lists of integers, and for words from a closed list.

/** Returns the members of a JSON list, of CSV such as `1,2`, or of a single value. */
export function listMembersOf(raw: unknown): readonly unknown[] {
  if (Array.isArray(raw)) return raw
  if (typeof raw === 'string')
    return raw
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  return [raw]
}

/** The maximum number of members in a list. */
export const MAX_MEMBERS = 500

/** A list of integers; duplicates are removed. */
export const integers: Kind<readonly number[]> = {
  name: 'integers',
  shown: 'array',
  schema: { type: 'array', items: { type: 'integer' }, maxItems: MAX_MEMBERS },
  read: (raw) => {
    const members = listMembersOf(raw).flatMap((member) =>
      typeof member === 'string' ? listMembersOf(member) : [member],
    )
    if (members.length > MAX_MEMBERS) return faultResult(because('too_many_members', { most: MAX_MEMBERS }))
    const ids = new Set<number>()
    for (const member of members) {
      const id = parseExactInteger(member)
      if (id === undefined) return faultResult(because('not_integers'))
      ids.add(id)
    }
    return valueResult([...ids])
  },
}

/** Whom the events of a list wait for: ids of users, the caller, nobody. */
interface AssigneeFilter {
  readonly ids: readonly number[]
  readonly me: boolean
  readonly none: boolean
}

/** Accepts ids of users, `me` and `none`, as CSV or as a list. */
export const assignees: Kind<AssigneeFilter> = {
  name: 'assignees',
  shown: 'string',
  schema: {
    type: 'array',
    items: {
      anyOf: [
        { type: 'integer', minimum: 1 },
        { type: 'string', enum: ['me', 'none'] },
      ],
    },
    minItems: 1,
    maxItems: MAX_MEMBERS,
  },
  read: (raw) => {
    const members = listMembersOf(raw)
    const ids = members
      .filter((member) => member !== 'me' && member !== 'none')
      .map((member) => parseExactInteger(member) ?? 0)
    return members.length === 0 || members.length > MAX_MEMBERS || ids.some((id) => id < 1)
      ? faultResult(because('not_assignees'))
      : valueResult({ ids, me: members.includes('me'), none: members.includes('none') })
  },
}

/** Accepts one word of a closed list; `anyCase` makes the comparison case-insensitive. */
export function choice<const W extends string>(choices: readonly W[], anyCase = false): Kind<W> {
  const read = (raw: unknown): ParsingResult<W> => {
    const sent = anyCase && typeof raw === 'string' ? raw.toLowerCase() : raw
    const found = choices.find((word) => word === sent)
    return found === undefined
      ? faultResult(because('not_a_choice', { choices: choices.join(', ') }))
      : valueResult(found)
  }
  return { name: 'choice', shown: 'string', schema: { type: 'string', enum: choices }, choices, read }
}

/** Accepts several words of a closed list, as CSV or as a list. */
export function choiceList<const W extends string>(choices: readonly W[]): Kind<readonly W[]> {
  const read = (raw: unknown): ParsingResult<readonly W[]> => {
    const sent = listMembersOf(raw)
    const found = choices.filter((word) => sent.includes(word))
    return sent.length === 0 || sent.some((word) => !choices.some((known) => known === word))
      ? faultResult(because('not_choices', { choices: choices.join(', ') }))
      : valueResult(found)
  }
  const schema = { type: 'array', items: { type: 'string', enum: choices }, minItems: 1 }
  return { name: 'choices', shown: 'string', schema, read }
}

// Boolean kinds.

const words: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  yes: true,
  on: true,
  false: false,
  '0': false,
  no: false,
  off: false,
}

function wordOf(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** Returns whether the text is one of the words for false. */
export const isFalseWord = (text: string): boolean => wordOf(text) === false

function readBoolean(raw: unknown): ParsingResult<boolean> {
  const known = typeof raw === 'object' ? undefined : wordOf(String(raw))
  return known === undefined ? faultResult(because('not_a_boolean')) : valueResult(known)
}

export const boolean: Kind<boolean> = {
  name: 'boolean',
  shown: 'boolean',
  schema: { type: 'boolean' },
  read: readBoolean,
}

/** A boolean that the index shows without a type. */
export const untypedBoolean: Kind<boolean> = { ...boolean, shown: undefined }

// Text kinds: plain text, titles, HTML, search words, and texts of a checked format.

/** Returns a JSON string, number or boolean as text (contract §2.1, kind "string"); undefined for numbers that are not finite. */
function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw
  return typeof raw === 'boolean' || Number.isFinite(raw) ? String(raw) : undefined
}

const tooLong = (most: number) => faultResult(because('too_long', { most }))

function readText<T>(raw: unknown, most: number, next: (text: string) => ParsingResult<T>): ParsingResult<T> {
  const sent = textOf(raw)
  if (sent === undefined) return faultResult(because('not_a_text'))
  if (isCertainlyLonger(sent, most)) return tooLong(most)
  const text = unicodeNormalizedText(sent)
  const wrong = textFault(text)
  if (wrong !== undefined) return faultResult(wrong)
  return isLongerThan(text, most) ? tooLong(most) : next(text)
}

/** Accepts an identifier or selector of at most `most` characters, unchanged except for Unicode NFC. */
export function text(most = 2000): Kind<string> {
  return {
    name: 'text',
    shown: 'string',
    schema: { type: 'string', maxLength: most },
    read: (raw) => readText(raw, most, valueResult),
  }
}

/** Accepts display text of at most `most` characters, in any number of lines; HTML tags are removed (contract §1). */
export function plain(most = 2000): Kind<string> {
  return {
    ...text(most),
    read: (raw) => readText(raw, most, (sent) => valueResult(normalizedTextWithoutTags(sent))),
  }
}

/** Accepts one line of plain text of at most `most` characters, such as a title or name; HTML tags are removed. */
export function title(most: number): Kind<string> {
  const read = (raw: unknown) =>
    readText(raw, most, (sent) => {
      const plain = titleForStorage(sent)
      return plain === '' ? faultResult(because('empty')) : valueResult(plain)
    })
  return { name: 'title', shown: 'string', schema: { type: 'string', minLength: 1, maxLength: most }, read }
}

/** Accepts HTML of at most `most` characters and sanitises it (contract §4.8). */
export function html(most: number): Kind<string> {
  return {
    name: 'html',
    shown: 'string',
    schema: { type: 'string', maxLength: most },
    read: (raw) => readText(raw, most, (sent) => valueResult(sanitizeHtml(sent))),
  }
}

/** Accepts an id of another system on one line, unchanged: it is compared exactly. */
export const uid: Kind<string> = {
  name: 'uid',
  shown: 'string',
  schema: { type: 'string', minLength: 1, maxLength: LONGEST_UID },
  read: (raw) => {
    if (typeof raw !== 'string') return faultResult(because('not_a_text'))
    const wrong = textFault(raw)
    if (wrong !== undefined || /[\r\n]/.test(raw)) return faultResult(wrong ?? because('several_lines'))
    return isLongerThan(raw, LONGEST_UID) ? tooLong(LONGEST_UID) : valueResult(raw)
  },
}

export const slug: Kind<string> = {
  name: 'slug',
  shown: 'string',
  schema: { type: 'string', maxLength: 2000 },
  read: (raw) => readText(raw, 2000, (sent) => valueResult(slugify(sent))),
}

function checked(
  name: string,
  format: string | undefined,
  check: (text: string) => string | undefined,
  wrong: RefusalReason,
): Kind<string> {
  const read = (raw: unknown) =>
    readText(raw, 2000, (sent) => {
      const kept = check(sent.trim())
      return kept === undefined ? faultResult(wrong) : valueResult(kept)
    })
  return {
    name,
    shown: 'string',
    schema: { type: 'string', ...(format !== undefined && { format }), maxLength: 2000 },
    read,
  }
}

export const zone = checked('zone', undefined, storedZoneName, because('not_a_zone'))
export const webUrl = checked('web', 'uri', linkableAddress, because('not_a_link'))
export const email = checked('email', 'email', wholeTextAsEmailAddress, because('not_an_email_address'))

/** An address where somebody answers: an e-mail address, or an http or https URL of a form. */
export const emailOrUrl = checked(
  'contact',
  undefined,
  (sent) => wholeTextAsEmailAddress(sent) ?? httpAddress(sent),
  because('not_a_contact'),
)

/** A colour in hexadecimal digits; the value has six of them, in lower case. */
export const color = checked('color', undefined, sixDigitHexColor, because('not_a_color'))

/** A search query (contract §3.3). */
export const searchWords: Kind<SearchWords> = {
  name: 'search',
  shown: 'string',
  schema: { type: 'string', maxLength: 200 },
  read: (raw) =>
    readText(raw, 2000, (sent) => {
      const parsed = parseSearch(sent)
      return 'words' in parsed ? valueResult(parsed.words) : faultResult(parsed.fault)
    }),
}

/** A password of up to 255 characters, accepted unchanged. */
export const password: Kind<string> = {
  name: 'password',
  shown: 'string',
  schema: { type: 'string', maxLength: 255, writeOnly: true },
  read: (raw) => readText(raw, 255, valueResult),
}

// The kind for dates.

const dateRead = (parse: typeof parseDateText): Kind<ParsedDate> => ({
  name: 'date',
  shown: 'string',
  schema: { type: ['string', 'integer'], maxLength: 200 },
  read: (raw) => {
    const parsed = parse(raw)
    return parsed === undefined ? faultResult(because('not_a_date')) : valueResult(parsed)
  },
})

/** A date in any form of contract §2.3, before it is resolved in a time zone. */
export const date = dateRead(parseDateText)

/** The date until which something is valid: through a day without a time. */
export const dateUntil = dateRead(parseUntil)

/** A list of 1 to `most` dates, or one date. A text with commas is a list. */
export function dateList(most: number): Kind<readonly ParsedDate[]> {
  const read = (raw: unknown): ParsingResult<readonly ParsedDate[]> => {
    const members = listMembersOf(raw)
    if (members.length === 0 || members.length > most)
      return faultResult(because('wrong_number_of_dates', { most }))
    const found = members.flatMap((member) => parseDateText(member) ?? [])
    return found.length === members.length ? valueResult(found) : faultResult(because('not_dates'))
  }
  const schema = { type: 'array', items: date.schema, minItems: 1, maxItems: most }
  return { name: 'dates', shown: undefined, schema, read }
}

// The kind for costs.

export const cost: Kind<CostAsSent | null> = {
  name: 'cost',
  shown: undefined,
  schema: {
    anyOf: [{ type: ['string', 'number'] }, { type: 'array', items: { type: ['string', 'number'] } }],
  },
  read: (raw) => {
    const accepted = parseSentCost(raw)
    return accepted.ok ? valueResult(accepted.value) : faultResult(accepted.reason)
  },
}
