/** The state of series before an act changed them as a whole: kept for seven days, so that the act can be undone. */
import { type Db, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'

/** Seconds for which a state is kept: seven days. */
const KEPT = 7 * 24 * 3600

/** An act on a series, by the revision of its write. */
interface ActOnSeries {
  readonly revision: number
  readonly series: number
}

/** Keeps the state before an act, as JSON text, and deletes those that are too old. Times in seconds since 1970 UTC. */
export async function keepSeriesState(
  db: Db,
  { revision, series }: ActOnSeries,
  state: string,
  now: number,
): Promise<void> {
  await sql`delete from series_undo where at_utc <= ${now - KEPT}`.execute(db)
  await sql`insert into series_undo (revision, series_id, at_utc, state)
    values (${revision}, ${series}, ${now}, ${state}) on conflict do nothing`.execute(db)
}

/** Returns the state before an act; undefined where none is kept. */
export async function seriesStateBefore(
  db: Db,
  { revision, series }: ActOnSeries,
): Promise<string | undefined> {
  const found = sql<{ readonly state: string }>`select state from series_undo
    where revision = ${revision} and series_id = ${series}`
  return (await queryFirstRow(db, found))?.state
}

/** Deletes what is kept of a series, since what is deleted for good leaves nothing behind. */
export const forgetSeriesStates = (db: Db, series: number): Promise<unknown> =>
  sql`delete from series_undo where series_id = ${series}`.execute(db)
