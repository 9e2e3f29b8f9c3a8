/** Searches of names that forgive: other forms of words count, and names with a letter wrong. */
import { parseSearch } from '../../domain/text/search-words.ts'
import { stemOf } from '../../domain/text/similar-words.ts'
import type { Db } from '../database/rows.ts'
import { type NameTable, similarNameWords } from '../events/similar-words.ts'
import type { LinkedQuery, TermQuery, Viewer } from '../store.ts'

/** The words after these only count with their own forms: each takes searches of its own. */
const MAX_SIMILAR_WORDS = 3

/** The words of a search that have to occur. */
function wordsOf({ search }: LinkedQuery | TermQuery): readonly string[] {
  if (search === undefined) return []
  if (typeof search !== 'string') return search.include
  const parsed = parseSearch(search)
  return 'words' in parsed ? parsed.words.include : []
}

/**
 * Returns the parts of texts that count as each word of a query: its stem, and words in names of the table that differ from it by a
 * letter. Undefined where no word has another form.
 */
export async function formsOfWords(
  db: Db,
  table: NameTable,
  query: LinkedQuery | TermQuery,
  viewer: Viewer,
): Promise<readonly (readonly string[])[] | undefined> {
  const forms: (readonly string[])[] = []
  const words = wordsOf(query)
  for (const [at, word] of words.entries()) {
    const similar = at < MAX_SIMILAR_WORDS ? await similarNameWords(db, table, word, viewer) : []
    forms.push([stemOf(word), ...similar])
  }
  return forms.some((parts, at) => parts.some((part) => part !== words[at])) ? forms : undefined
}
