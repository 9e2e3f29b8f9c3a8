/** The words of a search in the texts of events (contract §3.3). */
import type { SearchWords } from '../domain/search-words.ts'
import type { Texts } from './almanac/found.ts'
import { all, among, type Condition } from './conditions/visibility.ts'
import { hasWords } from './conditions/words.ts'
import type { DialectName } from './dialects.ts'
import type { Db } from './rows.ts'
import { named, type Sql, sql } from './sql.ts'

/** The index of substrings knows texts of three characters and more. */
const isIndexed = (word: string) => [...word].length >= 3
const quoted = (words: readonly string[], operator: string) =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(` ${operator} `)

/** Where ids are looked for. */
interface Source {
  readonly from: Sql
  readonly id: Sql
  readonly where: Condition
}

const ofEvents = (where: Condition): Source => ({ from: sql`events`, id: sql`events.id`, where })

/** Events whose text has the words, by the index as far as that knows them. */
function wholeText(dialect: DialectName, { include, exclude }: SearchWords): Source {
  const indexed = dialect === 'sqlite' ? include.filter(isIndexed) : []
  if (indexed.length === 0) return ofEvents(hasWords(dialect, sql`events.search_text`, { include, exclude }))
  const left = exclude.filter(isIndexed)
  const query = `(${quoted(indexed, 'AND')})${left.length === 0 ? '' : ` NOT (${quoted(left, 'OR')})`}`
  const found: Condition = sql`events_text match ${query}`
  const rest = {
    include: include.filter((word) => !isIndexed(word)),
    exclude: exclude.filter((word) => !isIndexed(word)),
  }
  if (rest.include.length + rest.exclude.length === 0)
    return { from: sql`events_text`, id: sql`events_text.rowid`, where: found }
  return {
    from: sql`events_text join events on events.id = events_text.rowid`,
    id: sql`events.id`,
    where: all([found, hasWords(dialect, sql`events.search_text`, rest)]),
  }
}

/** The ids as one text, which takes a tenth of the time that as many rows take. */
async function ids(db: Db, dialect: DialectName, { from, id, where }: Source): Promise<readonly number[]> {
  const joined = dialect === 'sqlite' ? sql`group_concat(${id})` : sql`string_agg(${id}::text, ',')`
  const { rows } = await sql<{
    ids: string | null
  }>`select ${joined} as ids from ${from} where ${where}`.execute(db)
  const text = rows[0]?.ids ?? ''
  return text === '' ? [] : text.split(',').map(Number)
}

/** The events whose text has the words, among those with these ids where they are given. */
export async function textsWith(
  db: Db,
  dialect: DialectName,
  words: SearchWords,
  few: readonly number[] | undefined,
): Promise<Texts> {
  const within = few === undefined ? [] : [among(named('events.id'), few)]
  const title = hasWords(dialect, sql`events.title_key`, words)
  const text =
    few === undefined
      ? wholeText(dialect, words)
      : ofEvents(all([...within, hasWords(dialect, sql`events.search_text`, words)]))
  return {
    whole: await ids(db, dialect, text),
    titles: await ids(db, dialect, ofEvents(all([sql`events.password_hash is not null`, ...within, title]))),
  }
}
