/** Reads which events are occurrences of which series. */
import type { Db } from '../../../database/rows.ts'
import { joinedSql, sql } from '../../../database/sql.ts'

/** Rows of one query: few enough that other requests are served in between. */
const BATCH = 50_000

/** Reads the series of all occurrences, or of those among some events. */
export async function* readSeriesIdsOfOccurrences(
  db: Db,
  ids?: readonly number[],
): AsyncIterable<readonly { readonly id: number; readonly series: number }[]> {
  const within = ids === undefined ? sql`1 = 1` : sql`id in (${joinedSql(ids)})`
  for (let [series, last] = [0, '']; ; ) {
    const { rows } = await sql<{ id: number; series: number; recurrence_id: string }>`
      select id, series, recurrence_id from events
      where series is not null and (series, recurrence_id) > (${series}, ${last}) and ${within}
      order by series, recurrence_id limit ${BATCH}`.execute(db)
    yield rows
    const end = rows.at(-1)
    if (end === undefined || rows.length < BATCH) return
    ;[series, last] = [end.series, end.recurrence_id]
  }
}
