/** The index of the titles of events by trigrams: FTS5 on SQLite, pg_trgm on PostgreSQL where the database has its index. */
import { shownTranslationItemsQuery } from '../conditions/translated.ts'
import { allOfSql, anyOfSql, type Condition } from '../conditions/visibility.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { joinedSql, type Sql, sql } from '../database/sql.ts'
import {
  containsWordLikeSql,
  fts5QueryOfWords,
  indexCoversWordTest,
  isNotIndexedSql,
  longTextIdsContainingPartsQuery,
} from './text-index.ts'
import { eventTextHasWordsSql, queryIdsMeetingCondition, type TextField, type TextQuery } from './texts.ts'

/** Returns the word of a query that looks for one in a part of the texts and that the index finds in titles; undefined if titles are to be read. */
export async function titleIndexWordOfQuery(
  db: Db,
  { include, exclude, field }: TextQuery,
): Promise<string | undefined> {
  const [word, another] = include
  if (field === undefined || word === undefined || another !== undefined || exclude.length > 0)
    return undefined
  const isCovered = await indexCoversWordTest(db)
  if (!isCovered(word)) return undefined
  if (db.dialect === 'sqlite') return word
  const hasIndex = sql`select 1 from pg_class where oid = to_regclass('events_titles_trigrams') and relkind = 'i'`
  return (await queryFirstRow(db, hasIndex)) === undefined ? undefined : word
}

const title: Sql = sql`events.title_key`

/** Returns queries for the events whose own title has a word, anywhere or at the start of a word. */
function ownTitles({ dialect }: Db, word: string, isStart: boolean): readonly Sql[] {
  if (dialect === 'postgres') {
    const has: Condition = isStart
      ? anyOfSql([containsWordLikeSql(title, word, 'start'), containsWordLikeSql(title, ` ${word}`)])
      : containsWordLikeSql(title, word)
    return [sql`select id from events where ${has}`]
  }
  const match = fts5QueryOfWords([isStart ? ` ${word}` : word], 'AND')
  const inNew = eventTextHasWordsSql(dialect, {
    include: [word],
    exclude: [],
    field: isStart ? 'start' : 'title',
  })
  return [
    sql`select rowid as id from events_titles where events_titles match ${match}`,
    sql`select id from events where ${allOfSql([isNotIndexedSql, inNew])}`,
  ]
}

/**
 * Returns the events with a word in their title (with the field `start`, at the start of a word of it), ascending. The index covers the
 * word. With `shown`, also all events with the word anywhere in what is shown of their translations.
 */
export async function eventIdsByTitleIndex(
  db: Db,
  word: string,
  { field, shown }: { readonly field?: TextField | undefined; readonly shown: TextQuery['shown'] },
): Promise<readonly number[]> {
  const translated =
    shown === undefined
      ? []
      : [shownTranslationItemsQuery('events', shown, longTextIdsContainingPartsQuery(db, [word]))]
  const found = joinedSql([...ownTitles(db, word, field === 'start'), ...translated], ' union all ')
  const ids = await queryIdsMeetingCondition(db, db.dialect, {
    from: sql`(${found}) as found`,
    id: sql`id`,
    where: sql`1 = 1`,
  })
  return (shown === undefined ? [...ids] : [...new Set(ids)]).sort((a, b) => a - b)
}
