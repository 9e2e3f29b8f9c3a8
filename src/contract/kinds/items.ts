/** What the args of items refer to or hold. */

import { type FactsOfOneTranslation, parseLanguageTag } from '../../domain/languages.ts'
import { httpAddress } from '../../domain/text/links.ts'
import { isCertainlyLonger, isLongerThan, textFault, titleForStorage } from '../../domain/text/plain-text.ts'
import {
  because,
  type Fault,
  type Faults,
  faultBecause,
  mergeIntoOneReason,
  type RefusalReason,
} from '../../problem.ts'
import { isJsonObject } from '../../support/json.ts'
import { interfaceLanguageCodes } from '../../words/languages.ts'
import {
  faultResult,
  type Kind,
  listMembersOf,
  MAX_MEMBERS,
  type ParsingResult,
  parseExactInteger,
  type UploadLimits,
  valueResult,
} from './values.ts'

// Kinds that refer to other items.

/** A reference to a term, or to an item in a filter: an id, or a text that is looked up as id, name or slug. */
export type IdOrText = { readonly id: number } | { readonly text: string }

/** The maximum length of a member, in characters. */
const LONGEST_MEMBER = 200

/** Returns the `id` member of an object, or undefined if it has none. */
const readIdMember = (member: object): unknown =>
  'id' in member && member.id !== null ? member.id : undefined

function readReference(member: unknown, isFilter: boolean): readonly IdOrText[] | undefined {
  if (typeof member === 'number')
    return parseExactInteger(member) === undefined ? undefined : [{ id: member }]
  if (typeof member === 'string') {
    const texts = isFilter ? listMembersOf(member).map(String) : [member]
    return texts.map((one) => ({ text: isCertainlyLonger(one, LONGEST_MEMBER) ? one : titleForStorage(one) }))
  }
  const id = isJsonObject(member) && !isFilter ? parseExactInteger(readIdMember(member)) : undefined
  return id === undefined ? undefined : [{ id }]
}

/** Accepts ids, objects with an id, slugs or names; as a list, CSV or a single value. `isFilter` also splits CSV inside members, and rejects objects. */
export function references(isFilter: boolean): Kind<readonly IdOrText[]> {
  const read = (raw: unknown): ParsingResult<readonly IdOrText[]> => {
    const found: IdOrText[] = []
    const members = listMembersOf(raw)
    if (members.length > MAX_MEMBERS) return faultResult(because('too_many_members', { most: MAX_MEMBERS }))
    const faults: RefusalReason[] = []
    for (const member of members) {
      const some = readReference(member, isFilter)
      if (some === undefined) faults.push(because('not_references'))
      for (const one of some ?? []) {
        const wrong = 'text' in one ? referenceFault(one.text) : undefined
        if (wrong === undefined) found.push(one)
        else faults.push(wrong)
      }
    }
    const [first, ...others] = faults
    return first === undefined
      ? valueResult(found)
      : { ...faultResult(mergeIntoOneReason([first, ...others])), readable: found }
  }
  const list = (items: object) => ({ type: 'array', items, maxItems: MAX_MEMBERS })
  const named = { anyOf: [{ type: ['integer', 'string'] }, { $ref: '#/components/schemas/Linked' }] }
  const schema = isFilter
    ? list({ type: ['integer', 'string'] })
    : { anyOf: [{ type: ['integer', 'string'] }, list(named)] }
  return { name: 'references', shown: 'array', schema, read }
}

function referenceFault(text: string): RefusalReason | undefined {
  if (text === '') return because('empty_member')
  if (isLongerThan(text, LONGEST_MEMBER)) return because('long_member', { most: LONGEST_MEMBER })
  return textFault(text)
}

export type SentImageReference = { readonly id: number } | { readonly url: string } | { readonly none: true }

