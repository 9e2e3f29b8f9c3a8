/** Finds words that occur in public texts and names and differ from a search word by one letter (contract §3.3). */

import { titleFieldAndColumnByResource } from '../../contract/resources/fields/index.ts'
import { isPublishable, linkNames } from '../../contract/resources/index.ts'
import type { ContentChoice } from '../../domain/languages.ts'
import {
  halvesFindingSimilarWords,
  hasMisspellableLength,
  isIndexableWord,
  parseSearch,
  partsFindingSimilarWords,
  similarWordsInText,
  stemOf,
  wordsOfTypedWord,
} from '../../domain/text/search-words.ts'
import { allOfSql, anyOfSql, type Condition, isPublicSql } from '../conditions/visibility.ts'
import { shownTranslationTextsQuery } from '../conditions/words.ts'
import { containsTextSql } from '../database/dialects.ts'
import { type Db, quotedName, type Sql, sql } from '../database/sql.ts'
import { itemTables } from '../tables.ts'
import type { LinkName, TermQuery, VenueOrOrganizerQuery, Viewer } from '../types/index.ts'
import { eventIdsByPartsQuery, indexCoversWordTest, longTextIdsByPartsQuery } from './text-search.ts'
import { wholeSearchTextSql } from './texts.ts'

/** The most words that take the place of one. */
const MAX_SIMILAR = 3
/** The most names of a kind of items that are read, the newest first. */
const MAX_NAMES = 200
/** The most texts that are read for each place where a letter may be wrong, and the characters of each text. */
const MAX_TEXTS = 3
const MAX_CHARACTERS = 1000

interface TextRow {
  readonly text: string
}

function hasParts({ dialect }: Db, column: Sql<string>, lists: readonly (readonly string[])[]): Condition {
  return anyOfSql(
    lists.map((parts) =>
      allOfSql(parts.map((part) => sql<boolean>`${containsTextSql(dialect, column, part)}`)),
    ),
  )
}

/** Whose words are searched: those that a viewer is shown, in the language asked if there are several. */
export interface ViewerOfWords {
  readonly viewer: Viewer
  readonly shown: ContentChoice | undefined
}

/** The newest public names of items of a kind that may have a word that is similar. */
async function namesLike(
  db: Db,
  name: LinkName,
  word: string,
  { viewer, shown }: ViewerOfWords,
): Promise<readonly string[]> {
  const table = itemTables[name]
  const has = hasParts(db, quotedName(`${table}.name_key`), halvesFindingSimilarWords(word))
  const isPublic = isPublishable(name) ? isPublicSql(table, viewer) : allOfSql([])
  const found =
    await sql<TextRow>`select name_key as text from ${quotedName(table)} where ${has} and ${isPublic}
      order by id desc limit ${MAX_NAMES}`.rows(db)
  const isName = sql<boolean>`shown.field = ${titleFieldAndColumnByResource[name].field}`
  const inTranslation = hasParts(db, sql`long_texts.text`, halvesFindingSimilarWords(word))
  const translated =
    shown === undefined
      ? []
      : await sql<TextRow>`${shownTranslationTextsQuery(table, shown, allOfSql([isName, isPublic, inTranslation]))}
            order by shown.item_id desc limit ${MAX_NAMES}`.rows(db)
  return [...found, ...translated].map(({ text }) => text)
}

/** The beginnings of public texts that may have the word. Only texts that the index finds are read. */
async function textsLike(db: Db, word: string, { viewer, shown }: ViewerOfWords): Promise<readonly string[]> {
  const isCovered = await indexCoversWordTest(db)
  const lists = partsFindingSimilarWords(word, (part) => isIndexableWord(part) && isCovered(part))
  if (lists.length === 0) return []
  const isSeen = sql<boolean>`${isPublicSql('events', viewer)} and events.password_hash is null and events.hide_from_listings = 0`
  const found =
    await sql<TextRow>`select substr(${wholeSearchTextSql}, 1, ${MAX_CHARACTERS}) as text from events
      where id in (${eventIdsByPartsQuery(db, lists, MAX_TEXTS)}) and ${isSeen}`.rows(db)
  const isLike = sql<boolean>`shown.text_id in (${longTextIdsByPartsQuery(db, lists, MAX_TEXTS)}) and ${isSeen}`
  const translated =
    shown === undefined ? [] : await shownTranslationTextsQuery('events', shown, isLike).rows(db)
  return [...found, ...translated].map(({ text }) => text.slice(0, MAX_CHARACTERS))
}

/** Returns the words of texts that are similar to `word`, those first that occur in most of the texts. */
function mostFrequent(texts: readonly string[], word: string): readonly string[] {
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const similar of similarWordsInText(text, word)) counts.set(similar, (counts.get(similar) ?? 0) + 1)
  counts.delete(word)
  const best = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return best.slice(0, MAX_SIMILAR).map(([similar]) => stemOf(similar))
}

/** Returns the words in names of items of a kind that are similar to `word`, without their endings; none if it is too short or too long. */
async function similarNameWords(
  db: Db,
  name: LinkName,
  word: string,
  reader: ViewerOfWords,
): Promise<readonly string[]> {
  return hasMisspellableLength(word) ? mostFrequent(await namesLike(db, name, word, reader), word) : []
}

/** Returns the words in public texts and names that are similar to `word`, without their endings; none if it is too short or too long. */
export async function similarWords(db: Db, word: string, reader: ViewerOfWords): Promise<readonly string[]> {
  if (!hasMisspellableLength(word)) return []
  const texts: string[] = []
  for (const name of linkNames) texts.push(...(await namesLike(db, name, word, reader)))
  return mostFrequent([...texts, ...(await textsLike(db, word, reader))], word)
}

/** The words after these only count with their own forms: each takes searches of its own. */
const MAX_SIMILAR_WORDS = 3

/** The words of a search that have to occur. */
function wordsOf({ search }: VenueOrOrganizerQuery | TermQuery): readonly string[] {
  if (search === undefined) return []
  if (typeof search !== 'string') return search.include
  const parsed = parseSearch(search)
  return 'words' in parsed ? parsed.words.include : []
}

/**
 * Returns the parts of texts that count as each word of a query: its stem, and words in names of items of that kind that differ from it by a
 * letter. A typed word counts by the words that it means. Undefined where no word has another form.
 */
export async function findWordFormsInItemNames(
  db: Db,
  name: LinkName,
  query: VenueOrOrganizerQuery | TermQuery,
  viewer: Viewer,
): Promise<readonly (readonly string[])[] | undefined> {
  const forms: (readonly string[])[] = []
  const typed = wordsOf(query)
  const words = typed.flatMap(wordsOfTypedWord)
  const reader = { viewer, shown: query.shown }
  for (const [at, word] of words.entries()) {
    const similar = at < MAX_SIMILAR_WORDS ? await similarNameWords(db, name, word, reader) : []
    forms.push([stemOf(word), ...similar])
  }
  return forms.some((parts, at) => parts.some((part) => part !== typed[at])) ? forms : undefined
}
