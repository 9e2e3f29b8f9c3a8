/** Finds words that occur in public texts and names and differ from a search word by one letter (contract §3.3). */
import { isIndexableWord } from '../../domain/text/search-words.ts'
import { halvesOfSimilar, partsOfSimilar, similarWordsIn, stemOf } from '../../domain/text/similar-words.ts'
import { allOf, anyOf, type Condition, isPublicSql } from '../conditions/visibility.ts'
import { containsTextSql } from '../database/dialects.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import type { Viewer } from '../store.ts'
import { idsByParts, indexedWordTest } from './text-index.ts'
import { wholeSearchText } from './texts.ts'

/** The most words that take the place of one. */
const MAX_SIMILAR = 3
/** The most names of a table that are read, the newest first. */
const MAX_NAMES = 200
/** The most texts that are read for each place where a letter may be wrong, and the characters of each text. */
const MAX_TEXTS = 3
const MAX_CHARACTERS = 1000

const nameTables = [
  { table: 'venues', isPublished: true },
  { table: 'organizers', isPublished: true },
  { table: 'categories', isPublished: false },
  { table: 'tags', isPublished: false },
] as const

interface TextRow {
  readonly text: string
}

function hasParts({ dialect }: Db, column: Sql<string>, lists: readonly (readonly string[])[]): Condition {
  return anyOf(
    lists.map((parts) => allOf(parts.map((part) => sql<boolean>`${containsTextSql(dialect, column, part)}`))),
  )
}

async function namesLike(db: Db, word: string, viewer: Viewer): Promise<readonly string[]> {
  const lists = halvesOfSimilar(word)
  const found: TextRow[] = []
  for (const { table, isPublished } of nameTables) {
    const has = hasParts(db, quotedName(`${table}.name_key`), lists)
    const where = isPublished ? sql`${has} and ${isPublicSql(table, viewer)}` : has
    const few = sql<TextRow>`select name_key as text from ${quotedName(table)} where ${where} order by id desc limit ${MAX_NAMES}`
    found.push(...(await queryRows(db, few)))
  }
  return found.map(({ text }) => text)
}

/** The beginnings of public texts that may have the word. Only texts that the index finds are read. */
async function textsLike(db: Db, word: string, viewer: Viewer): Promise<readonly string[]> {
  const isCovered = await indexedWordTest(db)
  const lists = partsOfSimilar(word, (part) => isIndexableWord(part) && isCovered(part))
  if (lists.length === 0) return []
  const found = await queryRows(
    db,
    sql<TextRow>`select substr(${wholeSearchText}, 1, ${MAX_CHARACTERS}) as text from events
      where id in (${idsByParts(db, lists, MAX_TEXTS)}) and ${isPublicSql('events', viewer)}
      and password_hash is null and hide_from_listings = 0`,
  )
  return found.map(({ text }) => text)
}

/** Returns the words that are similar to `word`, those first that occur in most of the texts; none if it is too short. */
export async function similarWords(db: Db, word: string, viewer: Viewer): Promise<readonly string[]> {
  const counts = new Map<string, number>()
  for (const text of [...(await namesLike(db, word, viewer)), ...(await textsLike(db, word, viewer))])
    for (const similar of similarWordsIn(text, word)) counts.set(similar, (counts.get(similar) ?? 0) + 1)
  counts.delete(word)
  const best = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return best.slice(0, MAX_SIMILAR).map(([similar]) => stemOf(similar))
}
