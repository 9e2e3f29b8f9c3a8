/**
 * Results of recent searches, kept in sync with the texts that change, so that all pages of one search cost one
 * scan of the texts.
 */
import { newSharedBudgetCache } from '../../../support/shared-budget-cache.ts'
import { type IdsMatchingByTextOrTitle, textQueryKey as keyOf, type TextQuery } from '../text-query.ts'

/** Searches the texts of a few events for the words. */
type Look = (few: readonly number[]) => Promise<IdsMatchingByTextOrTitle>

interface Remembered {
  readonly texts: IdsMatchingByTextOrTitle
  /** How many of the touched events the result already includes. */
  readonly seen: number
}

export interface SearchCache {
  /** Records that the texts of these events may have changed. */
  touch(events: readonly number[]): void
  /** Whether the result for these words is cached and few events have changed since. */
  knows(words: TextQuery): boolean
  /** The result for the words, if it is cached and up to date. */
  remembered(words: TextQuery): IdsMatchingByTextOrTitle | undefined
  /**
   * Returns the result for the words, updated by `look`, which must read the same state of the store that the
   * almanac shows now; undefined if the words are not cached.
   */
  found(words: TextQuery, view: Look): Promise<IdsMatchingByTextOrTitle | undefined>
  /** Begins a search of all texts, as they are now or later. Pass the result to the returned function. */
  begin(words: TextQuery): (texts: IdsMatchingByTextOrTitle) => void
}

/** Estimated size of a result in bytes, besides its ids. */
const SEARCH = 500
/** Bytes of an id. */
const ID = 8
const MAX_TOUCHED = 100_000
/** Above this number of changed events, all texts are scanned anew. */
const MAX_CHANGED = 3000
/** Events searched by one statement. */
const AT_ONCE = 300

const sizeOf = ({ texts }: Remembered) => SEARCH + ID * (texts.whole.length + texts.titles.length)

/** Returns `ids` with those of `few` replaced by `now`. */
function merged(ids: readonly number[], few: ReadonlySet<number>, now: readonly number[]): readonly number[] {
  const kept = ids.filter((id) => !few.has(id))
  return now.length === 0 ? kept : [...kept, ...now].sort((a, b) => a - b)
}

/**
 * Returns the texts updated for `few`. If nothing changes it returns the same object, so that lists derived from
 * it stay valid.
 */
function renewed(
  texts: IdsMatchingByTextOrTitle,
  few: ReadonlySet<number>,
  now: IdsMatchingByTextOrTitle,
): IdsMatchingByTextOrTitle {
  const isNone = (ids: readonly number[]) => !ids.some((id) => few.has(id))
  if (now.whole.length + now.titles.length === 0 && isNone(texts.whole) && isNone(texts.titles)) return texts
  return { whole: merged(texts.whole, few, now.whole), titles: merged(texts.titles, few, now.titles) }
}

/** Returns an empty cache. */
export function newSearchCache(): SearchCache {
  const remembered = newSharedBudgetCache<string, Remembered>()
  let touched: number[] = []
  const remember = (words: TextQuery, one: Remembered) => remembered.set(keyOf(words), one, sizeOf(one))
  const known = (words: TextQuery) => {
    const one = remembered.get(keyOf(words))
    return one !== undefined && touched.length - one.seen <= MAX_CHANGED ? one : undefined
  }
  return {
    touch(events) {
      for (const id of events) touched.push(id)
      if (touched.length <= MAX_TOUCHED) return
      remembered.clear()
      touched = []
    },
    knows: (words) => known(words) !== undefined,
    remembered(words) {
      const one = remembered.get(keyOf(words))
      return one?.seen === touched.length ? one.texts : undefined
    },
    async found(words, view) {
      const before = known(words)
      if (before === undefined) return undefined
      const [log, seen] = [touched, touched.length]
      const changed = [...new Set(touched.slice(before.seen))]
      let { texts } = before
      for (let at = 0; at < changed.length; at += AT_ONCE) {
        const few = changed.slice(at, at + AT_ONCE)
        texts = renewed(texts, new Set(few), await view(few))
      }
      // Changes from the meantime are applied next time, unless the log was reset.
      if (log === touched) remember(words, { texts, seen })
      return texts
    },
    begin(words) {
      const [log, seen] = [touched, touched.length]
      return (texts) => {
        if (log === touched) remember(words, { texts, seen })
      }
    },
  }
}