/** Accepts the id of a media item, an object with an id, an http(s) URL, or 0 or false for no image. */
export const image: Kind<SentImageReference> = {
  name: 'image',
  shown: 'string',
  schema: {
    anyOf: [{ type: ['integer', 'string'] }, { $ref: '#/components/schemas/Linked' }, { const: false }],
  },
  read: (raw) => {
    if (raw === false || raw === 0 || raw === '0' || raw === 'false') return valueResult({ none: true })
    const sent = isJsonObject(raw) ? readIdMember(raw) : raw
    const id = parseExactInteger(sent)
    if (id !== undefined) return valueResult({ id })
    const url = typeof sent === 'string' && sent.length <= 2000 ? httpAddress(sent) : undefined
    return url === undefined ? faultResult(because('not_an_image_target')) : valueResult({ url })
  },
}

// The kind for linked venues and organizers (contract §4.5).

/**
 * A linked venue or organizer: the id of an existing one, or the args of a new one. `at` is its position in a list that has
 * faults; of a faulty new one, only the args that could be parsed are there.
 */
export type SentVenueOrOrganizer<Inline> = ({ readonly id: number } | { readonly inline: Inline }) & {
  readonly at?: number
}

type ReadInline<Inline> = (raw: object) => ParsingResult<Inline>

function newTarget<Inline>(inline: ParsingResult<Inline>): ParsingResult<SentVenueOrOrganizer<Inline>> {
  if ('value' in inline) return valueResult({ inline: inline.value })
  if ('fault' in inline) return faultResult(inline.fault)
  const { faults, readable } = inline
  return { faults, ...(readable !== undefined && { readable: { inline: readable } }) }
}

function readTarget<Inline>(
  member: unknown,
  of: string,
  readInline: ReadInline<Inline>,
): ParsingResult<SentVenueOrOrganizer<Inline>> {
  if (isJsonObject(member) && readIdMember(member) === undefined) return newTarget(readInline(member))
  const id = parseExactInteger(isJsonObject(member) ? readIdMember(member) : member)
  return id === undefined ? faultResult(because('not_a_link_target', { kind: of })) : valueResult({ id })
}

function readTargets<Inline>(
  raw: unknown,
  readOne: (member: unknown) => ParsingResult<SentVenueOrOrganizer<Inline>>,
): ParsingResult<readonly SentVenueOrOrganizer<Inline>[]> {
  const members = raw === 0 || raw === '0' || raw === false ? [] : listMembersOf(raw)
  if (members.length > MAX_MEMBERS) return faultResult(because('too_many_members', { most: MAX_MEMBERS }))
  const targets: SentVenueOrOrganizer<Inline>[] = []
  const readable: SentVenueOrOrganizer<Inline>[] = []
  const faults: Record<string, Faults[string]> = {}
  members.forEach((member, at) => {
    const one = readOne(member)
    if ('value' in one) {
      targets.push(one.value)
      readable.push({ ...one.value, at })
    } else if ('fault' in one) faults[''] = faultBecause(one.fault, 'invalid-linked-id')
    else {
      if (one.readable !== undefined) readable.push({ ...one.readable, at })
      for (const [name, wrong] of Object.entries(one.faults)) faults[`[${at}].${name}`] = wrong
    }
  })
  return Object.keys(faults).length > 0 ? { faults, readable } : valueResult(targets)
}

/** Accepts ids, objects with an id, and inline objects that `readInline` parses; as a list, CSV or a single value (contract §4.5). */
export function linkTargets<Inline>(
  of: string,
  inlineSchema: string,
  readInline: ReadInline<Inline>,
): Kind<readonly SentVenueOrOrganizer<Inline>[]> {
  const one = [
    { type: 'integer' },
    { $ref: '#/components/schemas/Linked' },
    { $ref: `#/components/schemas/${inlineSchema}` },
  ]
  const several = { type: 'array', items: { anyOf: one }, maxItems: MAX_MEMBERS }
  return {
    name: 'links',
    shown: 'array',
    schema: { anyOf: [...one, { type: 'string' }, several] },
    read: (raw) => readTargets(raw, (member) => readTarget(member, of, readInline)),
  }
}

// The kinds for the group of an event, and for a user (contract §16).

/** The group of an event as sent: one by id or slug, or none. */
export type GroupTarget = IdOrText | { readonly none: true }

const LONGEST_TARGET = 200
const nothing: readonly unknown[] = [null, '', 0, '0', false]

