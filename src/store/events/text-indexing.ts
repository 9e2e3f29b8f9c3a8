/** Adds new events to the indexes of texts, many at a time. */
import { setImmediate as breath } from 'node:timers/promises'
import { type Db, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { isNotIndexedSql } from './text-index.ts'

/** Events, and characters of their texts, that one statement adds to the index: nothing else runs until it ends. */
const INDEXED_AT_ONCE = 50
const CHARACTERS_AT_ONCE = 100_000

/** The last of the events that are indexed next; undefined if none is left. */
async function nextIndexed(db: Db): Promise<number | undefined> {
  const next = await queryRows(
    db,
    sql<{ readonly id: number; readonly characters: number }>`
      select id, sum(length(search_text)) over (order by id) as characters
      from events where ${isNotIndexedSql} order by id limit ${INDEXED_AT_ONCE}`,
  )
  return (next.findLast(({ characters }) => characters <= CHARACTERS_AT_ONCE) ?? next[0])?.id
}

/**
 * Adds to the index of PostgreSQL what it has only listed so far. Its own limit is megabytes, which each search reads: or rather all events,
 * as the planner expects of so long a list (`npm run trial imports`).
 */
const indexListed = (db: Db) =>
  queryRows(
    db,
    sql`select gin_clean_pending_list(oid) from pg_class
      where oid in (to_regclass('events_trigrams'), to_regclass('events_titles_trigrams'), to_regclass('long_texts_trigrams'))
      and relkind = 'i'`,
  )

/** Adds the newest events to the text index and, by a trigger, to that of titles. On SQLite, other tasks run between its steps. */
export async function indexNewestEventTexts(db: Db): Promise<void> {
  if (db.dialect !== 'sqlite') return void (await indexListed(db))
  for (let last = await nextIndexed(db); last !== undefined; last = await nextIndexed(db)) {
    await sql`insert into events_text (rowid, search_text)
      select id, search_text from events where ${isNotIndexedSql} and id <= ${last}`.execute(db)
    await sql`update text_index set indexed_id = ${last}`.execute(db)
    await breath()
  }
}

/** How often new events reach the text index: with every 64th write, and with each that adds many. */
const INDEXED_EVERY = 64
const MANY = 16

/** Whether the newest events are to be indexed by the write of a revision that adds so many. */
export const isIndexingDueAfterWrite = (revision: number, added: number): boolean =>
  added >= MANY || revision % INDEXED_EVERY === 0
