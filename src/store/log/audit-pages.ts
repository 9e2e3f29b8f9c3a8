/** Reads the audit: pages, everything since a time, and what one write or an item's later writes changed. */

import { allOfSql, isOneOfSql } from '../conditions/visibility.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { quotedName, type Sql, type SqlBool, sql } from '../database/sql.ts'
import type { AuditOfWriteQuery, AuditPage, AuditQuery, AuditRow } from '../store.ts'
import type { AuditTable } from '../tables/audit.ts'

const BATCH = 500
const MAX_RECORDED = 1000

/** Audit rows with the names of their users. */
const withNames = sql`select audit.*, coalesce(nullif(users.display_name, ''), audit.login) as display_name
  from audit left join users on users.id = audit.user_id and users.login = audit.login`

type Row = AuditTable & Pick<AuditRow, 'display_name'>

const shown = ({ fields, changes, ...row }: Row): AuditRow => ({
  ...row,
  fields: JSON.parse(fields),
  changes: JSON.parse(changes),
})

/** Every row from a time on (seconds since 1970 UTC), oldest first, read in batches. */
export async function* auditRowsSinceTime(db: Db, since: number): AsyncIterable<AuditRow> {
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`${withNames}
      where at_utc >= ${since} and audit.id > ${after} order by audit.id limit ${BATCH}`.execute(db)
    yield* rows.map(shown)
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** The rows with a text in their title or login; the signs of patterns stand for themselves. */
function containing(text: string) {
  const pattern = `%${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`(lower(title) like ${pattern} escape ${'\\'} or audit.login like ${pattern} escape ${'\\'})`
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
  const where = series === undefined ? own : sql`(${own} or (resource = 'series' and item_id = ${series}))`
  const counted = sql<{ readonly total: number }>`select count(*) as total from audit where ${where}`
  const total = (await queryFirstRow(db, counted))?.total ?? 0
  const offset = (page - 1) * per_page
  if (offset >= total) return { rows: [], total }
  const { rows } = await sql<Row>`${withNames} where ${where}
    order by audit.id desc limit ${per_page} offset ${offset}`.execute(db)
  return { rows: rows.map(shown), total }
}

const ofItem = ({ resource, item_id }: { readonly resource: string; readonly item_id: number }, from: Sql) =>
  sql`resource = ${resource} and item_id = ${item_id} and ${from}`

/** The rows of one write, or those of an item from one row on or after a revision; at most 1,000, newest first. */
export async function auditRowsOfWrite(db: Db, query: AuditOfWriteQuery): Promise<readonly AuditRow[]> {
  const where =
    'revision' in query
      ? sql`audit.revision = ${query.revision}`
      : ofItem(query, 'from' in query ? sql`audit.id >= ${query.from}` : sql`audit.revision > ${query.after}`)
  const { rows } = await sql<Row>`${withNames} where ${where}
    order by audit.id desc limit ${MAX_RECORDED}`.execute(db)
  return rows.map(shown)
}