/** Accepts the id or the slug of a group, an object with an id, or null, 0 or "" for none. */
export const groupTarget: Kind<GroupTarget> = {
  name: 'group',
  shown: 'string',
  readsBlank: true,
  schema: {
    anyOf: [{ type: ['integer', 'string', 'null'] }, { $ref: '#/components/schemas/Linked' }],
  },
  read: (raw) => {
    if (nothing.includes(raw)) return valueResult({ none: true })
    const id = parseExactInteger(isJsonObject(raw) ? readIdMember(raw) : raw)
    if (id !== undefined) return valueResult({ id })
    return typeof raw === 'string' && raw.length <= LONGEST_TARGET && !raw.includes('\0')
      ? valueResult({ text: raw })
      : faultResult(because('not_a_group'))
  },
}

/** Whom an event waits for, as sent: a user by id or login, or nobody. */
export type AssigneeTarget = GroupTarget

/** Accepts the id or the login of a user, an object with an id, or null, 0 or "" for nobody. */
export const assigneeTarget: Kind<AssigneeTarget> = {
  ...groupTarget,
  name: 'assignee',
  read: (raw) => {
    const read = groupTarget.read(raw)
    return 'value' in read ? read : faultResult(because('not_an_assignee'))
  },
}

/** Accepts the id or the login of a user. */
export const userTarget: Kind<string> = {
  name: 'user',
  shown: 'string',
  schema: { type: ['integer', 'string'], maxLength: LONGEST_TARGET },
  read: (raw) =>
    (typeof raw === 'string' && raw !== '' && raw.length <= LONGEST_TARGET && !raw.includes('\0')) ||
    (Number.isInteger(raw) && Number(raw) > 0)
      ? valueResult(String(raw))
      : faultResult(because('not_another_user')),
}

// Kinds for the language of an item and for its translations (contract §15).

/** A translation as sent: texts by field, null for those that are removed. The facts are those that a representation shows. */
export interface SentTranslation extends Partial<FactsOfOneTranslation> {
  readonly texts: Readonly<Record<string, string | null>>
}

/** Translations as sent, by language; null removes one. */
export type TranslationArgs = Readonly<Record<string, SentTranslation | null>>

const TAG = '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$'
const MOST_TAGS = 100

/** A BCP 47 tag, in its canonical case. */
export const languageTag: Kind<string> = {
  name: 'language',
  shown: 'string',
  schema: { type: 'string', pattern: TAG, maxLength: 35 },
  read: (raw) => {
    const tag = typeof raw === 'string' ? parseLanguageTag(raw.trim()) : undefined
    return tag === undefined ? faultResult(because('not_a_language')) : valueResult(tag)
  },
}

/** Several BCP 47 tags, as CSV or as a list. */
export const languageTagList: Kind<readonly string[]> = {
  name: 'languages',
  shown: 'array',
  schema: { type: 'array', items: languageTag.schema, minItems: 1, maxItems: MOST_TAGS },
  read: (raw) => {
    const sent = listMembersOf(raw)
    const tags = sent.map((one) => (typeof one === 'string' ? parseLanguageTag(one) : undefined))
    const known = tags.filter((tag) => tag !== undefined)
    return known.length === 0 || known.length < sent.length || sent.length > MOST_TAGS
      ? faultResult(because('not_languages'))
      : valueResult([...new Set(known)])
  },
}

type Members = Readonly<Record<string, unknown>>
/** The kinds of the translatable fields, by name. */
export type TextKinds = Readonly<Record<string, Kind<string>>>

const isState = (raw: unknown) => raw === 'published' || raw === 'draft'
const timestamp = /^\d{4}(-\d\d){2} \d\d(:\d\d){2}$/

/** The facts that a representation shows of a translation besides its texts, as far as they have the right form. */
function shownFacts({ is_outdated, origin, modified_utc }: Members): Partial<FactsOfOneTranslation> {
  return {
    ...((is_outdated === true || is_outdated === false) && { is_outdated }),
    ...((origin === 'person' || origin === 'machine') && { origin }),
    ...(typeof modified_utc === 'string' && timestamp.test(modified_utc) && { modified_utc }),
  }
}

