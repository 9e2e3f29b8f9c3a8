/** How the log became one table: 076 to 087. */
import {
  type Db,
  insertRows,
  insertStatement,
  oneOfSql,
  quotedName,
  rawSql,
  type Sql,
  type SqlParameter,
  sql,
} from '../database/sql.ts'
import {
  addColumn,
  createIndex,
  createTable,
  type Migration,
  primaryKeyConstraint,
  textType,
} from './migration.ts'

// Takes over into the log of changes what the audit and the journal have of resources that come into it.

const TAKEN_AT_ONCE = 500

interface AuditRow {
  readonly id: number
  readonly revision: number
  readonly at_utc: number
  readonly user_id: number
  readonly login: string
  readonly via: string
  readonly verb: string
  readonly resource: string
  readonly item_id: number
  readonly title: string
  readonly slug: string
  readonly touched: number
  readonly fields: string
  readonly changes: string
}

/** One side of the pairs of values of a row. */
const side = (changes: string, at: 0 | 1) => {
  const pairs: Readonly<Record<string, readonly unknown[]>> = JSON.parse(changes)
  return JSON.stringify(Object.fromEntries(Object.entries(pairs).map(([field, pair]) => [field, pair[at]])))
}

const changesetOf = ({ revision, at_utc, user_id, login, via }: AuditRow) => ({
  revision,
  at_utc,
  user_id,
  login,
  via,
  operation: '',
  act: revision,
  undoes: 0,
})

/** The last position of each of these revisions that the log has. */
async function lastPositions(db: Db, revisions: readonly number[]): Promise<Map<number, number>> {
  if (revisions.length === 0) return new Map()
  const found = sql<{ readonly revision: number; readonly last: number }>`
    select changesets.revision, coalesce(max(position), -1) as last from changesets
      left join item_changes on item_changes.revision = changesets.revision
      where changesets.revision in ${oneOfSql(revisions)} group by changesets.revision`
  return new Map((await found.rows(db)).map(({ revision, last }) => [revision, last]))
}

/** The revision of a row. That of a write without a recorded one is below 0. */
const revisionOf = ({ revision, id }: AuditRow) => (revision === 0 ? -id : revision)

/** Inserts rows into a table that no longer is, where later migrations are done. */
async function insertInto(db: Db, table: string, rows: readonly Readonly<Record<string, SqlParameter>>[]) {
  const [first] = rows
  if (first === undefined) return
  const values = rows.flatMap((row) => Object.values(row))
  await insertStatement(table, Object.keys(first), values).execute(db)
}

/** Takes over the rows of the audit, under their numbers. Acts that only the audit tells of stay there. */
async function takeOverAudit(db: Db, isMeant: Sql): Promise<void> {
  for (let after = 0; ; ) {
    const rows =
      await sql<AuditRow>`select * from audit where ${isMeant} and act = '' and id > ${after} order by id limit ${TAKEN_AT_ONCE}`.rows(
        db,
      )
    const positions = await lastPositions(db, [...new Set(rows.map(revisionOf))])
    const changesets: ReturnType<typeof changesetOf>[] = []
    const changes = rows.map((row) => {
      const revision = revisionOf(row)
      const last = positions.get(revision)
      if (last === undefined) changesets.push(changesetOf({ ...row, revision }))
      const position = (last ?? -1) + 1
      positions.set(revision, position)
      return {
        revision,
        position,
        line: row.id,
        resource: row.resource,
        item_id: row.item_id,
        version: 0,
        verb: row.verb,
        title: row.title,
        slug: row.slug,
        touched: row.touched,
        fields: row.fields,
        before: side(row.changes, 0),
        after: side(row.changes, 1),
        change: '',
        public_change: '',
      }
    })
    await insertInto(db, 'changesets', changesets)
    await insertInto(db, 'item_changes', changes)
    const end = rows.at(-1)
    if (end === undefined) return
    after = end.id
  }
}

/**
 * Takes over what the journal tells followers of the items: on the last row of the item that its write has, or on a new one that no history
 * shows, such as that of a merged item.
 */
