import type { PersonOfAct } from '../../contract/operations/audit.ts'
import { allOfSql, isOneOfSql } from '../conditions/visibility.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import {
  countRowsFrom,
  type Db,
  joinedSql,
  jsonTextSql,
  quotedName,
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
  FoldedRows,
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

const isAsNewer = (...columns: readonly string[]) =>
  joinedSql(
    columns.map((column) => sql`one.${quotedName(column)} = newer.${quotedName(column)}`),
    ' and ',
  )

/**
 * Whether a row, `one`, is of the act of the row after it, `newer`, which is of another write: soon before it, by the same user, about another
 * item, and either saying the same or, as it, one of several of a write.
 */
const isOfActOfNewer = sql`${isAsNewer('user_id', 'login')} and newer.at_utc - one.at_utc <= ${NEAR}
  and not (${isAsNewer('resource', 'item_id')})
  and (${isAsNewer('verb', 'resource', 'fields', 'act')}
    or one.revision > 0 and one.revision = of_older and newer.revision = of_newest)`

/** The newest rows in which acts are looked for first: a log of some thousand rows is read whole, a longer one as far as needed. */
const READ_FIRST = 5000
const MORE = 4

/** The first row of an act, and how many acts there are among the rows that were read. */
interface FirstOfAct {
  readonly id: number
  readonly acts: number
}

/** Rows of the same write are of one act: what they say is compared at the ends of writes alone. */
const firstsOfActs = (where: Sql, most: number) => sql<FirstOfAct>`
    select id, count(*) over () as acts from (
      select one.id, case when ${isOfActOfNewer} then 1 else 0 end as goes_on from (
        select id, revision, lag(id) over newest as newer_id, lag(revision) over newest as of_newer,
            lag(revision, 2) over newest as of_newest, lead(revision) over newest as of_older
          from (select audit.id, revision from audit where ${where} order by audit.id desc limit ${most}) as read_rows
          window newest as (order by id desc)
      ) as ends join audit as one on one.id = ends.id left join audit as newer on newer.id = newer_id
      where ends.revision = 0 or of_newer is null or of_newer <> ends.revision
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

/** Where the rows of an act are: its newest row, and the newest of the act before it. */
interface BoundsOfAct {
  readonly newest: number
  readonly before: number
}

/** Acts as the rows of a table, `acts`, with which a statement begins, and the condition by which matching rows are of one of them. */
function tableOfActs(acts: readonly BoundsOfAct[], where: Sql) {
  const rows = acts.map(({ newest, before }) => sql`(cast(${newest} as bigint), cast(${before} as bigint))`)
  return {
    acts: sql`with acts (newest, before) as (values ${joinedSql(rows)})`,
    isOfAct: sql`audit.id <= acts.newest and audit.id > acts.before and ${where}`,
  }
}

/** The rows of an act that are of one write and one kind of resource. */
interface PartOfAct extends Pick<BoundsOfAct, 'newest'> {
  readonly revision: number
  readonly resource: string
  readonly count: number
  readonly oldest: number
  /** Of what the rows say, whatever they are about, the least and the greatest text. */
  readonly least: string
  readonly greatest: string
}

/** Returns the parts of acts, in the order of their newest rows. No row is read whole, since an act may have a hundred thousand. */
function partsOfActs(db: Db, bounds: readonly BoundsOfAct[], where: Sql): Promise<readonly PartOfAct[]> {
  const { acts, isOfAct } = tableOfActs(bounds, where)
  const became = (field: string) => sql`coalesce(${jsonTextSql(db.dialect, sql`changes`, [field, 1])}, '')`
  const said = sql`verb || ' ' || case when verb = 'update' then fields else '' end || ' ' || act
    || ' ' || ${became('status')} || ' ' || ${became('event_status')}`
  return sql<PartOfAct>`${acts}
    select newest, revision, resource, count(*) as count, min(id) as oldest, min(said) as least, max(said) as greatest
      from (select acts.newest, revision, resource, audit.id, ${said} as said from acts cross join audit where ${isOfAct}) as rows_of_acts
      group by newest, revision, resource order by max(id) desc`.rows(db)
}

/** Returns the act that is made of these parts. */
function foldedRows(newest: number, parts: readonly PartOfAct[]): FoldedRows {
  return {
    count: parts.reduce((sum, part) => sum + part.count, 0),
    oldest: Math.min(...parts.map(({ oldest }) => oldest)),
    newest,
    revisions: [...new Set(parts.map(({ revision }) => revision))],
    resources: [...new Set(parts.map(({ resource }) => resource))],
    is_alike: new Set(parts.flatMap(({ least, greatest }) => [least, greatest])).size === 1,
  }
}

/** Returns the ids of the rows that stand for acts, by those of their newest ones: of the newest few, the first with a title. The settings have none. */
async function idsOfStandingRows(db: Db, bounds: readonly BoundsOfAct[], where: Sql) {
  if (bounds.length === 0) return new Map<number, number>()
  const { acts, isOfAct } = tableOfActs(bounds, where)
  const found = sql<{ readonly newest: number; readonly id: number | null }>`${acts}
    select newest, (select max(id) from (select audit.id, title from audit where ${isOfAct}
      order by audit.id desc limit ${MANY}) as newest_rows where title <> '') as id from acts`
  return new Map((await found.rows(db)).map(({ newest, id }) => [newest, id ?? newest]))
}

/** A page of the acts of the matching rows, newest first. */
async function pageOfActs(db: Db, where: Sql, per_page: number, offset: number): Promise<AuditPage> {
  const { ids, total } = await firstsOnPage(db, where, per_page, offset)
  const bounds = ids.slice(0, per_page).map((newest, at) => ({ newest, before: ids[at + 1] ?? 0 }))
  if (bounds.length === 0) return { rows: [], total }
  const parts = new Map(bounds.map(({ newest }): [number, PartOfAct[]] => [newest, []]))
  for (const part of await partsOfActs(db, bounds, where)) parts.get(part.newest)?.push(part)
  const folded = new Map(
    [...parts].flatMap(([newest, all]) => {
      const act = foldedRows(newest, all)
      return act.count < MANY ? [] : [[newest, act] as const]
    }),
  )
  const standing = await idsOfStandingRows(
    db,
    bounds.filter(({ newest }) => folded.has(newest)),
    where,
  )
  const shownRows = bounds.map((act) => {
    const id = standing.get(act.newest)
    return id === undefined ? act : { newest: id, before: id - 1 }
  })
  const { acts, isOfAct } = tableOfActs(shownRows, where)
  const which = sql`audit.id in (${acts} select audit.id from acts cross join audit where ${isOfAct}) order by audit.id desc`
  const actsByStandingRow = new Map([...standing].map(([newest, id]) => [id, folded.get(newest)]))
  const rows = (await shown(db, await linesOf(db, which))).map((row) => {
    const act = actsByStandingRow.get(row.id)
    return act === undefined ? row : { ...row, folded: act }
  })
  return { rows, total }
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
