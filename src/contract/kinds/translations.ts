/** Kinds for the language of an item and for its translations (contract §15). */
import { parseLanguageTag } from '../../domain/content/languages.ts'
import type { FactsOfOneTranslation } from '../../domain/content/translations.ts'
import { because, type Fault, type Faults, faultBecause } from '../../problem.ts'
import { interfaceLanguageCodes } from '../../words/languages.ts'
import { faultResult, type Kind, valueResult } from './kind.ts'
import { listMembersOf } from './list.ts'

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

const isObject = (raw: unknown): raw is object =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)
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
    if (!isObject(raw)) return faultResult(because('not_translations'))
    const entries = Object.entries(raw)
    if (entries.length > MOST_TAGS) return faultResult(because('too_many_languages', { most: MOST_TAGS }))
    const faults: Record<string, Faults[string]> = {}
    const sent: Record<string, SentTranslation | null> = {}
    for (const [name, one] of entries) {
      const tag = parseLanguageTag(name)
      if (tag === undefined || Object.hasOwn(sent, tag))
        faults[''] = faultBecause(because('not_language_keys'))
      else if (one === null || one === '') sent[tag] = null
      else if (isObject(one) || (Array.isArray(one) && one.length === 0))
        sent[tag] = readTranslation(kinds, one, `.${tag}`, faults)
      else faults[`.${tag}`] = faultBecause(because('not_a_translation'))
    }
    return Object.keys(faults).length > 0 ? { faults } : valueResult(sent)
  },
})

/** Texts of the site by language of the interface, as sent; null removes one, or all of a language. */
export type SentTextsByLanguage = Readonly<Record<string, Readonly<Record<string, string | null>> | null>>

/** Returns the members of an object, or of one as JSON, as a query has it; undefined for anything else. */
function membersOf(raw: unknown): Members | undefined {
  if (isObject(raw)) return { ...raw }
  if (typeof raw !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(raw)
    return isObject(parsed) ? { ...parsed } : undefined
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
      else if (!isObject(one)) faults[`.${code}`] = faultBecause(because('not_a_translation'))
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
