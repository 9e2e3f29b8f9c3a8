<<<<<<< HEAD
/** The kinds of value an arg may have (contract §2.1). */
export * from './kinds/boolean.ts'
export * from './kinds/cost.ts'
export * from './kinds/date.ts'
export * from './kinds/kind.ts'
export * from './kinds/links.ts'
export * from './kinds/list.ts'
export * from './kinds/number.ts'
export * from './kinds/reference.ts'
export * from './kinds/text.ts'
=======
/** The kinds of value an arg may have (contract §2.1): how each is shown in the index, and how what was sent is read. */
import { acceptCost, type CostSent } from '../domain/cost.ts'
import { type DateText, parseDateText } from '../domain/date-text.ts'
import { sanitizeHtml } from '../domain/html.ts'
import { emailAddress, httpAddress, webAddress } from '../domain/links.ts'
import { plainTitle, textFault } from '../domain/plain-text.ts'
import { parseSearch, type SearchWords } from '../domain/search-words.ts'
import { slugify } from '../domain/slug.ts'
import { zoneNamed } from '../domain/time-zone.ts'
import type { Faults } from '../problem.ts'

/** A value, or what is wrong with what was sent: in words, or by member where the value has members. */
export type Reading<T> = { readonly value: T } | { readonly fault: string } | { readonly faults: Faults }

/** How the index shows the type of an arg; `undefined` is untyped. */
export type ShownType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | undefined

export interface Kind<T> {
  readonly name: string
  readonly shown: ShownType
  /** Reads a JSON value or a text; never called with undefined, null or, outside lists, "". */
  readonly read: (raw: unknown) => Reading<T>
  /** JSON Schema of what may be sent, for the documentation. */
  readonly schema: Readonly<Record<string, unknown>>
  /** The closed list of values, where there is one. */
  readonly choices?: readonly string[]
}

const LARGEST = 2 ** 53
const fault = (text: string) => ({ fault: text })
const value = <T>(of: T) => ({ value: of })

/** Text of a JSON string, number or boolean (contract §2.1, kind "string"); a number too large to be read has none. */
function textOf(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw.normalize('NFC')
  return typeof raw === 'boolean' || Number.isFinite(raw) ? String(raw) : undefined
}

function readText<T>(raw: unknown, most: number, next: (text: string) => Reading<T>): Reading<T> {
  const text = textOf(raw)
  if (text === undefined) return fault('must be text')
  const wrong = textFault(text)
  if (wrong !== undefined) return fault(wrong)
  if ([...text].length > most) return fault(`must be at most ${most} characters long`)
  return next(text)
}

/** Plain text of at most `most` characters, kept as sent but for Unicode NFC. */
export function text(most = 2000): Kind<string> {
  return {
    name: 'text',
    shown: 'string',
    schema: { type: 'string', maxLength: most },
    read: (raw) => readText(raw, most, value),
  }
}

/** One line of plain text without markup: a title, a name. */
export function title(most: number): Kind<string> {
  const read = (raw: unknown) =>
    readText(raw, most, (sent) => {
      const plain = plainTitle(sent)
      return plain === '' ? fault('must not be empty') : value(plain)
    })
  return { name: 'title', shown: 'string', schema: { type: 'string', minLength: 1, maxLength: most }, read }
}

/** HTML of at most `most` characters, sanitised (contract §4.8). */
export function html(most: number): Kind<string> {
  return {
    name: 'html',
    shown: 'string',
    schema: { type: 'string', maxLength: most },
    read: (raw) => readText(raw, most, (sent) => value(sanitizeHtml(sent))),
  }
}

export const slug: Kind<string> = {
  name: 'slug',
  shown: 'string',
  schema: { type: 'string', maxLength: 2000 },
  read: (raw) => readText(raw, 2000, (sent) => value(slugify(sent))),
}

function integerOf(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && /^\s*[+-]?\d{1,16}(\.0*)?\s*$/.test(raw) ? Number(raw) : raw
  if (typeof number !== 'number' || !Number.isInteger(number)) return undefined
  return Math.abs(number) <= LARGEST ? number + 0 : undefined
}

/** An integral number or the text of one, between `least` and `most`. */
export function integer(least = -LARGEST, most = LARGEST): Kind<number> {
  const read = (raw: unknown): Reading<number> => {
    const number = integerOf(raw)
    if (number === undefined) return fault('must be an integer')
    if (number < least) return fault(`must be ${least} or more`)
    return number > most ? fault(`must be ${most} or less`) : value(number)
  }
  const schema = {
    type: 'integer',
    ...(least > -LARGEST && { minimum: least }),
    ...(most < LARGEST && { maximum: most }),
  }
  return { name: 'integer', shown: 'integer', schema, read }
}

/** A finite number or the text of one, between `least` and `most`. */
export function number(least: number, most: number): Kind<number> {
  const read = (raw: unknown): Reading<number> => {
    const isText =
      typeof raw === 'string' && /^\s*[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,3})?\s*$/i.test(raw)
    const sent = isText ? Number(raw) : raw
    if (typeof sent !== 'number' || !Number.isFinite(sent)) return fault('must be a number')
    return sent < least || sent > most ? fault(`must be from ${least} to ${most}`) : value(sent)
  }
  return { name: 'number', shown: 'number', schema: { type: 'number', minimum: least, maximum: most }, read }
}

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

