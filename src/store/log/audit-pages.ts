/** Reading the log for the audit. */
import type { PersonOfAct } from '../../contract/operations/audit.ts'
import { allOfSql, isOneOfSql } from '../conditions/visibility.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, quotedName, type Sql, type SqlBool, sql } from '../database/sql.ts'
import type { AuditTable } from '../tables.ts'
import type {
  AuditOfWriteOrItemQuery,
  AuditPage,
  AuditQuery,
  AuditRow,
  NamedPersonOfAct,
  ShownActValues,
  UpkeepAct,
  WriteStamp,
} from '../types/index.ts'
import { addUpkeepRow } from './log.ts'

// Reads the log for histories and the audit: pages, everything since a time, and what one write or an item's later writes changed.

const BATCH = 500
const MAX_RECORDED = 1000

/** Finds lines with the names of their users. `which` has a condition, the order by id, and a limit. */
const linesOf = (db: Db, which: Sql) =>
  sql<Row>`select audit.id, at_utc, audit.user_id, audit.login, verb, resource, item_id, title, slug, fields, touched, via, revision,
        changes, act, act_values, coalesce(nullif(users.display_name, ''), audit.login) as display_name
      from audit left join users on users.id = audit.user_id and users.login = audit.login
      where ${which}`.rows(db)

type Row = Pick<AuditTable, 'fields' | 'changes' | 'act' | 'act_values'> &
  Omit<AuditRow, 'fields' | 'changes' | 'act' | 'act_values'>

type ValuesOfRow = Omit<ShownActValues, 'person' | 'to'> & {
  readonly person?: PersonOfAct
  readonly to?: PersonOfAct
}

/** Returns the rows with the names of today of the persons in the values of their acts. */
async function shown(db: Db, rows: readonly Row[]): Promise<readonly AuditRow[]> {
  const values = rows.map(({ act_values }): ValuesOfRow => JSON.parse(act_values))
  const ids = values.flatMap(({ person, to }) =>
    [person, to].flatMap((one) => (one === undefined ? [] : [one.id])),
  )
  const names =
    ids.length === 0
      ? []
      : await sql<NamedPersonOfAct>`select id, login, display_name from users where ${isOneOfSql(sql`id`, [...new Set(ids)])}`.rows(
          db,
        )
  const named = ({ id, login }: PersonOfAct): NamedPersonOfAct => {
    const { display_name = '' } = names.find((one) => one.id === id && one.login === login) ?? {}
    return { id, login, display_name: display_name === '' ? login : display_name }
  }
  return rows.map((line, at) => {
    const { fields, changes, act, act_values: _, ...row } = line
    const { person, to, ...rest } = values[at] ?? {}
    const persons = { ...(person && { person: named(person) }), ...(to && { to: named(to) }) }
    const told = act !== '' && { act, act_values: { ...persons, ...rest } }
    const recorded = { fields: JSON.parse(fields), changes: JSON.parse(changes) }
    return { ...row, ...recorded, ...told }
  })
}

/** Every row from a time on (seconds since 1970 UTC), oldest first, read in batches. */
async function* auditRowsSinceTime(db: Db, since: number): AsyncIterable<AuditRow> {
  for (let after = 0; ; ) {
    const which = sql`is_part = 0 and at_utc >= ${since} and audit.id > ${after} order by audit.id limit ${BATCH}`
    const rows = await linesOf(db, which)
    yield* await shown(db, rows)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** The rows with a text in their title, or in the login or name of who wrote or whom they are about; the signs of patterns stand for themselves. */
function containing(text: string) {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const named = sql`(select id from users where lower(display_name) like ${pattern} escape ${'\\'})`
  return sql<SqlBool>`(lower(title) like ${pattern} escape ${'\\'} or audit.login like ${pattern} escape ${'\\'}
    or audit.user_id in ${named} or (resource = 'user' and item_id in ${named}))`
}

/** One page of the matching rows, newest first; no rows past the last page. */
export async function auditPage(db: Db, query: AuditQuery): Promise<AuditPage> {
  const { page, per_page, since, until, search, resources, series, ...exact } = query
  const conditions = Object.entries(exact).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<SqlBool>`${quotedName(column)} = ${value}`],
  )
  if (since !== undefined) conditions.push(sql`at_utc >= ${since}`)
  if (until !== undefined) conditions.push(sql`at_utc < ${until}`)
  if (search !== undefined) conditions.push(containing(search))
  if (resources !== undefined) conditions.push(isOneOfSql(sql`resource`, resources))
  const own = allOfSql(conditions)
  const where = sql`is_part = 0 and ${series === undefined ? own : sql`(${own} or (resource = 'series' and item_id = ${series}))`}`
  const total = await countRowsFrom(db, sql`audit where ${where}`)
  const offset = (page - 1) * per_page
  if (offset >= total) return { rows: [], total }
  const order = sql`order by audit.id desc limit ${per_page} offset ${offset}`
  const rows = await linesOf(db, sql`${where} ${order}`)
  return { rows: await shown(db, rows), total }
}

function ofWriteOrItem(query: AuditOfWriteOrItemQuery): Sql {
  if ('partsOf' in query) return sql`is_part = 1 and audit.revision = ${query.partsOf} order by audit.id desc`
  if ('seriesBefore' in query)
    return sql`is_part = 1 and resource = 'series_before' and item_id = ${query.seriesBefore}
      and audit.id >= ${query.from} order by audit.id`
  if ('revision' in query)
    return sql`is_part = 0 and audit.revision = ${query.revision} order by audit.id desc`
  const from =
    'from' in query
      ? sql`audit.id >= ${query.from}`
      : 'after' in query
        ? sql`audit.revision > ${query.after}`
        : sql`audit.version > ${query.aboveVersion}`
  return sql`is_part = 0 and resource = ${query.resource} and item_id = ${query.item_id} and ${from}
    order by audit.id desc limit ${MAX_RECORDED}`
}

/** The rows of one write, the parts of its acts, or at most 1,000 of an item from one row on, after a revision or above a version; newest first. */
export const auditRowsOfWriteOrItem = async (
  db: Db,
  query: AuditOfWriteOrItemQuery,
): Promise<readonly AuditRow[]> => shown(db, await linesOf(db, ofWriteOrItem(query)))

// The audit of one database.

/** Returns what reads the audit of a database, and notes what is done with the service as a whole. */
export const auditStore = (connection: OpenDatabase) => ({
  /** The audit rows since a time (seconds since 1970 UTC), oldest first. */
  audit: (since: number) => auditRowsSinceTime(connection.reader, since),
  /** One page of the matching audit rows, newest first. */
  auditPage: (query: AuditQuery) => auditPage(connection.reader, query),
  /** Adds an act on the service as a whole to the audit. */
  noteUpkeep: (act: UpkeepAct, writer: WriteStamp) =>
    runTransaction(connection, (db) => addUpkeepRow(db, writer, act)),
})
