/**
 * Reads the lines of histories and the audit: pages, everything since a time, and what one write or an item's later writes changed. Lines of
 * a resource whose changes are in the log are read from there, under the numbers that they have in the audit, too.
 */

import type { PersonOfAct } from '../../../contract/operations/accounts/audit-acts.ts'
import { allOfSql, isOneOfSql } from '../../conditions/visibility.ts'
import { countRowsFrom, type Db, queryRows } from '../../database/rows.ts'
import { joinedSql, quotedName, type Sql, type SqlBool, sql } from '../../database/sql.ts'
import type {
  AuditOfWriteOrItemQuery,
  AuditPage,
  AuditQuery,
  AuditRow,
  BeforeAndAfterByField,
  NamedPersonOfAct,
  ShownActValues,
} from '../../store.ts'
import type { AuditTable, ItemChangeTable } from '../../tables/audit.ts'
import { isLogged, loggedNames } from '../logged.ts'

const BATCH = 500
const MAX_RECORDED = 1000

const fromAudit = sql`select id, at_utc, user_id, login, verb, resource, item_id, title, slug, touched, via, revision, fields,
  changes, act, act_values, '' as before, '' as after from audit`

/** Acts on groups, which are no changes of them, are in the audit alone. */
const actsInAudit = sql`${fromAudit} where resource in (${joinedSql(loggedNames)}) and act <> ''`

// The cross join makes SQLite begin with the changes of one item, instead of all writes.
const fromLog = sql`select line as id, at_utc, user_id, login, verb, resource, item_id, title, slug, touched, via,
    item_changes.revision, fields, '' as changes, '' as act, '{}' as act_values, before, after
  from item_changes cross join changesets
  where changesets.revision = item_changes.revision and line is not null`

/** Lines by any source, as `audit`. */
type Source = Sql

const ofAudit: Source = sql`(${fromAudit}) as audit`
const ofLog: Source = sql`(select * from (${fromLog}) as logged union all ${actsInAudit}) as audit`

/** Where the lines of a resource are. The audit has those of all resources, until the last one is in the log: lists of several read it alone. */
const sourceOf = (resource: string | undefined): Source =>
  resource !== undefined && isLogged(resource) ? ofLog : ofAudit

/** The lines that one write left, of each resource from where it has them. */
const ofWrite = (revision: number): Source =>
  sql`(select * from (${fromAudit}) as others where revision = ${revision}
      and (act <> '' or resource not in (${joinedSql(loggedNames)}))
    union all select * from (${fromLog}) as logged where revision = ${revision}) as audit`

/** Finds lines with the names of their users. `which` has a condition, the order by id, and a limit. */
const linesOf = (db: Db, source: Source, which: Sql) =>
  queryRows(
    db,
    sql<Row>`select audit.*, coalesce(nullif(users.display_name, ''), audit.login) as display_name
      from ${source} left join users on users.id = audit.user_id and users.login = audit.login where ${which}`,
  )

type Row = AuditTable & Pick<AuditRow, 'display_name'> & Pick<ItemChangeTable, 'before' | 'after'>

/** Returns the values of the changed fields before and after, which the log has apart. */
function valuesOf({ changes, before, after }: Row): BeforeAndAfterByField {
  if (before === '') return JSON.parse(changes)
  const is: Readonly<Record<string, unknown>> = JSON.parse(after)
  const was: Readonly<Record<string, unknown>> = JSON.parse(before)
  return Object.fromEntries(Object.keys(is).map((field) => [field, [was[field], is[field]]]))
}

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
      : await queryRows(
          db,
          sql<NamedPersonOfAct>`select id, login, display_name from users where ${isOneOfSql(sql`id`, [...new Set(ids)])}`,
        )
  const named = ({ id, login }: PersonOfAct): NamedPersonOfAct => {
    const { display_name = '' } = names.find((one) => one.id === id && one.login === login) ?? {}
    return { id, login, display_name: display_name === '' ? login : display_name }
  }
  return rows.map((line, at) => {
    const { fields, changes: _, before: __, after: ___, act, act_values: ____, revision, ...row } = line
    const { person, to, ...rest } = values[at] ?? {}
    const persons = { ...(person && { person: named(person) }), ...(to && { to: named(to) }) }
    const told = act !== '' && { act, act_values: { ...persons, ...rest } }
    const recorded = { revision: Math.max(0, revision), fields: JSON.parse(fields), changes: valuesOf(line) }
    return { ...row, ...recorded, ...told }
  })
}

/** Every row from a time on (seconds since 1970 UTC), oldest first, read in batches. */
export async function* auditRowsSinceTime(db: Db, since: number): AsyncIterable<AuditRow> {
  for (let after = 0; ; ) {
    const which = sql`at_utc >= ${since} and audit.id > ${after} order by audit.id limit ${BATCH}`
    const rows = await linesOf(db, ofAudit, which)
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
  const where = series === undefined ? own : sql`(${own} or (resource = 'series' and item_id = ${series}))`
  const source = sourceOf(query.resource)
  const total = await countRowsFrom(db, sql`${source} where ${where}`)
  const offset = (page - 1) * per_page
  if (offset >= total) return { rows: [], total }
  const order = sql`order by audit.id desc limit ${per_page} offset ${offset}`
  const rows = await linesOf(db, source, sql`${where} ${order}`)
  return { rows: await shown(db, rows), total }
}

const ofItem = ({ resource, item_id }: { readonly resource: string; readonly item_id: number }, from: Sql) =>
  sql`resource = ${resource} and item_id = ${item_id} and ${from}`

/** The rows of one write, or those of an item from one row on or after a revision; at most 1,000, newest first. */
export async function auditRowsOfWriteOrItem(
  db: Db,
  query: AuditOfWriteOrItemQuery,
): Promise<readonly AuditRow[]> {
  const where =
    'revision' in query
      ? sql`audit.revision = ${query.revision}`
      : ofItem(query, 'from' in query ? sql`audit.id >= ${query.from}` : sql`audit.revision > ${query.after}`)
  const source = 'revision' in query ? ofWrite(query.revision) : sourceOf(query.resource)
  const order = sql`order by audit.id desc limit ${MAX_RECORDED}`
  return shown(db, await linesOf(db, source, sql`${where} ${order}`))
}