function readBoolean(raw: unknown): Reading<boolean> {
  const known = typeof raw === 'object' ? undefined : words[String(raw).trim().toLowerCase()]
  return known === undefined ? fault('must be true or false (also 1, 0, yes, no, on, off)') : value(known)
}

export const boolean: Kind<boolean> = {
  name: 'boolean',
  shown: 'boolean',
  schema: { type: 'boolean' },
  read: readBoolean,
}

/** A boolean that the interface lists without a type. */
export const untypedBoolean: Kind<boolean> = { ...boolean, shown: undefined }
/** A boolean that the interface lists as text. */
export const textBoolean: Kind<boolean> = { ...boolean, shown: 'string' }

/** The members of a list: a JSON list, `1,2`, an object with numeric keys as forms make them, or one alone. */
export function membersOf(raw: unknown): readonly unknown[] {
  if (Array.isArray(raw)) return raw
  if (typeof raw === 'string')
    return raw
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
  return raw === undefined || raw === null ? [] : [raw]
}

const MOST_MEMBERS = 500

/** A list of integers; duplicates collapse. */
export const integers: Kind<readonly number[]> = {
  name: 'integers',
  shown: 'array',
  schema: { type: 'array', items: { type: 'integer' }, maxItems: MOST_MEMBERS },
  read: (raw) => {
    const members = membersOf(raw).flatMap((member) =>
      typeof member === 'string' ? membersOf(member) : [member],
    )
    if (members.length > MOST_MEMBERS) return fault(`must have at most ${MOST_MEMBERS} members`)
    const ids = new Set<number>()
    for (const member of members) {
      const id = integerOf(member)
      if (id === undefined) return fault('must be a list of integers')
      ids.add(id)
    }
    return value([...ids])
  },
}

/** How a term, or an item in a filter, may be named: by id, or by a text looked up as id, name or slug. */
export type Reference = { readonly id: number } | { readonly text: string }

const idMember = (member: object): unknown => ('id' in member && member.id !== null ? member.id : undefined)

function readReference(member: unknown, splits: boolean): readonly Reference[] | undefined {
  if (typeof member === 'number') return integerOf(member) === undefined ? undefined : [{ id: member }]
  if (typeof member === 'string') {
    const texts = splits ? membersOf(member).map(String) : [member]
    return texts.map((one) => ({ text: plainTitle(one.normalize('NFC')) }))
  }
  const id =
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? integerOf(idMember(member))
      : undefined
  return id === undefined ? undefined : [{ id }]
}

/** Ids, objects with an id, slugs or names; a list, CSV, or one alone. `isFilter` reads CSV in members too. */
export function references(isFilter: boolean): Kind<readonly Reference[]> {
  const read = (raw: unknown): Reading<readonly Reference[]> => {
    const found: Reference[] = []
    const members = membersOf(raw)
    if (members.length > MOST_MEMBERS) return fault(`must have at most ${MOST_MEMBERS} members`)
    for (const member of members) {
      const some = readReference(member, isFilter)
      if (some === undefined) return fault('must be a list of ids, slugs or names')
      for (const one of some) {
        const wrong = 'text' in one ? referenceFault(one.text) : undefined
        if (wrong !== undefined) return fault(wrong)
      }
      found.push(...some)
    }
    return value(found)
  }
  const schema = { type: 'array', items: { type: ['integer', 'string'] }, maxItems: MOST_MEMBERS }
  return { name: 'references', shown: 'array', schema, read }
}

function referenceFault(text: string): string | undefined {
  if (text === '') return 'must not have an empty member'
  if ([...text].length > 200) return 'must not have a member longer than 200 characters'
  return textFault(text)
}

/** A linked venue or organizer: one that exists, or the args of one to create. */
export type LinkTarget<Inline> = { readonly id: number } | { readonly inline: Inline }

/** Ids, objects with an id, and inline objects read by `readInline`; a list, CSV, or one alone (contract §4.5). */
export function links<Inline>(
  of: string,
  readInline: (raw: object) => Reading<Inline>,
): Kind<readonly LinkTarget<Inline>[]> {
  const readOne = (member: unknown): Reading<LinkTarget<Inline>> => {
    if (
      typeof member === 'object' &&
      member !== null &&
      !Array.isArray(member) &&
      idMember(member) === undefined
    ) {
      const inline = readInline(member)
      return 'value' in inline ? value({ inline: inline.value }) : inline
    }
    const id = integerOf(
      typeof member === 'object' && member !== null && !Array.isArray(member) ? idMember(member) : member,
    )
    return id === undefined
      ? fault(`must be the id of ${of}, or an object that describes a new one`)
      : value({ id })
  }
  const read = (raw: unknown): Reading<readonly LinkTarget<Inline>[]> => {
    const members = raw === 0 || raw === '0' || raw === false ? [] : membersOf(raw)
    if (members.length > MOST_MEMBERS) return fault(`must have at most ${MOST_MEMBERS} members`)
    const targets: LinkTarget<Inline>[] = []
    const faults: Record<string, Faults[string]> = {}
    members.forEach((member, at) => {
      const one = readOne(member)
      if ('value' in one) targets.push(one.value)
      else if ('fault' in one) faults[''] = { code: 'invalid-linked-id', message: one.fault }
      else for (const [name, wrong] of Object.entries(one.faults)) faults[`[${at}].${name}`] = wrong
    })
    return Object.keys(faults).length > 0 ? { faults } : value(targets)
  }
  return {
    name: 'links',
    shown: 'array',
    schema: { type: 'array', items: { type: ['integer', 'object'] }, maxItems: MOST_MEMBERS },
    read,
  }
}

