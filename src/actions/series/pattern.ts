/** The pattern of a series as an event, and what of an event is the pattern's (contract §10.2). */

import type { ContextWithImages } from '../../api/context.ts'
import { haveSameLinkedIds } from '../../contract/links.ts'
import { isTranslationPath, type PatternField } from '../../contract/resources/occurrence.ts'
import { pick, withoutProperties } from '../../contract/table-of.ts'
import { noTranslations } from '../../domain/content/translations.ts'
import type {
  EventRecord,
  LinkIds,
  LinkName,
  OccurrenceSharedColumns,
  Reading,
  SeriesRecord,
  SharedOccurrenceValues,
} from '../../store/store.ts'
import { isSameValue } from '../writing/save.ts'
import { differsInTranslation, patternFieldsSharedWithEvents } from './plans/translated-fields.ts'
import { occurrenceTimeColumns } from './times.ts'

/** The columns that occurrences share and that the row of a series has too. */
const head = [
  'author',
  'status',
  'date_utc',
  'date_set',
  'title',
  'title_key',
  'timezone',
  'all_day',
  'group_id',
  'in_main',
] as const satisfies (keyof OccurrenceSharedColumns)[]

/** The columns of an event that it does not share. */
const own = [
  'id',
  'version',
  'modified_utc',
  'origins',
  'uid',
  'slug',
  'start_date',
  'end_date',
  'start_utc',
  'end_utc',
  'previous_start_date',
  'password_hash',
  'was_public',
  'pruned_status',
  'series',
  'recurrence_id',
  'own_fields',
  'trash_act',
] as const satisfies Exclude<keyof EventRecord, keyof OccurrenceSharedColumns>[]

/** Returns the columns of an event that occurrences share. */
export function pickOccurrenceSharedColumns(record: EventRecord): OccurrenceSharedColumns {
  return withoutProperties(record, own)
}

/** The columns of a series that follow from an event and its links as the pattern. */
export function seriesColumnsOfPattern(record: EventRecord, links: LinkIds) {
  const columns = withoutProperties(pickOccurrenceSharedColumns(record), head)
  return {
    ...pick(record, head),
    start_date: record.start_date,
    end_date: record.end_date,
    pattern: { columns, links } satisfies SharedOccurrenceValues,
  }
}

const absentInOlder = {
  language: '',
  translations: noTranslations,
  readable_in: '',
  origin: null,
  note: '',
  assignee: null,
} as const

/** Returns the pattern as an event without an id: the first occurrence as the rule puts it. */
export function patternAsEvent(series: SeriesRecord): EventRecord {
  const { id, version, modified_utc, uid, slug, start_date, end_date, timezone } = series
  return {
    // Patterns that older programs stored have none of these.
    ...absentInOlder,
    ...series.pattern.columns,
    ...pick(series, head),
    ...occurrenceTimeColumns({ start: start_date, end: end_date }, timezone),
    id: 0,
    version,
    modified_utc,
    origins: [],
    uid,
    slug,
    previous_start_date: '',
    password_hash: null,
    was_public: 0,
    pruned_status: '',
    series: id,
    recurrence_id: start_date,
    own_fields: '[]',
    trash_act: 0,
  }
}

/** A pattern whose references exist: items may have been deleted since it was stored. */
export interface PatternWithExistingReferences {
  readonly event: EventRecord
  readonly links: LinkIds
}

/** Returns the pattern of a series without references to items that were deleted. */
export async function patternWithExistingReferences(
  store: Reading,
  series: SeriesRecord,
  { moment }: Pick<ContextWithImages, 'moment'>,
): Promise<PatternWithExistingReferences> {
  const event = patternAsEvent(series)
  const { image, post_parent } = event
  const hasImage = image === null || (await store.media(image)) !== undefined
  const hasParent =
    post_parent === null || (await store.find('event', { id: post_parent }, moment)) !== undefined
  return {
    event: { ...event, ...(!hasImage && { image: null }), ...(!hasParent && { post_parent: null }) },
    links: await store.existing(series.pattern.links),
  }
}

const linkOf: Partial<Record<PatternField, LinkName>> = {
  venue: 'venue',
  organizer: 'organizer',
  categories: 'category',
  tags: 'tag',
}

/** The link of a field; undefined for a field with columns. */
export const linkOfField = (field: PatternField): LinkName | undefined => linkOf[field]

/** The columns of a field: what it is compared by comes first. */
const columnsOf: Partial<Record<PatternField, readonly (keyof EventRecord)[]>> = {
  title: ['title', 'title_key'],
  date: ['date_utc', 'date_set'],
  start_date: ['start_date', 'start_utc'],
  end_date: ['end_date', 'end_utc'],
  tickets: ['tickets', 'ticketed'],
  group: ['group_id'],
  venue: [],
  organizer: [],
  categories: [],
  tags: [],
}

/** A field without columns of its own is stored in the column of its name. */
const isColumn = (field: PatternField): field is PatternField & keyof EventRecord => !(field in columnsOf)

/** Returns the columns of a field. */
export function columnsOfField(field: PatternField): readonly (keyof EventRecord)[] {
  if (isTranslationPath(field)) return []
  return columnsOf[field] ?? (isColumn(field) ? [field] : [])
}

/** An event with its links. */
export interface EventWithLinks {
  readonly event: EventRecord
  readonly links: LinkIds
}

/** Whether two events differ in a field. */
export function isFieldDifferentBetweenEvents(
  field: PatternField,
  a: EventWithLinks,
  b: EventWithLinks,
): boolean {
  if (isTranslationPath(field)) return differsInTranslation(field, a.event, b.event)
  const link = linkOf[field]
  if (link !== undefined) return !haveSameLinkedIds(link, a.links[link], b.links[link])
  const [column] = columnsOfField(field)
  return column !== undefined && !isSameValue(a.event[column], b.event[column])
}

/** The names of the fields in which two events differ. */
export function fieldsThatDiffer(a: EventWithLinks, b: EventWithLinks): readonly PatternField[] {
  return patternFieldsSharedWithEvents([a.event, b.event]).filter((field) =>
    isFieldDifferentBetweenEvents(field, a, b),
  )
}
