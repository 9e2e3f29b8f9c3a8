/**
 * The indexes of the texts of events by trigrams: FTS5 on SQLite, pg_trgm on PostgreSQL where the database has its index. They find
 * the events that have words without reading all texts (contract §3.3).
 */
import { isIndexed, type SearchWords } from '../../domain/text/search-words.ts'
import { all, type Condition } from '../conditions/visibility.ts'
import { type Db, first } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { ids, ofEvents } from './texts.ts'

/** Letters and digits that pg_trgm reads in every locale: in the locale C it takes all others for spaces. */
const plainTrigram = /[a-z0-9]{3}/

/** Returns which words the index of a database covers. */
export async function indexedWords(db: Db): Promise<(word: string) => boolean> {
  if (db.dialect === 'sqlite') return isIndexed
  const hasIndex = await first(
    db,
    sql`select 1 from pg_class where oid = to_regclass('events_trigrams') and relkind = 'i'`,
  )
  return (word) => hasIndex !== undefined && plainTrigram.test(word)
}

/** Splits words by whether an index covers them. */
export function byIndex(isKnown: (word: string) => boolean, { include, exclude }: SearchWords) {
  const isUnknown = (word: string) => !isKnown(word)
  return {
    known: { include: include.filter(isKnown), exclude: exclude.filter(isKnown) },
    unknown: { include: include.filter(isUnknown), exclude: exclude.filter(isUnknown) },
  }
}

const quoted = (words: readonly string[], operator: string) =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(` ${operator} `)

function matched(db: Db, { include, exclude }: SearchWords): Promise<readonly number[]> {
  const without = exclude.length === 0 ? '' : ` NOT (${quoted(exclude, 'OR')})`
  const query = `(${quoted(include, 'AND')})${without}`
  const where: Condition = sql`events_text match ${query}`
  return ids(db, 'sqlite', { from: sql`events_text`, id: sql`rowid`, where })
}

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

async function alike(db: Db, { include, exclude }: SearchWords): Promise<readonly number[]> {
  const where = all([
    ...include.map((word) => sql<boolean>`events.search_text like ${pattern(word)}`),
    ...exclude.map((word) => sql<boolean>`events.search_text not like ${pattern(word)}`),
  ])
  return [...(await ids(db, 'postgres', ofEvents(where)))].sort((a, b) => a - b)
}

/**
 * Returns the events whose text contains the included words and no excluded one, ascending. There is an included word, and the index
 * covers all words.
 */
export const textsByIndex = (db: Db, words: SearchWords): Promise<readonly number[]> =>
  db.dialect === 'sqlite' ? matched(db, words) : alike(db, words)
