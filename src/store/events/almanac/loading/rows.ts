/** Reads what the almanac holds from the database: entries, links and places. */
import { setImmediate } from 'node:timers/promises'
import {
  choiceFilterNames,
  filterChoices,
  flagFilterNames,
  textFilterNames,
} from '../../../../contract/resources/fields/filters.ts'
import { entriesOf, recordFromNames } from '../../../../contract/table-of.ts'
import type { Db } from '../../../database/rows.ts'
import type { DialectName } from '../../../database/sql.ts'
import { joinedSql, jsonAggregateSql, quotedName, rawSql, type Sql, sql } from '../../../database/sql.ts'
import { linkTableNames } from '../../../records/links.ts'
import type { VenuePoint } from '../almanac.ts'
import {
  type AlmanacEntry,
  almanacStatuses,
  type EntriesByColumn,
  type EntryColumnName,
  entryColumnNames,
  filterMarkBits,
  type GroupIdAndMainCalendarChoice,
  HIDDEN_MARK_BIT,
  PROTECTED_MARK_BIT,
} from '../columns.ts'
import { numberForText } from './field-values.ts'

// Lets other requests run during long readings of SQLite, which run on the main thread.

/** Milliseconds between two pauses. */
const WORK = 10

/** Returns a function to call between two statements: it pauses if ten milliseconds have passed since the last pause. */
function pauseFunction(): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < WORK) return
    await setImmediate()
    last = performance.now()
  }
}

/** Rows of one query: few enough that other requests are served in between. */
const BATCH = 5000

/** The number of a column's value in a list of names, in SQL. */
const numberIn = (names: readonly string[], column: string) =>
  rawSql<number>(`case ${column} ${names.map((name, at) => `when '${name}' then ${at}`).join(' ')} end`)

const bits = [
  ['hide_from_listings', HIDDEN_MARK_BIT],
  ...flagFilterNames.map((name) => [name, filterMarkBits[name]] as const),
] as const

/** The value of each column, in SQL. All but the series lie in the index of the almanac. */
const values: Readonly<Record<EntryColumnName, Sql<number | string>>> = {
  id: sql`id`,
  start: sql`start_utc`,
  end: sql`end_utc`,
  date: sql`date_utc`,
  modified: sql`modified_utc`,
  author: sql`author`,
  parent: sql`coalesce(post_parent, 0)`,
  group: sql`coalesce(group_id, 0)`,
  main: sql`coalesce(in_main + 1, 0)`,
  status: numberIn(almanacStatuses, 'status'),
  ...recordFromNames(choiceFilterNames, (name) => numberIn(filterChoices(name) ?? [], name)),
  ...recordFromNames(textFilterNames, (name) => rawSql<number>(name)),
  content: sql`language || '|' || readable_in`,
  marks: sql`case when password_hash is null then 0 else ${rawSql(String(PROTECTED_MARK_BIT))} end + ${joinedSql(
    bits.map(([name, bit]) => rawSql(`${name} * ${bit}`)),
    ' + ',
  )}`,
}

const isText = (name: EntryColumnName) => name === 'content' || textFilterNames.some((one) => one === name)

/** The values of a column, which are written as JSON. */
const numbersIn = (name: EntryColumnName, json: string): readonly number[] =>
  isText(name) ? JSON.parse(json).map(numberForText) : JSON.parse(json)

/** Reads entries by column: a JSON text for each column is written and parsed in half the time of one for each event. */
async function readEntries(db: Db, dialect: DialectName, from: Sql): Promise<EntriesByColumn> {
  const each = entriesOf(values).map(([name, value]) => sql`${value} as ${quotedName(name)}`)
  const texts = entryColumnNames.map(
    (name) => sql`${jsonAggregateSql(dialect, quotedName(name))} as ${quotedName(name)}`,
  )
  // Of whole rows, SQLite would read the rows besides the index.
  const { rows } = await sql<
    Readonly<Record<EntryColumnName, string>>
  >`select ${joinedSql(texts)} from (select ${joinedSql(each)} from ${from}) as entries`.execute(db)
  return recordFromNames(entryColumnNames, (name) => numbersIn(name, rows[0]?.[name] ?? '[]'))
}

/** Reads the entries of the given events. */
export async function readAlmanacEntries(
  db: Db,
  dialect: DialectName,
  ids: readonly number[],
): Promise<readonly AlmanacEntry[]> {
  const entries = await readEntries(db, dialect, sql`events where id in (${joinedSql(ids)})`)
  return entries.id.map((_, at) => recordFromNames(entryColumnNames, (name) => entries[name][at] ?? 0))
}

/** Reads all entries in batches, in the order of lists unless the database aggregates in another order. */
export async function* readEntriesInOrder(db: Db, dialect: DialectName): AsyncIterable<EntriesByColumn> {
  const pause = pauseFunction()
  for (let [start, id] = [Number.MIN_SAFE_INTEGER, 0]; ; ) {
    const entries = await readEntries(
      db,
      dialect,
      sql`events where (start_utc, id) > (${start}, ${id}) order by start_utc, id limit ${BATCH}`,
    )
    const count = entries.id.length
    if (count === 0) return
    yield entries
    await pause()
    // The last is the greatest, in whatever order the database has aggregated.
    for (let at = 0; at < count; at++) {
      const [begins = 0, one = 0] = [entries.start[at], entries.id[at]]
      if (begins > start || (begins === start && one > id)) [start, id] = [begins, one]
    }
  }
}

/** The events linked to a target. */
interface Linked {
  readonly target: number
  readonly events: readonly number[]
}

/** Reads the events of all targets of one kind, target by target, which takes half the time of batches of links. */
export async function* iterateEventsOfEachLinkTarget(
  db: Db,
  dialect: DialectName,
  kind: keyof typeof linkTableNames,
): AsyncIterable<Linked> {
  const links = quotedName(linkTableNames[kind])
  const pause = pauseFunction()
  for (let after = 0; ; ) {
    const { rows } = await sql<{ target: number; text: string }>`
      select target_id as target, ${jsonAggregateSql(dialect, sql`event_id`)} as text from ${links}
      where target_id = (select min(target_id) from ${links} where target_id > ${after}) group by target_id`.execute(
      db,
    )
    const [row] = rows
    if (row === undefined) return
    yield { target: row.target, events: JSON.parse(row.text) }
    after = row.target
    await pause()
  }
}

/** Reads which groups have their events in the main calendar, or reviewed for it: of all groups, or of those with these ids. */
export async function readGroupMainCalendarRules(
  db: Db,
  ids?: readonly number[],
): Promise<readonly GroupIdAndMainCalendarChoice[]> {
  const within = ids === undefined ? sql`1 = 1` : sql`id in (${joinedSql(ids)})`
  const { rows } =
    await sql<GroupIdAndMainCalendarChoice>`select id, main from groups where ${within}`.execute(db)
  return rows
}

/** Reads the places of venues; of all, or of those with these ids. */
export async function readVenuePoints(db: Db, ids?: readonly number[]): Promise<readonly VenuePoint[]> {
  const within = ids === undefined ? sql`1 = 1` : sql`id in (${joinedSql(ids)})`
  const { rows } = await sql<VenuePoint>`select id, author, status, date_utc, geo_lat, geo_lng from venues
    where geo_lat is not null and geo_lng is not null and ${within}`.execute(db)
  return rows
}
