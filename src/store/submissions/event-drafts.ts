/** Drafts of changes to events, one an event: what is published stays as it is until they are applied (ext.). */
import { randomInt } from 'node:crypto'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { rawSql, sql } from '../database/sql.ts'
import type { EventChangesDraft, EventDraftStore, ListedEventChangesDraft } from '../store.ts'

/** Above every version: the numbers that both databases and JSON keep exactly. */
const VERSIONS = 2 ** 47

const authorName = rawSql("coalesce(nullif(users.display_name, ''), users.login, '') as author_name")

type NewDraft = Parameters<EventDraftStore['keep']>[0]

async function keep(db: Db, draft: NewDraft, seen: number | undefined): Promise<number | undefined> {
  const { event_id, author, changes, views, event_version, series_version, modified_utc, sent_utc } = draft
  const stored = sql<{
    readonly version: number
  }>`select version from event_drafts where event_id = ${event_id}`
  const current = (await queryFirstRow(db, stored))?.version ?? 0
  if (seen !== undefined && seen !== current) return undefined
  // Another transaction may have kept one since.
  const kept = await queryFirstRow(
    db,
    sql<{ readonly version: number }>`insert into event_drafts
        (event_id, version, author, changes, views, event_version, series_version, modified_utc, sent_utc)
      values (${event_id}, ${randomInt(1, VERSIONS)}, ${author}, ${changes}, ${views}, ${event_version},
        ${series_version}, ${modified_utc}, ${sent_utc})
      on conflict (event_id) do update set version = excluded.version, author = excluded.author,
        changes = excluded.changes, views = excluded.views, event_version = excluded.event_version,
        series_version = excluded.series_version, modified_utc = excluded.modified_utc,
        sent_utc = excluded.sent_utc
      where event_drafts.version = ${current}
      returning version`,
  )
  return kept?.version
}

/** The drafts of one database. */
export function eventDraftStore(connection: OpenDatabase): EventDraftStore {
  const { reader, writer } = connection
  return {
    find: (event) =>
      queryFirstRow(
        reader,
        sql<EventChangesDraft>`select event_drafts.*, ${authorName} from event_drafts
          left join users on users.id = event_drafts.author where event_id = ${event}`,
      ),
    newest: (most) =>
      queryRows(
        reader,
        sql<ListedEventChangesDraft>`select event_id, event_drafts.author, ${authorName}, event_drafts.modified_utc, sent_utc, title,
            events.author as event_author, status, group_id
          from event_drafts join events on events.id = event_id left join users on users.id = event_drafts.author
          where status <> 'trash' order by event_drafts.modified_utc desc, event_id desc limit ${most}`,
      ),
    keep: (draft, seen) => runTransaction(connection, (db) => keep(db, draft, seen)),
    async remove(event) {
      await sql`delete from event_drafts where event_id = ${event}`.execute(writer)
    },
  }
}