function readTexts(kinds: TextKinds, sent: Members, at: string, faults: Record<string, Fault>) {
  const texts: Record<string, string | null> = {}
  for (const [field, kind] of Object.entries(kinds)) {
    const raw = Object.hasOwn(sent, field) ? sent[field] : undefined
    if (raw === undefined) continue
    const read = raw === null || raw === '' ? valueResult(null) : kind.read(raw)
    if ('value' in read) texts[field] = read.value === '' ? null : read.value
    else
      faults[`${at}.${field}`] = faultBecause('fault' in read ? read.fault : because('not_a_translated_text'))
  }
  return texts
}

function readTranslation(
  kinds: TextKinds,
  raw: object,
  at: string,
  faults: Record<string, Fault>,
): SentTranslation {
  const sent: Members = { ...raw }
  const { state } = sent
  if (state !== undefined && state !== null && !isState(state))
    faults[`${at}.state`] = faultBecause(because('not_a_translation_state'))
  return {
    texts: readTexts(kinds, sent, at, faults),
    ...(isState(state) && { state }),
    ...shownFacts(sent),
  }
}

/** Returns the schemas of texts that null removes. */
const nullableTextSchemas = (kinds: TextKinds) =>
  Object.fromEntries(
    Object.entries(kinds).map(([field, { schema }]) => {
      const { minLength: _, ...rest } = schema
      return [field, { ...rest, type: ['string', 'null'] }]
    }),
  )

const schemaOf = (kinds: TextKinds) => ({
  type: ['object', 'null'],
  propertyNames: { pattern: TAG },
  additionalProperties: {
    type: ['object', 'null'],
    properties: {
      ...nullableTextSchemas(kinds),
      state: { type: 'string', enum: ['published', 'draft'] },
    },
  },
})

/** Returns the kind of an item's translations into any languages, whose texts have these kinds. */
export const translations = (kinds: TextKinds): Kind<TranslationArgs> => ({
  name: 'translations',
  shown: undefined,
  schema: schemaOf(kinds),
  read: (raw) => {
    if (Array.isArray(raw) && raw.length === 0) return valueResult({})
    if (!isJsonObject(raw)) return faultResult(because('not_translations'))
    const entries = Object.entries(raw)
    if (entries.length > MOST_TAGS) return faultResult(because('too_many_languages', { most: MOST_TAGS }))
    const faults: Record<string, Faults[string]> = {}
    const sent: Record<string, SentTranslation | null> = {}
    for (const [name, one] of entries) {
      const tag = parseLanguageTag(name)
      if (tag === undefined || Object.hasOwn(sent, tag))
        faults[''] = faultBecause(because('not_language_keys'))
      else if (one === null || one === '') sent[tag] = null
      else if (isJsonObject(one) || (Array.isArray(one) && one.length === 0))
        sent[tag] = readTranslation(kinds, one, `.${tag}`, faults)
      else faults[`.${tag}`] = faultBecause(because('not_a_translation'))
    }
    return Object.keys(faults).length > 0 ? { faults } : valueResult(sent)
  },
})

/** Texts of the site by language of the interface, as sent; null removes one, or all of a language. */
export type SentTextsByLanguage = Readonly<Record<string, Readonly<Record<string, string | null>> | null>>

