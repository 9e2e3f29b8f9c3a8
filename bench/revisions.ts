/** Records changes by SQL directly in the file: what programs that follow a calendar read. */
import { openSqlite } from '../src/store/database/sqlite/database.ts'

/** Records that many changes in a database, each of another item at another revision. */
export async function fillRevisions(path: string, count: number): Promise<void> {
  const db = await openSqlite(path)
  db.exec(`insert into changes (resource, item_id, revision, at_utc, author, is_live, is_public, live_since, public_since,
      public_revision)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select 'event', 1000000 + n, n, cast(strftime('%s', 'now') as integer), 0, 1, 1, n, n, n from numbers`)
  db.exec(`update revision set value = max(value, ${count})`)
  db.close()
}