async function takeOverJournal(db: Db, isMeant: Sql, now: number): Promise<void> {
  const ofSameItem = sql`journal.revision = item_changes.revision and journal.resource = item_changes.resource
    and journal.item_id = item_changes.item_id`
  await sql`update item_changes set
      change = (select change from journal where ${ofSameItem}),
      public_change = (select public_change from journal where ${ofSameItem})
    where ${isMeant} and verb not in ('merge', 'unmerge') and exists (select 1 from journal where ${ofSameItem})
      and not exists (select 1 from item_changes as later where later.revision = item_changes.revision
        and later.resource = item_changes.resource and later.item_id = item_changes.item_id
        and later.position > item_changes.position and later.verb not in ('merge', 'unmerge'))`.execute(db)
  const untold = sql`journal where ${isMeant} and (change <> '' or public_change <> '')
    and not exists (select 1 from item_changes where ${ofSameItem} and item_changes.change = journal.change)`
  await sql`insert into changesets (revision, at_utc, user_id, login, via, operation, act, undoes)
    select distinct revision, cast(${now} as bigint), 0, '', '', '', revision, 0 from ${untold}
      and not exists (select 1 from changesets where changesets.revision = journal.revision)`.execute(db)
  await sql`insert into item_changes (revision, position, line, resource, item_id, version, verb, title, slug, touched, fields, before, after, change, public_change)
    select revision, 1000 + coalesce((select max(position) from item_changes as others where others.revision = journal.revision), 0)
        + row_number() over (partition by revision order by resource, item_id), null, resource, item_id, 0,
      case change when 'created' then 'create' when 'removed' then 'delete' else 'update' end, '', '', 1, '[]', '{}', '{}', change, public_change
    from ${untold}`.execute(db)
}

/** Takes over what the audit and the journal have of these resources. `now` is in seconds since 1970 UTC. */
async function takeOverIntoLog(db: Db, resources: readonly string[], now: number): Promise<void> {
  const isMeant = sql`resource in ${oneOfSql(resources)}`
  await takeOverAudit(db, isMeant)
  await takeOverJournal(db, isMeant, now)
}

// The log of changes: what each write changed, with the values before and after. It begins with tags, and takes over what the audit and the
// journal have of them.

async function createTables(db: Db): Promise<void> {
  const text = `${textType(db.dialect)} not null`
  await createTable(db, {
    name: 'changesets',
    columns: {
      revision: 'bigint primary key',
      at_utc: 'bigint not null',
      user_id: 'bigint not null',
      login: text,
      via: text,
      operation: text,
      act: 'bigint not null',
      undoes: 'bigint not null',
    },
  })
  await createIndex(db, { table: 'changesets', columns: ['at_utc'] })
  await createTable(db, {
    name: 'item_changes',
    columns: {
      revision: 'bigint not null',
      position: 'integer not null',
      line: 'bigint',
      resource: text,
      item_id: 'bigint not null',
      version: 'bigint not null',
      verb: text,
      title: text,
      slug: text,
      touched: 'bigint not null',
      fields: text,
      before: text,
      after: text,
      change: text,
      public_change: text,
    },
    constraints: [primaryKeyConstraint('item_changes_key', ['revision', 'position'])],
    isTree: true,
  })
  await createIndex(db, { table: 'item_changes', columns: ['line'] })
  await createIndex(db, { table: 'item_changes', columns: ['resource', 'item_id', 'line'] })
}

export const logOfChanges: Migration = {
  name: '076-log-of-changes',
  async up(db, _dialect, now) {
    await createTables(db)
    await takeOverIntoLog(db, ['tag'], now)
  },
}

// The changes of categories, groups and media come into the log, with what the audit and the journal have of them.

export const termsInLog: Migration = {
  name: '077-terms-in-log',
  up: (db, _dialect, now) => takeOverIntoLog(db, ['category', 'group', 'media'], now),
}

// The changes of venues and organizers come into the log, with what the audit and the journal have of them.

