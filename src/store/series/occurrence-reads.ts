/** Reads the occurrences of series without their texts, on both databases. */
import { type Db, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { OccurrenceRecord, SeriesReading } from '../store.ts'

const light = sql`id, series, recurrence_id, own_fields, trash_act, version, status, author, date_utc, slug, all_day,
  timezone, start_date, end_date, start_utc, end_utc, previous_start_date, password_hash, group_id`

/** Returns the reads of occurrences over one connection. */
export const occurrenceReads = (
  db: Db,
): Pick<SeriesReading, 'occurrences' | 'occurrencesAfter' | 'occurrencesToMove' | 'occurrencesFrom'> => ({
  occurrences: (series) =>
    queryRows(
      db,
      sql<OccurrenceRecord>`select ${light} from events where series = ${series} order by recurrence_id`,
    ),
  occurrencesAfter: (series, after, most) =>
    queryRows(
      db,
      sql<OccurrenceRecord>`select ${light} from events where id in
        (select id from events where series = ${series} and id > ${after} order by id limit ${most}) order by id`,
    ),
  occurrencesToMove: ({ id, moved_by, moved_to }, most) => {
    const ahead = moved_by > 0 ? sql`recurrence_id < ${moved_to}` : sql`recurrence_id > ${moved_to}`
    const direction = moved_by > 0 ? sql`desc` : sql`asc`
    return queryRows(
      db,
      sql<OccurrenceRecord>`select ${light} from events where series = ${id} and ${ahead}
        order by recurrence_id ${direction} limit ${most}`,
    )
  },
  occurrencesFrom: (series, place) =>
    queryRows(
      db,
      sql<OccurrenceRecord>`select ${light} from events
        where series = ${series} and recurrence_id >= ${place} order by recurrence_id`,
    ),
})
