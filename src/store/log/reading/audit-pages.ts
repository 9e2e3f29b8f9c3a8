/**
 * Reads the lines of histories and the audit: pages, everything since a time, and what one write or an item's later writes changed. Lines of
 * resources whose changes are in the log are read from there, all others from the audit. Both count their lines together.
 */

import { isLogged, loggedResources } from '../../../contract/logged-resources.ts'
import type { PersonOfAct } from '../../../contract/operations/accounts/audit-acts.ts'
import { namesOf } from '../../../contract/table-of.ts'
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

const BATCH = 500
const MAX_RECORDED = 1000

/** Whose lines a query may find: those of one resource, or all. */
type OfResource = string | undefined

const loggedNames = namesOf(loggedResources)

const fromAudit = sql`select id, at_utc, user_id, login, verb, resource, item_id, title, slug, touched, via, revision, fields,
    changes, act, act_values, '' as before, '' as after from audit
  where resource not in (${joinedSql(loggedNames)})`

const fromLog = sql`select line as id, at_utc, user_id, login, verb, resource, item_id, title, slug, touched, via,
    item_changes.revision, fields, '' as changes, '' as act, '{}' as act_values, before, after
  from item_changes join changesets on changesets.revision = item_changes.revision where line is not null`

/** Returns the queries that together find the lines that fulfil a condition, as \`audit\`. */
const sourcesOf = (resource: OfResource, where: Sql): readonly Sql[] =>
  [
    ...(resource === undefined || !isLogged(resource) ? [fromAudit] : []),
    ...(resource === undefined || isLogged(resource) ? [fromLog] : []),
  ].map((source) => sql`select * from (${source}) as audit where ${where}`)

/** Finds lines with the names of their users. \`order\` is by id, as it is without a limit. */
const linesWhere = (db: Db, resource: OfResource, where: Sql, order: Sql, direction: Sql) =>
  queryRows(
    db,
    sql<Row>`select audit.*, coalesce(nullif(users.display_name, ''), audit.login) as display_name
      from (${joinedSql(sourcesOf(resource, where), ' union all ')} order by id ${direction} ${order}) as audit
      left join users on users.id = audit.user_id and users.login = audit.login order by audit.id ${direction}`,
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
    const where = sql`at_utc >= ${since} and id > ${after}`
    const rows = await linesWhere(db, undefined, where, sql`limit ${BATCH}`, sql`asc`)
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
  let total = 0
  for (const source of sourcesOf(query.resource, where))
    total += await countRowsFrom(db, sql`(${source}) as audit`)
  const offset = (page - 1) * per_page
  if (offset >= total) return { rows: [], total }
  const rows = await linesWhere(db, query.resource, where, sql`limit ${per_page} offset ${offset}`, sql`desc`)
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
  const resource = 'resource' in query ? query.resource : undefined
  return shown(db, await linesWhere(db, resource, where, sql`limit ${MAX_RECORDED}`, sql`desc`))
}