export const placesInLog: Migration = {
  name: '078-places-in-log',
  up: (db, _dialect, now) => takeOverIntoLog(db, ['venue', 'organizer'], now),
}

// The log of changes loses what nothing reads of its writes: the operation, the act that a write is a part of, and the write that it undoes.

export const factsOfChangesets: Migration = {
  name: '080-facts-of-changesets',
  async up(db) {
    for (const column of ['operation', 'act', 'undoes'])
      await sql`alter table changesets drop column ${quotedName(column)}`.execute(db)
  },
}

// The log is one table: the audit gets what the log of changes had beside it, and the changes that other lines tell of.

const BATCH = 500

/** A change without a line, and the write that it is of. */
interface PartRow {
  readonly revision: number
  readonly position: number
  readonly before: string
  readonly after: string
}

/** Returns the values before and after in pairs. */
function pairsOf({ before, after }: PartRow): string {
  const was: Readonly<Record<string, unknown>> = JSON.parse(before)
  const is: Readonly<Record<string, unknown>> = JSON.parse(after)
  return JSON.stringify(Object.fromEntries(Object.keys(is).map((field) => [field, [was[field], is[field]]])))
}

export const oneLog: Migration = {
  name: '086-one-log',
  // Those of 087, too, in the order in which older programs that erase a person take them.
  takes: ['merges', 'series_undo', 'item_changes', 'changesets', 'audit'],
  async up(db, dialect) {
    const text = `${textType(dialect)} default '' not null`
    await addColumn(db, 'audit', 'version', 'bigint default 0 not null')
    await addColumn(db, 'audit', 'is_part', 'integer default 0 not null')
    for (const name of ['change', 'public_change']) await addColumn(db, 'audit', name, text)
    const ofLine = sql`from item_changes where line = audit.id`
    await sql`update audit set version = (select version ${ofLine}), change = (select change ${ofLine}),
      public_change = (select public_change ${ofLine}) where exists (select 1 ${ofLine})`.execute(db)
    for (let after = { revision: Number.MIN_SAFE_INTEGER, position: 0 }; ; ) {
      const parts = await sql<PartRow>`select item_changes.*, at_utc, user_id, login, via
          from item_changes cross join changesets where changesets.revision = item_changes.revision
            and (line is null or line not in (select id from audit))
            and (item_changes.revision > ${after.revision}
              or (item_changes.revision = ${after.revision} and position > ${after.position}))
          order by item_changes.revision, position limit ${BATCH}`.rows(db)
      const rows = parts.map((part) => {
        const { position: _, line: __, before: ___, after: ____, ...row } = { line: null, ...part }
        return { ...row, revision: Math.max(0, part.revision), changes: pairsOf(part), is_part: 1 }
      })
      await insertRows(db, 'audit', rows)
      const last = parts.at(-1)
      if (last === undefined) break
      after = last
    }
    for (const table of ['item_changes', 'changesets']) await sql`drop table ${quotedName(table)}`.execute(db)
    await rawSql('drop index audit_item').execute(db)
    await createIndex(db, {
      table: 'audit',
      columns: ['resource', 'item_id', 'is_part', 'id'],
      name: 'audit_item',
    })
    await createIndex(db, { table: 'audit', columns: ['is_part', 'id'], name: 'audit_lines' })
  },
}

// Undoing reads the log alone: what was kept beside it goes. What was done before can't be undone any more.

export const undoByLog: Migration = {
  name: '087-undo-by-log',
  async up(db) {
    await sql`drop table series_undo`.execute(db)
    for (const column of ['events', 'series', 'children', 'imports'])
      await sql`alter table merges drop column ${quotedName(column)}`.execute(db)
  },
}

// Followers read the journal alone, which has what a write changed of each item.

export const followersByJournal: Migration = {
  name: '091-followers-by-journal',
  async up(db) {
    for (const column of ['change', 'public_change'])
      await sql`alter table audit drop column ${quotedName(column)}`.execute(db)
  },
}
