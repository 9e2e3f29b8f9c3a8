/** The columns of a table of events: event → cells, and cells → args. */
import { eventFields, eventFieldsByPart } from '../../contract/resources/fields/event-fields.ts'
import {
  fieldNamesSortedInColumnOrder,
  organizerFields,
  venueFields,
} from '../../contract/resources/fields/item-fields.ts'
import { type FieldRow, type FieldRows, rowNamesWhere } from '../../contract/resources/fields/row.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import { type ContentLanguages, parseLanguageTag } from '../../domain/languages.ts'
import { isInMainCalendarByGroupAndOwnFlag } from '../../domain/publication.ts'
import { namesCell } from '../../domain/text/csv.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { hasNoEnd } from '../../domain/time/window.ts'
import { isWallClockAtEpochRepeated } from '../../domain/time/zones.ts'
import { because, invalidParam } from '../../problem.ts'
import { STATE_PART, translationCells, translationPartsWithColumns } from '../../representations/files.ts'
import type { EventItem, EventRecord, OrganizerRecord, VenueRecord } from '../../store/store.ts'
import type { SentObject } from '../jsonl/lines.ts'
import { namesInCell } from './cells.ts'

// Reads the columns of a table for texts in other languages (contract §15).

/** Returns the part of a translation that a column of ours has; undefined for any other column. */
function translationPartOfColumn(column: string) {
  const [part = '', language, ...more] = column.split(':')
  return language === undefined || more.length > 0 || !translationPartsWithColumns.includes(part)
    ? undefined
    : { part, language }
}

/** Returns our column for the plain name of one, such as `title:pt_br`; undefined for any other name. */
export function ourTranslationColumnName(name: string): string | undefined {
  const place = translationPartOfColumn(name)
  const tag = place && parseLanguageTag(place.language.replaceAll('_', '-'))
  return tag === undefined ? undefined : `${place?.part}:${tag}`
}

/** Returns whether a site reads a column: one with a single language has no columns of languages. */
export function isImportedColumn(column: string, languages: ContentLanguages): boolean {
  const place = translationPartOfColumn(column)
  if (place === undefined && column !== 'language') return true
  return languages.length > 1 && (place === undefined || languages.includes(place.language))
}

/** Returns the arg of translations that these columns determine; undefined without one. An empty cell removes its text. */
function translationsArg(
  columns: readonly string[],
  cells: Readonly<Record<string, string>>,
): Readonly<Record<string, object>> | undefined {
  const sent = new Map<string, Record<string, string | undefined>>()
  for (const column of columns) {
    const place = translationPartOfColumn(column)
    if (place === undefined) continue
    const { part, language } = place
    const cell = cells[column] ?? ''
    const text = part === STATE_PART && cell === '' ? undefined : cell
    sent.set(language, { ...sent.get(language), [part]: text })
  }
  return sent.size === 0 ? undefined : Object.fromEntries(sent)
}

/** Cells by the names of their columns. */
export type CellsByColumn = Readonly<Record<string, string>>

const flag = (value: number) => (value === 1 ? 'true' : 'false')
const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))

function dateText(wall: string, epoch: number, zone: string): string {
  return isWallClockAtEpochRepeated(epoch, zone) ? `${utcTimestampOfEpoch(epoch).replace(' ', 'T')}Z` : wall
}

function costText(cost: EventRecord['cost']): string {
  return Array.isArray(cost) ? cost.join(' | ') : text(cost)
}

const isInTables = (row: FieldRow) => row.isReadOnly !== true && row.isOutOfTables !== true

/** The cells of fields: those of flags are words. */
function fieldCells<R extends FieldRows>(rows: R) {
  return recordFromNames(rowNamesWhere(rows, isInTables), (name) => {
    const cell = rows[name]?.type === 'flag' ? (value: unknown) => flag(Number(value)) : text
    return ({ record }: EventItem) => cell(Reflect.get(record, name))
  })
}

const ofEvent: Readonly<Record<string, (item: EventItem) => string>> = {
  uid: ({ record }) => record.uid,
  title: ({ record }) => record.title,
  status: ({ record }) => record.status,
  start_date: ({ record }) => dateText(record.start_date, record.start_utc, record.timezone),
  end_date: ({ record }) => dateText(record.end_date, record.end_utc, record.timezone),
  all_day: ({ record }) => flag(record.all_day),
  no_end_time: ({ record }) => String(hasNoEnd(record)),
  timezone: ({ record }) => record.timezone,
  cost: ({ record }) => costText(record.cost),
  ...fieldCells(eventFieldsByPart.main),
  ...fieldCells(eventFieldsByPart.outcome),
  ...fieldCells(eventFieldsByPart.text),
  slug: ({ record }) => record.slug,
  categories: ({ categories }) => namesCell(categories.map(({ record }) => record.name)),
  tags: ({ tags }) => namesCell(tags.map(({ record }) => record.name)),
  group: ({ group }) => group?.slug ?? '',
  // Without a group there is nothing to say: the event is in the main calendar.
  in_main: ({ group, record }) =>
    group === undefined ? '' : String(isInMainCalendarByGroupAndOwnFlag(group, record.in_main)),
  ...fieldCells(eventFieldsByPart.flag),
  // A draft whose date was never sent gets its date when it is first published.
  date_utc: ({ record }) =>
    record.date_set === 1 || record.status === 'publish' || record.status === 'future'
      ? utcTimestampOfEpoch(record.date_utc)
      : '',
  tickets: ({ record }) => (record.tickets.length === 0 ? '' : JSON.stringify(record.tickets)),
  custom_fields: ({ record }) => {
    const fields = JSON.stringify(record.custom_fields)
    return fields === '{}' ? '' : fields
  },
  origin: ({ record }) => (record.origin === null ? '' : JSON.stringify(record.origin)),
}

