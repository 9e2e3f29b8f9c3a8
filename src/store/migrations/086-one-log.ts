/** The log is one table: the audit gets what the log of changes had beside it, and the changes that other lines tell of. */
import { insertRows, queryRows } from '../database/rows.ts'
import { quotedName, rawSql, sql } from '../database/sql.ts'
import { addColumn, createIndex, type Migration, textType } from './migration.ts'

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
  async up(db, dialect) {
    const text = `${textType(dialect)} default '' not null`
    await addColumn(db, 'audit', 'version', 'bigint default 0 not null')
    await addColumn(db, 'audit', 'is_part', 'integer default 0 not null')
    for (const name of ['change', 'public_change']) await addColumn(db, 'audit', name, text)
    const ofLine = sql`from item_changes where line = audit.id`
    await sql`update audit set version = (select version ${ofLine}), change = (select change ${ofLine}),
      public_change = (select public_change ${ofLine}) where exists (select 1 ${ofLine})`.execute(db)
    for (let after = { revision: Number.MIN_SAFE_INTEGER, position: 0 }; ; ) {
      const parts = await queryRows(
        db,
        sql<PartRow>`select item_changes.*, at_utc, user_id, login, via
          from item_changes cross join changesets where changesets.revision = item_changes.revision
            and (line is null or line not in (select id from audit))
            and (item_changes.revision > ${after.revision}
              or (item_changes.revision = ${after.revision} and position > ${after.position}))
          order by item_changes.revision, position limit ${BATCH}`,
      )
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
