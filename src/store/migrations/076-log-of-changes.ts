/**
 * The log of changes: what each write changed, with the values before and after. It begins with tags, and takes over what the audit and the
 * journal have of them.
 */
import { type Db, insertRows, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { createIndex, createTable, type Migration, primaryKeyConstraint, textType } from './migration.ts'

const BATCH = 500

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

interface AuditRow {
  readonly id: number
  readonly revision: number
  readonly at_utc: number
  readonly user_id: number
  readonly login: string
  readonly via: string
  readonly verb: string
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

const changesetOf = ({ revision, at_utc, user_id, login, via }: Omit<AuditRow, 'id'>) => ({
  revision,
  at_utc,
  user_id,
  login,
  via,
  operation: '',
  act: revision,
  undoes: 0,
})

/** Takes over the rows of the audit, under their numbers. Those of a write without a recorded revision get one below 0. */
async function takeOverAudit(db: Db): Promise<void> {
  let [last, position] = [0, 0]
  for (let after = 0; ; ) {
    const rows = await queryRows(
      db,
      sql<AuditRow>`select * from audit where resource = 'tag' and id > ${after} order by id limit ${BATCH}`,
    )
    const changesets: ReturnType<typeof changesetOf>[] = []
    const changes = rows.map((row) => {
      const revision = row.revision === 0 ? -row.id : row.revision
      position = revision === last ? position + 1 : 0
      if (revision !== last) changesets.push(changesetOf({ ...row, revision }))
      last = revision
      return {
        revision,
        position,
        line: row.id,
        resource: 'tag',
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
    await insertRows(db, 'changesets', changesets)
    await insertRows(db, 'item_changes', changes)
    const end = rows.at(-1)
    if (end === undefined) return
    after = end.id
  }
}

/**
 * Takes over what the journal tells followers of tags: on the last row of the tag that its write has, or on a new one that no history shows,
 * such as that of a merged tag.
 */
async function takeOverJournal(db: Db, now: number): Promise<void> {
  const told = sql`journal where resource = 'tag' and (change <> '' or public_change <> '')`
  await sql`update item_changes set
      change = (select j.change from journal as j where j.revision = item_changes.revision and j.resource = 'tag' and j.item_id = item_changes.item_id),
      public_change = (select j.public_change from journal as j where j.revision = item_changes.revision and j.resource = 'tag' and j.item_id = item_changes.item_id)
    where verb not in ('merge', 'unmerge')
      and exists (select 1 from journal as j where j.revision = item_changes.revision and j.resource = 'tag' and j.item_id = item_changes.item_id)
      and not exists (select 1 from item_changes as later where later.revision = item_changes.revision
        and later.item_id = item_changes.item_id and later.position > item_changes.position and later.verb not in ('merge', 'unmerge'))`.execute(
    db,
  )
  const untold = sql`${told} and not exists (select 1 from item_changes where item_changes.revision = journal.revision
    and item_changes.item_id = journal.item_id and item_changes.change = journal.change)`
  await sql`insert into changesets (revision, at_utc, user_id, login, via, operation, act, undoes)
    select distinct revision, cast(${now} as bigint), 0, '', '', '', revision, 0 from ${untold}
      and not exists (select 1 from changesets where changesets.revision = journal.revision)`.execute(db)
  await sql`insert into item_changes (revision, position, line, resource, item_id, version, verb, title, slug, touched, fields, before, after, change, public_change)
    select revision, 1000 + row_number() over (partition by revision order by item_id), null, 'tag', item_id, 0,
      case change when 'created' then 'create' when 'removed' then 'delete' else 'update' end, '', '', 1, '[]', '{}', '{}', change, public_change
    from ${untold}`.execute(db)
}

export const logOfChanges: Migration = {
  name: '076-log-of-changes',
  async up(db, _dialect, now) {
    await createTables(db)
    await takeOverAudit(db)
    await takeOverJournal(db, now)
  },
}
