import type { PersonOfAct } from '../../contract/operations/audit.ts'
import { allOfSql, isOneOfSql } from '../conditions/visibility.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import {
  countRowsFrom,
  type Db,
  joinedSql,
  quotedName,
  rawSql,
  type Sql,
  type SqlBool,
  sql,
} from '../database/sql.ts'
import type { AuditTable } from '../tables.ts'
import type {
  AuditOfWriteOrItemQuery,
  AuditPage,
  AuditQuery,
  AuditRow,
  AuditRowOrAct,
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

// Acts: the rows of a write, and of writes that follow each other as those of an import and of a change of many items do.

/** The rows from which on an act is folded, and the most seconds between two of its rows. */
const MANY = 6
const NEAR = 10

const newer = (column: string, by = 1) => sql`lag(${quotedName(column)}, ${rawSql(String(by))}) over newest`
const isAsNewer = (...columns: readonly string[]) =>
  joinedSql(
    columns.map((column) => sql`${quotedName(column)} = ${newer(column)}`),
    ' and ',
  )

/**
 * Whether a row is of the act of the row after it: of the same write; or soon before it, by the same user, about another item, and either
 * saying the same or, as it, one of several of a write.
 */
const isOfActOfNewer = sql`revision > 0 and ${isAsNewer('revision')}
  or ${isAsNewer('user_id', 'login')} and ${newer('at_utc')} - at_utc <= ${NEAR} and not (${isAsNewer('resource', 'item_id')})
    and (${isAsNewer('verb', 'resource', 'fields', 'act')}
      or revision > 0 and revision = lead(revision) over newest and ${newer('revision')} = ${newer('revision', 2)})`

/** Returns what a row says, whatever it is about. */
const said = ({ verb, fields, act, changes: { status, event_status } }: AuditRow) =>
  JSON.stringify([verb, verb === 'update' && fields, act, status?.[1], event_status?.[1]])

/** An act whose rows are read one after the other, newest first: of many rows, the newest are enough. */
function actOf(newest: AuditRow) {
  const rows: AuditRow[] = []
  const all = {
    count: 0,
    revisions: new Set<number>(),
    resources: new Set<string>(),
    said: new Set<string>(),
  }
  let oldest = newest.id
  return {
    add(row: AuditRow) {
      if (rows.length < MANY) rows.push(row)
      oldest = row.id
      all.count += 1
      all.revisions.add(row.revision)
      all.resources.add(row.resource)
      all.said.add(said(row))
    },
    /** The rows, or the one that stands for them. */
    shown(): readonly AuditRowOrAct[] {
      const { count, revisions, resources } = all
      if (count < MANY) return rows
      // The settings have no title.
      const row = rows.find(({ title }) => title !== '') ?? newest
      const is_alike = all.said.size === 1
      const made = { revisions: [...revisions], resources: [...resources] }
      return [{ ...row, folded: { count, oldest, newest: newest.id, ...made, is_alike } }]
    },
  }
}

/** The newest rows in which acts are looked for first: a log of some thousand rows is read whole, a longer one as far as needed. */
const READ_FIRST = 5000
const MORE = 4

/** The first row of an act, and how many acts there are among the rows that were read. */
interface FirstOfAct {
  readonly id: number
  readonly acts: number
}

const firstsOfActs = (where: Sql, most: number) => sql<FirstOfAct>`
    select id, count(*) over () as acts from (
      select id, case when ${isOfActOfNewer} then 1 else 0 end as goes_on from (
        select audit.id, revision, at_utc, user_id, login, verb, resource, item_id, fields, act
        from audit where ${where} order by audit.id desc limit ${most}
      ) as read_rows window newest as (order by id desc)
    ) as marked_rows where goes_on = 0 order by id desc`

/**
 * Finds the first rows of the acts of a page, and of the act after it. The total counts each row of a long log that was not read for that as an
 * act.
 */
async function firstsOnPage(db: Db, where: Sql, per_page: number, offset: number) {
  const rows = await countRowsFrom(db, sql`audit where ${where}`)
  let most = READ_FIRST
  // The last of the rows that were read may seem to begin an act.
  const read = () =>
    sql<FirstOfAct>`${firstsOfActs(where, most)} limit ${per_page + 2} offset ${offset}`.rows(db)
  let firsts = await read()
  for (; firsts.length < per_page + 2 && most < rows; firsts = await read()) most *= MORE
  const acts = firsts[0]?.acts ?? (await countRowsFrom(db, sql`(${firstsOfActs(where, most)}) as all_acts`))
  return { ids: firsts.map(({ id }) => id), total: Number(acts) + Math.max(0, rows - most) }
}

/** A page of the acts of the matching rows, newest first. */
async function pageOfActs(db: Db, where: Sql, per_page: number, offset: number): Promise<AuditPage> {
  const { ids, total } = await firstsOnPage(db, where, per_page, offset)
  const [first = 0, next = 0] = [ids[0], ids[per_page]]
  const acts: ReturnType<typeof actOf>[] = []
  for (let from = first; from > next; ) {
    const which = sql`${where} and audit.id <= ${from} and audit.id > ${next} order by audit.id desc limit ${BATCH}`
    const rows = await linesOf(db, which)
    for (const row of await shown(db, rows)) {
      if (ids.includes(row.id)) acts.push(actOf(row))
      acts.at(-1)?.add(row)
    }
    from = rows.length < BATCH ? 0 : (rows.at(-1)?.id ?? 0) - 1
  }
  return { rows: acts.flatMap((act) => act.shown()), total }
}

/** One page of the matching rows, or of acts, newest first; no rows past the last page. */
export async function auditPage(db: Db, query: AuditQuery): Promise<AuditPage> {
  const { page, per_page, since, until, search, resources, series, oldest, newest, folded, ...exact } = query
  const conditions = Object.entries(exact).flatMap(([column, value]) =>
    value === undefined ? [] : [sql<SqlBool>`${quotedName(column)} = ${value}`],
  )
  if (since !== undefined) conditions.push(sql`at_utc >= ${since}`)
  if (until !== undefined) conditions.push(sql`at_utc < ${until}`)
  if (oldest !== undefined) conditions.push(sql`audit.id >= ${oldest}`)
  if (newest !== undefined) conditions.push(sql`audit.id <= ${newest}`)
  if (search !== undefined) conditions.push(containing(search))
  if (resources !== undefined) conditions.push(isOneOfSql(sql`resource`, resources))
  const own = allOfSql(conditions)
  const where = sql`is_part = 0 and ${series === undefined ? own : sql`(${own} or (resource = 'series' and item_id = ${series}))`}`
  const offset = (page - 1) * per_page
  if (folded === true) return pageOfActs(db, where, per_page, offset)
  const total = await countRowsFrom(db, sql`audit where ${where}`)
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