/** Returns the members of an object, or of one as JSON, as a query has it; undefined for anything else. */
export function membersOf(raw: unknown): Members | undefined {
  if (isJsonObject(raw)) return { ...raw }
  if (typeof raw !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(raw)
    return isJsonObject(parsed) ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}

/** Returns the kind of texts of the site in languages of the interface, whose texts have these kinds. */
export const textsByLanguage = (kinds: TextKinds): Kind<SentTextsByLanguage> => ({
  name: 'texts by language',
  shown: undefined,
  schema: {
    type: ['object', 'null'],
    properties: Object.fromEntries(
      interfaceLanguageCodes.map((code) => [
        code,
        { type: ['object', 'null'], properties: nullableTextSchemas(kinds), additionalProperties: false },
      ]),
    ),
    additionalProperties: false,
  },
  read: (raw) => {
    const sent = membersOf(raw)
    if (sent === undefined) return faultResult(because('not_translations'))
    const faults: Record<string, Fault> = {}
    const read: Record<string, SentTextsByLanguage[string]> = {}
    for (const [name, one] of Object.entries(sent)) {
      const code = interfaceLanguageCodes.find((known) => known === name.toLowerCase())
      if (code === undefined || Object.hasOwn(read, code))
        faults[`.${name}`] = faultBecause(
          because('not_a_choice', { choices: interfaceLanguageCodes.join(', ') }),
        )
      else if (one === null || one === '') read[code] = null
      else if (!isJsonObject(one)) faults[`.${code}`] = faultBecause(because('not_a_translation'))
      else {
        for (const field of Object.keys(one))
          if (!Object.hasOwn(kinds, field))
            faults[`.${code}.${field}`] = faultBecause(
              because('not_a_choice', { choices: Object.keys(kinds).join(', ') }),
            )
        read[code] = readTexts(kinds, { ...one }, `.${code}`, faults)
      }
    }
    return Object.keys(faults).length > 0 ? { faults } : valueResult(read)
  },
})

// Kinds of series (contract §10): recurrence lines, and names of fields.

/** The maximum length of all lines together: enough for a thousand dates. */
const MAX_CHARACTERS = 65_536

const textsOf = (raw: unknown): readonly string[] | undefined => {
  const texts = Array.isArray(raw) ? raw : [raw]
  return texts.every((text) => typeof text === 'string') ? texts : undefined
}

/**
 * Accepts the lines of RFC 5545 §3.8.5, as a list of texts or as one text with line breaks. What they say is checked later,
 * with the start of the event. An empty list means no recurrence.
 */
export const recurrence: Kind<readonly string[]> = {
  name: 'recurrence',
  shown: undefined,
  schema: {
    anyOf: [
      { type: 'string', maxLength: MAX_CHARACTERS },
      { type: 'array', items: { type: 'string', maxLength: MAX_CHARACTERS } },
    ],
  },
  read: (raw): ParsingResult<readonly string[]> => {
    const texts = textsOf(raw)
    if (texts === undefined) return faultResult(because('not_recurrence_lines'))
    const lines = texts.flatMap((text) => text.split(/\r\n|\r|\n/)).map((line) => line.trim())
    const said = lines.filter((line) => line !== '')
    if (said.join('\n').length > MAX_CHARACTERS)
      return faultResult(because('too_long', { most: MAX_CHARACTERS }))
    const wrong = said.map(textFault).find((one) => one !== undefined)
    return wrong === undefined ? valueResult(said) : faultResult(wrong)
  },
}

/**
 * Accepts names of fields, as a list or as CSV; an empty list means none. `isOther` accepts names besides those of the list. The index
 * shows no type.
 */
export function fieldNameList<const W extends string>(
  names: readonly W[],
  isOther: (name: string) => name is W,
): Kind<readonly W[]> {
  const isName = (name: unknown): name is W =>
    typeof name === 'string' && (names.some((one) => one === name) || isOther(name))
  return {
    name: 'fields',
    shown: undefined,
    schema: { type: 'array', items: { type: 'string' } },
    read: (raw) => {
      const sent = listMembersOf(raw)
      const known = sent.filter(isName)
      return known.length < sent.length || sent.length > MAX_MEMBERS
        ? faultResult(because('not_choices', { choices: names.join(', ') }))
        : valueResult([...new Set(known)])
    },
  }
}

// A file as sent: a part of a multipart body, or the body itself (contract §2.2).

export interface Upload {
  /** The file name that the client sent; "" if it sent none. */
  readonly name: string
  readonly bytes: Uint8Array
}

function isUpload(raw: unknown): raw is Upload {
  return typeof raw === 'object' && raw !== null && 'bytes' in raw && raw.bytes instanceof Uint8Array
}

/** Accepts a file within these limits. */
export const upload = (limits: UploadLimits): Kind<Upload> => ({
  name: 'upload',
  shown: 'string',
  schema: { type: 'string', format: 'binary' },
  upload: limits,
  read: (raw) =>
    isUpload(raw)
      ? { value: raw }
      : {
          fault: because('not_a_file', { types: limits.mediaTypes.join(', ') }),
        },
})