const linkedKeys: Readonly<Record<'venue' | 'organizer', readonly string[]>> = {
  venue: fieldNamesSortedInColumnOrder(rowNamesWhere(venueFields, isInTables)),
  organizer: fieldNamesSortedInColumnOrder(rowNamesWhere(organizerFields, isInTables)),
}

/** The cells of the first venue or organizer: a row has columns for one. */
function linkedCells(
  name: 'venue' | 'organizer',
  record: VenueRecord | OrganizerRecord | undefined,
): CellsByColumn {
  const values: Readonly<Record<string, unknown>> = { ...record }
  return {
    [name]: text(record?.name),
    ...Object.fromEntries(linkedKeys[name].map((key) => [`${name}_${key}`, text(values[key])])),
  }
}

/** The other venues or organizers, as JSON. */
function furtherCell(name: 'venue' | 'organizer', all: readonly (VenueRecord | OrganizerRecord)[]): string {
  if (all.length < 2) return ''
  const further = all.slice(1).map((record) => {
    const entries = Object.entries(linkedCells(name, record)).filter(([, cell]) => cell !== '')
    return Object.fromEntries(entries.map(([column, cell]) => [column.replace(`${name}_`, ''), cell]))
  })
  return JSON.stringify(further)
}

const recordsOf = <R>(items: readonly { readonly record: R }[]) => items.map(({ record }) => record)
const further = { venue: 'further_venues', organizer: 'further_organizers' } as const

export function eventCells(item: EventItem): CellsByColumn {
  return {
    ...Object.fromEntries(Object.entries(ofEvent).map(([name, cell]) => [name, cell(item)])),
    ...linkedCells('venue', item.venues[0]?.record),
    ...linkedCells('organizer', item.organizers[0]?.record),
    [further.venue]: furtherCell('venue', recordsOf(item.venues)),
    [further.organizer]: furtherCell('organizer', recordsOf(item.organizers)),
    language: item.record.language,
    ...translationCells(item.record.translations),
  }
}

/** Every column of an export, in order. */
export const exportColumnNames: readonly string[] = [
  ...Object.keys(ofEvent),
  ...Object.keys(linkedCells('venue', undefined)),
  ...Object.keys(linkedCells('organizer', undefined)),
  ...Object.values(further),
  'recurrence',
  'recurrence_id',
]

/** Columns that no import reads: where an event came from stays as it is. */
export const readOnlyColumns: readonly string[] = ['origin']

/** Columns that only an import reads: times of day in separate columns. */
export const timeOfDayColumns = ['start_time', 'end_time'] as const

/** Fields that an empty cell leaves unchanged. It clears all others. */
const keepsWhenEmpty: ReadonlySet<string> = new Set([
  'title',
  'status',
  'start_date',
  'end_date',
  'all_day',
  'no_end_time',
  'timezone',
  'slug',
  'date_utc',
  'in_main',
  'language',
  ...rowNamesWhere(eventFields, ({ type }) => type === 'choice' || type === 'flag'),
])

const argOf = (column: string) =>
  /^(venue|organizer)_/.exec(column)?.[1] ?? /^further_(venue|organizer)s$/.exec(column)?.[1] ?? column

function jsonIn(column: string, cell: string): unknown {
  if (cell === '') return undefined
  try {
    return JSON.parse(cell)
  } catch {
    throw invalidParam(column, because('not_json_of_export'))
  }
}

function linkedArg(name: 'venue' | 'organizer', cells: CellsByColumn): readonly SentObject[] {
  const more = jsonIn(further[name], cells[further[name]] ?? '') ?? []
  if (!Array.isArray(more)) throw invalidParam(further[name], because('not_a_list'))
  if ((cells[name] ?? '') === '') return more
  const entries = Object.entries(cells).filter(
    ([column, cell]) => column.startsWith(`${name}_`) && cell !== '',
  )
  return [
    {
      [name]: cells[name],
      ...Object.fromEntries(entries.map(([column, cell]) => [column.slice(name.length + 1), cell])),
    },
    ...more,
  ]
}

/** Returns the args that these columns determine, computed from all cells of the row. */
export function updateArgsOfChangedColumns(changed: readonly string[], cells: CellsByColumn): SentObject {
  const own = changed.filter((column) => translationPartOfColumn(column) === undefined)
  const args = [...new Set(own.map(argOf))].filter((arg) => arg !== 'uid' && arg !== 'recurrence_id')
  const translations = translationsArg(changed, cells)
  const entries = args.flatMap((arg): readonly (readonly [string, unknown])[] => {
    const cell = cells[arg] ?? ''
    if (arg === 'venue' || arg === 'organizer') return [[arg, linkedArg(arg, cells)]]
    if (arg === 'tickets') return [[arg, jsonIn(arg, cell) ?? []]]
    if (arg === 'custom_fields') return [[arg, jsonIn(arg, cell) ?? {}]]
    if (arg === 'categories' || arg === 'tags') return [[arg, namesInCell(cell)]]
    return cell === '' && keepsWhenEmpty.has(arg) ? [] : [[arg, cell]]
  })
  return { ...Object.fromEntries(entries), ...(translations !== undefined && { translations }) }
}
