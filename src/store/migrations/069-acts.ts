/** The act of a row of the audit and its values, so that each client says them in the language of its reader. Before, only the title said them. */
import { type Db, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { actInTitle, type TitledRow } from './acts-in-titles.ts'
import { addColumn, type Migration, textType } from './migration.ts'

const BATCH = 500

/** Writes the acts that the titles say; a title that says none is shown as it is. */
async function readTitles(db: Db): Promise<void> {
  const users = await queryRows(
    db,
    sql<{ readonly id: number; readonly login: string }>`select id, login from users`,
  )
  const ids = new Map(users.map(({ id, login }) => [login, id]))
  for (let after = 0; ; ) {
    const rows = await queryRows(
      db,
      sql<TitledRow & { readonly id: number }>`select id, verb, resource, item_id, title from audit
        where id > ${after} and resource in ('user', 'token', 'feed', 'group', 'settings') order by id limit ${BATCH}`,
    )
    for (const row of rows) {
      const found = actInTitle(row, ids)
      if (found !== undefined)
        await sql`update audit set act = ${found.act}, act_values = ${JSON.stringify(found.values)}
          where id = ${row.id}`.execute(db)
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export const acts: Migration = {
  name: '069-acts',
  // Rows that older programs write have only a title.
  forOlder: true,
  async up(db) {
    const text = textType(db.dialect)
    await addColumn(db, 'audit', 'act', `${text} default '' not null`)
    await addColumn(db, 'audit', 'act_values', `${text} default '{}' not null`)
    await readTitles(db)
  },
}
