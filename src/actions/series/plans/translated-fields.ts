/** The translations of occurrences, part by part: each text is the pattern's or an occurrence's own (contract §15, Writing). */

import { readableTranslationTagsText } from '../../../contract/derived-columns.ts'
import type { TranslationArgs } from '../../../contract/kinds/translations.ts'
import { translatableFieldsAndColumnsByResource } from '../../../contract/resources/fields/translated.ts'
import {
  isTranslationPath,
  type PatternField,
  patternFields,
  type TranslationPath,
} from '../../../contract/resources/occurrence.ts'
import {
  fieldTextInOneTranslation,
  noTranslations,
  type Translation,
  type Translations,
} from '../../../domain/content/translations.ts'
import type { EventRecord } from '../../../store/store.ts'

const texts = translatableFieldsAndColumnsByResource.event.map(({ field }) => field)
const STATE = 'state'

const nameOf = (language: string, part: string): TranslationPath => `translations.${language}.${part}`

function placeOf(field: TranslationPath) {
  const [, language = '', part = ''] = field.split('.')
  return { language, part }
}

/** Returns the parts of the translations of events. */
function translationFieldsOf(
  events: readonly Pick<EventRecord, 'translations'>[],
): readonly TranslationPath[] {
  const languages = new Set(events.flatMap(({ translations }) => Object.keys(translations)))
  return [...languages].sort().flatMap((language) => [...texts, STATE].map((part) => nameOf(language, part)))
}

/** Returns the texts of translations that a write sends. */
export const sentTranslationFields = (sent: TranslationArgs): readonly TranslationPath[] =>
  Object.entries(sent).flatMap(([language, one]) =>
    Object.keys(one?.texts ?? {}).map((part) => nameOf(language, part)),
  )

/** Returns the fields that the pattern shares with these events. */
export const patternFieldsSharedWithEvents = (
  events: readonly Pick<EventRecord, 'translations'>[],
): readonly PatternField[] => [...patternFields, ...translationFieldsOf(events)]

const factsOf = ({ state, is_outdated, origin, modified_utc }: Translation) => ({
  state,
  is_outdated,
  origin,
  modified_utc,
})

function partValue(translations: Translations, field: TranslationPath): string | undefined {
  const { language, part } = placeOf(field)
  const one = translations[language]
  if (part !== STATE) return fieldTextInOneTranslation(one, part)
  return one && JSON.stringify(factsOf(one))
}

/** Returns whether two events differ in a part of a translation. */
export const differsInTranslation = (
  field: TranslationPath,
  a: Pick<EventRecord, 'translations'>,
  b: Pick<EventRecord, 'translations'>,
): boolean => partValue(a.translations, field) !== partValue(b.translations, field)

/** A translation with the named parts of another one; undefined if no text is left. */
function mixed(
  own: Translation | undefined,
  other: Translation | undefined,
  parts: ReadonlySet<string>,
): Translation | undefined {
  const of = (part: string) => fieldTextInOneTranslation(parts.has(part) ? other : own, part)
  const kept = texts.flatMap((part) => {
    const text = of(part)
    return text === undefined ? [] : [[part, text] as const]
  })
  const facts = parts.has(STATE) ? (other ?? own) : (own ?? other)
  return kept.length === 0 || facts === undefined
    ? undefined
    : { ...Object.fromEntries(kept), ...factsOf(facts) }
}

/** Returns the columns of translations with the named parts as another event has them. */
export function translationColumnsWithPartsFrom(
  { translations }: Pick<EventRecord, 'translations'>,
  fields: readonly string[],
  from: Pick<EventRecord, 'translations'>,
): Pick<EventRecord, 'translations' | 'readable_in'> {
  const places = fields.filter(isTranslationPath).map(placeOf)
  const languages = new Set([...Object.keys(translations), ...places.map(({ language }) => language)])
  const next = [...languages].sort().flatMap((language) => {
    const parts = new Set(places.filter((one) => one.language === language).map(({ part }) => part))
    const one =
      parts.size === 0
        ? translations[language]
        : mixed(translations[language], from.translations[language], parts)
    return one === undefined ? [] : [[language, one] as const]
  })
  const columns: Translations = next.length === 0 ? noTranslations : Object.fromEntries(next)
  return { translations: columns, readable_in: readableTranslationTagsText('event', columns) }
}

/** Returns the parts of translations whose text is a field among `names`. */
export const translationFieldNamesOfFields = (
  names: readonly string[],
  event: Pick<EventRecord, 'translations'>,
): readonly TranslationPath[] =>
  translationFieldsOf([event]).filter((field) => names.includes(placeOf(field).part))

/** Returns whether a part of a translation belongs to a field among `names`. */
export const isTranslationOfOneOfFields = (field: string, names: readonly string[]): boolean =>
  isTranslationPath(field) && names.includes(placeOf(field).part)
