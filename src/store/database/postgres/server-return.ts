/**
 * Whether the server that answers has the history of the one before it. A standby that was promoted begins a new timeline, and may lack the last
 * writes of the primary that it replaces: then its revisions number other writes than those that this process has seen.
 */
import type pg from 'pg'
import type { OnServerReturn } from '../connection.ts'
import { isServerAwayError } from '../errors.ts'
import { type Db, sql } from '../sql.ts'
import { dbOnClient } from './driver.ts'

/** Milliseconds for what is done before others use the server. */
const PATIENCE = 5000

const QUERY = sql<{ readonly timeline: string | null }>`select case when pg_is_in_recovery() then null
  else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

/** The timeline of a primary; undefined on a standby, and where the server has none or does not tell. */
async function timelineOf(db: Db): Promise<string | undefined> {
  try {
    const { rows } = await QUERY.execute(db)
    return rows[0]?.timeline ?? undefined
  } catch (error) {
    if (isServerAwayError(error)) throw error
    return undefined
  }
}

/** Returns what is done on each return of a server, and the function that says what that is. */
export function newServerReturnNotifier() {
  let known: string | undefined
  let listener: OnServerReturn = async () => {}
  return {
    async welcome(client: pg.Client): Promise<void> {
      const db = dbOnClient(client, () => {}, PATIENCE)
      const timeline = await timelineOf(db)
      await listener(db, known !== undefined && timeline !== undefined && timeline !== known)
      known = timeline ?? known
    },
    /** Learns the timeline of `reader`, and calls `next`, instead of an earlier listener, on each return. */
    async onReturn(reader: Db, next: OnServerReturn): Promise<void> {
      listener = next
      known = await timelineOf(reader)
    },
  }
}
