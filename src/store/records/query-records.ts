/** The columns that hold JSON: text in a row, a value in a record. Rows become records here, and values become columns. */
import type { ResourceName } from '../../contract/resources/index.ts'
import { noTranslations } from '../../domain/content/translations.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { restoreWholeTextsUnlessGone } from '../database/long-texts.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import type { GroupRecord, RecordOf, ValuesOf } from '../store.ts'
import type { SeriesTable } from '../tables/series.ts'
import type {
  CategoryTable,
  EventTable,
  GroupTable,
  MediaTable,
  OrganizerTable,
  PageTable,
  TermTable,
  VenueTable,
} from '../tables.ts'
import { itemTable } from './orders.ts'

interface Rows {
  event: EventTable
  venue: VenueTable
  organizer: OrganizerTable
  category: CategoryTable
  tag: TermTable
  group: GroupTable
  media: MediaTable
  page: PageTable
  series: SeriesTable
}

/** A row of the table of a resource. */
export type RowOf<N extends ResourceName> = Rows[N]

const ofItems = ['origins', 'translations']
const columns: { readonly [N in ResourceName]: readonly string[] } = {
  event: [...ofItems, 'cost', 'tickets', 'custom_fields', 'origin'],
  venue: ofItems,
  organizer: ofItems,
  category: ofItems,
  tag: ofItems,
  group: ofItems,
  media: ['sizes', 'widths', 'translations'],
  page: ofItems,
  series: ['origins', 'recurrence', 'recurrence_before', 'unspread', 'pattern'],
}
/** Lists whose columns have "" where they are empty. */
const blanks = ['recurrence', 'recurrence_before', 'unspread', 'widths']

/** The value of a column. Most items have no translations, and all of these share one object. */
function columnValue(text: unknown): unknown {
  return text === '{}' ? noTranslations : JSON.parse(String(text || '[]'))
}

/** Returns the record of a row. The row itself becomes the record. */
function recordOf<N extends ResourceName, R extends RowOf<N>>(
  name: N,
  row: R,
): RecordOf<N> & Omit<R, keyof RowOf<N>> {
  const values = columns[name].map((column) => [column, columnValue(Reflect.get(row, column))])
  return Object.assign(row, Object.fromEntries(values))
}

/** Returns the columns to write for values of a record. Undefined values are left out. */
export function columnsToWrite<N extends ResourceName>(
  name: N,
  values: Partial<ValuesOf<N>>,
): Readonly<Record<string, string | number | null>> {
  const text = (column: string, value: unknown) =>
    Array.isArray(value) && value.length === 0 && blanks.includes(column) ? '' : JSON.stringify(value)
  const json = columns[name]
  const stored: object = values
  const row: Record<string, string | number | null> = {}
  for (const column of Object.keys(values)) {
    const value = Reflect.get(stored, column)
    if (value !== undefined) row[column] = json.includes(column) ? text(column, value) : value
  }
  return row
}

/** How often rows are read again whose texts another process replaced meanwhile. In a snapshot this never happens. */
const MOST_READS = 10

/** Runs a statement that returns rows of a resource with other columns. Returns their records with these columns. */
export async function queryWiderRecords<N extends ResourceName, R extends RowOf<N>>(
  db: Db,
  name: N,
  statement: Sql<R>,
): Promise<readonly (RecordOf<N> & Omit<R, keyof RowOf<N>>)[]> {
  for (let read = 0; read < MOST_READS; read += 1) {
    const found = await queryRows(db, statement)
    if (name !== 'event' || (await restoreWholeTextsUnlessGone(db, found)))
      return found.map((row) => recordOf(name, row))
  }
  throw new Error('The texts of events are gone.')
}

/** Runs a statement that returns rows of a resource. Returns their records. */
export function queryRecords<N extends ResourceName>(
  db: Db,
  name: N,
  statement: Sql<RowOf<N>>,
): Promise<readonly RecordOf<N>[]> {
  return queryWiderRecords(db, name, statement)
}

/** Runs a statement that returns rows of a resource. Returns the first record; undefined if there is none. */
export async function queryFirstRecord<N extends ResourceName>(
  db: Db,
  name: N,
  statement: Sql<RowOf<N>>,
): Promise<RecordOf<N> | undefined> {
  return (await queryRecords(db, name, statement))[0]
}

/** Returns the records with these ids, in any order. */
export function recordsOfIdsInAnyOrder<N extends ResourceName>(
  db: Db,
  name: N,
  ids: readonly number[],
): Promise<readonly RecordOf<N>[]> {
  return queryRecords(
    db,
    name,
    sql<RowOf<N>>`select * from ${quotedName(itemTable(name))} where ${isOneOfSql(quotedName('id'), ids)}`,
  )
}

/** Returns the groups of events or series, by id. */
export async function loadGroupsThatRecordsAreIn(
  db: Db,
  records: readonly { readonly group_id: number | null }[],
): Promise<ReadonlyMap<number, GroupRecord>> {
  const ids = [...new Set(records.flatMap(({ group_id }) => group_id ?? []))]
  if (ids.length === 0) return new Map()
  return new Map((await recordsOfIdsInAnyOrder(db, 'group', ids)).map((record) => [record.id, record]))
}
