/** Reads what occurrences tell of their series. */
import { isOneOfSql, isPublicSql } from '../conditions/visibility.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import type { EventItem, EventRecord, SeriesHead, SeriesHeadWithWithheldDates, Viewer } from '../store.ts'

const head = sql`id, slug, title, status, uid, recurrence, timezone, all_day, start_date, end_date`

/** Returns what occurrences tell of these series, by id. */
export async function seriesHeadsOfEvents(
  db: Db,
  records: readonly EventRecord[],
): Promise<ReadonlyMap<number, SeriesHeadWithWithheldDates>> {
  const ids = [...new Set(records.flatMap(({ series }) => series ?? []))]
  if (ids.length === 0) return new Map()
  const found = await queryRows(
    db,
    sql<Omit<SeriesHead, 'recurrence'> & { recurrence: string }>`
      select ${head} from series where ${isOneOfSql(quotedName('id'), ids)}`,
  )
  return new Map(
    found.map((row) => [row.id, { ...row, recurrence: JSON.parse(row.recurrence), withheld: [] }]),
  )
}

/** More dates than linked data lists. */
const MAX_WITHHELD = 100

/** Returns the `recurrence_id` of the first occurrences of a series that are not public, in their order. */
async function withheldDates(db: Db, series: number, viewer: Viewer): Promise<readonly string[]> {
  const found = await queryRows(
    db,
    sql<{ recurrence_id: string }>`select recurrence_id from events
      where series = ${series} and not ${isPublicSql('events', viewer)}
      order by recurrence_id limit ${MAX_WITHHELD}`,
  )
  return found.map(({ recurrence_id }) => recurrence_id)
}

/** Adds to single events the dates of their series whose occurrences are not public. */
export async function addWithheldDatesToEvents(
  db: Db,
  items: readonly EventItem[],
  viewer: Viewer,
): Promise<readonly EventItem[]> {
  const whole: EventItem[] = []
  for (const item of items) {
    const { series } = item
    const withheld = series === undefined ? [] : await withheldDates(db, series.id, viewer)
    whole.push(series === undefined ? item : { ...item, series: { ...series, withheld } })
  }
  return whole
}
