/** Counts the events of terms and groups: of terms what is stored, and the scheduled events that have become public since. */
import type { TermName } from '../../contract/resources/index.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { hideTranslationDraftsOfItem } from '../conditions/shown-records.ts'
import { termTableAndLinkTable } from '../conditions/term.ts'
import { allOfSql, isOneOfSql, isPublicSql } from '../conditions/visibility.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { joinedSql, quotedName, sql } from '../database/sql.ts'
import type {
  CategoryRecord,
  GroupRecord,
  GroupWithEventCount,
  TagRecord,
  TermItem,
  Viewer,
} from '../store.ts'
import { imagesOfRecords } from './media.ts'

/** Returns how many scheduled events of a term have become public. */
export type CountNewlyPublicEvents = (name: TermName, id: number) => number

/**
 * Counts the scheduled events of each term whose date has passed: they are not in the stored `count` yet. The cross
 * join makes SQLite start with the few scheduled events rather than with all links.
 */
export async function newlyPublicEventCounter(
  db: Db,
  names: readonly TermName[],
  { moment }: Viewer,
): Promise<CountNewlyPublicEvents> {
  const counted = names.map(
    (name) => sql`select ${name} as name, link.target_id, count(*) as due
      from events cross join ${quotedName(termTableAndLinkTable(name).links)} as link
      where link.event_id = events.id and events.status = 'future' and events.date_utc <= ${epochOfInstant(moment.now)}
      group by link.target_id`,
  )
  const found = sql<{ name: TermName; target_id: number; due: number }>`${joinedSql(counted, ' union all ')}`
  const due = new Map((await queryRows(db, found)).map((one) => [`${one.name} ${one.target_id}`, one.due]))
  return (name, id) => due.get(`${name} ${id}`) ?? 0
}

/** Adds to the stored counts of terms what has become public since. */
export const addNewlyPublicCounts = <R extends { id: number; count: number }>(
  name: TermName,
  records: readonly R[],
  due: CountNewlyPublicEvents,
): readonly TermItem<R>[] =>
  records.map((record) => {
    const more = due(name, record.id)
    return { record: more === 0 ? record : { ...record, count: record.count + more } }
  })

/** Returns the items of terms. */
export async function termItemsWithCountsOfRecords<R extends CategoryRecord | TagRecord>(
  db: Db,
  name: TermName,
  records: readonly R[],
  viewer: Viewer,
): Promise<readonly TermItem<R>[]> {
  if (records.length === 0) return []
  const seen = records.map((record) => hideTranslationDraftsOfItem(record, viewer.scope.edits === 'all'))
  return addNewlyPublicCounts(name, seen, await newlyPublicEventCounter(db, [name], viewer))
}

/** Counts the public events of groups that are in lists and have not ended, by group. */
async function upcomingIn(
  db: Db,
  groups: readonly number[],
  viewer: Viewer,
): Promise<ReadonlyMap<number, number>> {
  const counted = allOfSql([
    isOneOfSql(quotedName('events.group_id'), groups),
    isPublicSql('events', viewer),
    sql`events.hide_from_listings = 0`,
    sql`events.end_utc >= ${epochOfInstant(viewer.moment.now)}`,
  ])
  const rows = await queryRows(
    db,
    sql<{ readonly group_id: number; readonly count: number }>`
      select group_id, count(*) as count from events where ${counted} group by group_id`,
  )
  return new Map(rows.map(({ group_id, count }) => [group_id, Number(count)]))
}

/** Returns groups with their images and counts. */
export async function groupItemsWithCountsOfRecords(
  db: Db,
  records: readonly GroupRecord[],
  viewer: Viewer,
): Promise<readonly GroupWithEventCount[]> {
  if (records.length === 0) return []
  const images = await imagesOfRecords(db, records)
  const counts = await upcomingIn(
    db,
    records.map(({ id }) => id),
    viewer,
  )
  return records.map((record) => ({
    record: hideTranslationDraftsOfItem(record, viewer.scope.edits === 'all'),
    image: record.image === null ? undefined : images.get(record.image),
    count: counts.get(record.id) ?? 0,
  }))
}