/** A date in any form of contract §2.3, not yet read in a zone. */
export const date: Kind<DateText> = {
  name: 'date',
  shown: 'string',
  schema: { type: ['string', 'integer'], maxLength: 200, examples: ['2027-05-04 18:00:00'] },
  read: (raw) => {
    const parsed = typeof raw === 'string' || typeof raw === 'number' ? parseDateText(raw) : undefined
    return parsed === undefined
      ? fault('must be a date such as 2027-05-04 18:00:00, 2027-05-04, or 2027-05-04T18:00:00+02:00')
      : value(parsed)
  },
}

function checked(
  name: string,
  format: string,
  check: (text: string) => string | undefined,
  wrong: string,
): Kind<string> {
  const read = (raw: unknown) =>
    readText(raw, 2000, (sent) => {
      const kept = check(sent.trim())
      return kept === undefined ? fault(wrong) : value(kept)
    })
  return { name, shown: 'string', schema: { type: 'string', format, maxLength: 2000 }, read }
}

export const zone = checked(
  'zone',
  'time-zone',
  zoneNamed,
  'must be a time zone such as Europe/Paris, UTC or UTC+2',
)
export const web = checked(
  'web',
  'uri',
  webAddress,
  'must be a whole address that begins with http://, https://, mailto: or tel:',
)
export const email = checked(
  'email',
  'email',
  emailAddress,
  'must be an e-mail address such as name@example.org',
)

export type ImageTarget = { readonly id: number } | { readonly url: string } | { readonly none: true }

/** A media item's id, an object with one, an http(s) address, or 0 or false for none. */
export const image: Kind<ImageTarget> = {
  name: 'image',
  shown: 'string',
  schema: { type: ['string', 'integer', 'object', 'boolean'] },
  read: (raw) => {
    if (raw === false || raw === 0 || raw === '0' || raw === 'false') return value({ none: true })
    const sent = typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? idMember(raw) : raw
    const id = integerOf(sent)
    if (id !== undefined) return value({ id })
    const url = typeof sent === 'string' && sent.length <= 2000 ? httpAddress(sent) : undefined
    return url === undefined ? fault('must be the id of a media item or an http(s) address') : value({ url })
  },
}

export const cost: Kind<CostSent | null> = {
  name: 'cost',
  shown: undefined,
  schema: { type: ['string', 'number', 'array'] },
  read: (raw) => {
    const accepted = acceptCost(raw)
    return accepted.ok ? value(accepted.value) : fault(accepted.reason)
  },
}

/** One of a closed list of words; `anyCase` accepts them in any case. */
export function choice<const W extends string>(choices: readonly W[], anyCase = false): Kind<W> {
  const read = (raw: unknown): Reading<W> => {
    const sent = anyCase && typeof raw === 'string' ? raw.toLowerCase() : raw
    const found = choices.find((word) => word === sent)
    return found === undefined ? fault(`must be one of ${choices.join(', ')}`) : value(found)
  }
  return { name: 'choice', shown: 'string', schema: { type: 'string', enum: choices }, choices, read }
}

/** Several words of a closed list: CSV or a list. */
export function choicesOf<const W extends string>(choices: readonly W[]): Kind<readonly W[]> {
  const read = (raw: unknown): Reading<readonly W[]> => {
    const sent = membersOf(raw)
    const found = choices.filter((word) => sent.includes(word))
    return sent.length === 0 || sent.some((word) => !choices.some((known) => known === word))
      ? fault(`must be one or more of ${choices.join(', ')}`)
      : value(found)
  }
  return { name: 'choices', shown: 'string', schema: { type: 'string' }, read }
}

/** What is searched for (contract §3.3). */
export const search: Kind<SearchWords> = {
  name: 'search',
  shown: 'string',
  schema: { type: 'string', maxLength: 200 },
  read: (raw) =>
    readText(raw, 2000, (sent) => {
      const parsed = parseSearch(sent)
      return 'words' in parsed ? value(parsed.words) : fault(parsed.fault)
    }),
}

/** A password: kept to the letter, up to 255 characters. */
export const password: Kind<string> = {
  name: 'password',
  shown: 'string',
  schema: { type: 'string', maxLength: 255, writeOnly: true },
  read: (raw) => readText(raw, 255, value),
}
>>>>>>> e8bb4aa (Refuse numbers that JSON can write and nothing can hold; hold that no request exhausts the service)
