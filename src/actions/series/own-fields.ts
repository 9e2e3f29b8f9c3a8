/** The fields that an occurrence has as its own (contract §10.3, this). */

import type { ContextWithImages } from '../../api/context.ts'
import type { TranslationArgs } from '../../contract/kinds/translations.ts'
import { isTranslationPath, type PatternField } from '../../contract/resources/occurrence.ts'
import { noTranslations } from '../../domain/content/translations.ts'
import { makeOccurrence } from '../../domain/series/occurrence-starts.ts'
import type { Series } from '../../domain/series/series.ts'
import { epochOfWall } from '../../domain/time/zones.ts'
import type { EventRecord, LinkName, Reading, SeriesRecord } from '../../store/store.ts'
import {
  columnsOfField,
  type EventWithLinks,
  isFieldDifferentBetweenEvents,
  linkOfField,
  patternWithExistingReferences,
} from './pattern.ts'
import {
  isTranslationOfOneOfFields,
  patternFieldsSharedWithEvents,
  sentTranslationFields,
  translationColumnsWithPartsFrom,
  translationFieldNamesOfFields,
} from './plans/translated-fields.ts'
import { occurrenceTimeColumns, seriesFromRecord } from './times.ts'

/** The names of an occurrence's own fields. */
export const ownFieldsOfOccurrence = ({
  own_fields,
}: Pick<EventRecord, 'own_fields'>): readonly PatternField[] => JSON.parse(own_fields)

/** An event as the pattern puts it at the place of an occurrence. */
export function patternAsEventAt(
  pattern: EventWithLinks,
  series: Series,
  recurrenceId: string,
): EventWithLinks {
  const times = occurrenceTimeColumns(makeOccurrence(recurrenceId, series), series.zone)
  return { links: pattern.links, event: { ...pattern.event, ...times, recurrence_id: recurrenceId } }
}

/** A series, and its pattern at the place of one occurrence. */
interface Membership {
  readonly series: SeriesRecord
  readonly pattern: EventWithLinks
}

/** Returns the series of an event, with its pattern at the event's place; undefined for a single event. */
export async function seriesAndPatternOfEvent(
  store: Reading,
  { series: id, recurrence_id }: EventRecord,
  context: Pick<ContextWithImages, 'moment'>,
): Promise<Membership | undefined> {
  const series = id === null ? undefined : await store.find('series', { id }, context.moment)
  if (series === undefined) return undefined
  const pattern = await patternWithExistingReferences(store, series, context)
  return { series, pattern: patternAsEventAt(pattern, seriesFromRecord(series), recurrence_id) }
}

/**
 * Returns the own fields of an occurrence after a change: those that were its own, those changed and the translations that
 * were sent, without what is equal to the pattern. Translations of own fields stay its own even so: those of the pattern
 * don't apply to them.
 */
export function ownFieldsAfterChange(
  before: EventWithLinks,
  after: EventWithLinks,
  pattern: EventWithLinks,
  translations: TranslationArgs | null | undefined,
): readonly PatternField[] {
  const own = new Set(ownFieldsOfOccurrence(before.event))
  const sent = new Set(sentTranslationFields(translations ?? {}))
  const isTrashed = after.event.status === 'trash'
  const isTouched = (field: PatternField) =>
    own.has(field) ||
    isFieldDifferentBetweenEvents(field, before, after) ||
    (isTranslationPath(field) && sent.has(field))
  const all = patternFieldsSharedWithEvents([before.event, after.event, pattern.event]).filter(
    (field) => !(isTrashed && field === 'status') && isTouched(field),
  )
  const different = all.filter((field) => isFieldDifferentBetweenEvents(field, after, pattern))
  const names = all.filter(
    (field) => different.includes(field) || isTranslationOfOneOfFields(field, different),
  )
  // A field of its own has no translation of the pattern, which is nothing of its own.
  const isLost = (field: PatternField) =>
    isTranslationOfOneOfFields(field, names) &&
    translationColumnsWithPartsFrom(noTexts, [field], after.event).translations === noTranslations
  return names.filter((field) => !isLost(field))
}

const noTexts = { translations: noTranslations }

/** Returns the columns of translations of an occurrence without those of the pattern that translate its own fields. */
export function translationsWithoutOwnFields(
  event: EventRecord,
  own: readonly PatternField[],
): Pick<EventRecord, 'translations' | 'readable_in'> {
  const foreign = translationFieldNamesOfFields(own, event).filter((field) => !own.includes(field))
  return translationColumnsWithPartsFrom(event, foreign, noTexts)
}

/** Returns an occurrence with some fields as the pattern has them. Its derived columns are those of before. */
export function withInheritedFields(
  of: EventWithLinks,
  names: readonly PatternField[],
  pattern: EventWithLinks,
): EventWithLinks {
  const ownNames = ownFieldsOfOccurrence(of.event)
  const translated = translationFieldNamesOfFields(names, pattern.event).filter(
    (field) => !ownNames.includes(field),
  )
  const content = translationColumnsWithPartsFrom(
    of.event,
    [...names.filter(isTranslationPath), ...translated],
    pattern.event,
  )
  const columns = names.flatMap(columnsOfField).map((column) => [column, pattern.event[column]])
  const event: EventRecord = { ...of.event, ...Object.fromEntries(columns), ...content }
  const links: Record<LinkName, readonly number[]> = { ...of.links }
  for (const name of names) {
    const link = linkOfField(name)
    if (link !== undefined) links[link] = pattern.links[link]
  }
  const { timezone } = event
  const instants = {
    start_utc: epochOfWall(event.start_date, timezone),
    end_utc: epochOfWall(event.end_date, timezone),
  }
  return { event: timezone === of.event.timezone ? event : { ...event, ...instants }, links }
}
