/** Writes that caches in front of the service have not been told yet: all that the journal has after a cursor. */
import { createHash } from 'node:crypto'
import { type OpenDatabase, runInSnapshot } from '../database/dialects.ts'
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { type ChangedItem, JOURNAL_DEPTH, lastRevisionIn } from '../log/journal.ts'
import type { CachePurgeStore } from '../store.ts'
import { leaseStore } from './lease.ts'

const NAME = 'purges'
/** More items than the keys of one purge have room for. */
const MAX_ITEMS = 1000

interface Cursor {
  readonly revision: number
  readonly state: string
}

const cursorIn = (db: Db) =>
  queryFirstRow(db, sql<Cursor>`select revision, state from purge_cursor where name = ${NAME}`)

/** Returns a digest of the configuration and the settings of the site: with others, every answer may be another one. */
async function stateOf(db: Db, configuration: string): Promise<string> {
  const settings = await queryRows(
    db,
    sql<{ readonly name: string; readonly value: string }>`select name, value from settings order by name`,
  )
  const text = JSON.stringify([configuration, settings.map(({ name, value }) => [name, value])])
  return createHash('sha256').update(text).digest('base64url')
}

/** Returns the purges of one database. */
export function cachePurgeStore(connection: OpenDatabase): CachePurgeStore {
  return {
    ...leaseStore(connection, NAME),
    revision: () => lastRevisionIn(connection.reader),
    waiting: (upTo, configuration) =>
      runInSnapshot(connection, async (db) => {
        const cursor = await cursorIn(db)
        const state = await stateOf(db, configuration)
        if (cursor?.revision === upTo && cursor.state === state) return undefined
        const since = cursor?.revision ?? 0
        // The journal has no more, or a server that lost writes was raised above them.
        const isBroken = since > upTo || (await lastRevisionIn(db)) - since >= JOURNAL_DEPTH
        const isOfAll = cursor?.state !== state || isBroken
        if (isOfAll) return { items: [], isOfAll, upTo, state }
        const found = sql<ChangedItem>`select distinct resource, item_id from journal
          where revision > ${since} and revision <= ${upTo} limit ${MAX_ITEMS}`
        return { items: await queryRows(db, found), isOfAll, upTo, state }
      }),
    async sent({ upTo, state }) {
      await sql`insert into purge_cursor (name, revision, state) values (${NAME}, ${upTo}, ${state})
        on conflict (name) do update set revision = excluded.revision, state = excluded.state`.execute(
        connection.writer,
      )
    },
    async behind() {
      const cursor = await cursorIn(connection.reader)
      return cursor === undefined
        ? 0
        : Math.max(0, (await lastRevisionIn(connection.reader)) - cursor.revision)
    },
  }
}
