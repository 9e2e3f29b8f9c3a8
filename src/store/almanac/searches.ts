/** What searches found lately, kept in step with the texts that change: pages of one search cost one look at all texts. */
import type { SearchWords } from '../../domain/search-words.ts'
import type { Texts } from './found.ts'

/** Looks for the words in all texts, or in those of a few events alone. */
type Look = (few: readonly number[] | undefined) => Promise<Texts>

interface Remembered {
  readonly texts: Texts
  /** How many of the touched events it has seen. */
  readonly seen: number
}

export interface Searches {
  /** Takes note that the texts of these events may have changed. */
  touch(events: readonly number[]): void
  /** Whether these words were looked for lately. */
  knows(words: SearchWords): boolean
  /** What the words are found in, where that is known without looking. */
  remembered(words: SearchWords): Texts | undefined
  /** What the words are found in; `look` reads the same state of the store that the almanac shows now. */
  found(words: SearchWords, look: Look): Promise<Texts>
}

const MOST_SEARCHES = 100
const MOST_IDS = 1_000_000
const MOST_TOUCHED = 100_000
/** Looking at more events one by one takes longer than looking at all. */
const FEW = 300

const sizeOf = ({ texts }: Remembered) => texts.whole.length + texts.titles.length
const keyOf = ({ include, exclude }: SearchWords) => JSON.stringify([include, exclude])

/** `ids` where those of `few` are as they are now. */
function merged(ids: readonly number[], few: ReadonlySet<number>, now: readonly number[]): readonly number[] {
  const kept = ids.filter((id) => !few.has(id))
  return now.length === 0 ? kept : [...kept, ...now].sort((a, b) => a - b)
}

/** Texts where those of `few` are as they are now: the same, which lists are made of already, where none of them is found. */
function renewed(texts: Texts, few: ReadonlySet<number>, now: Texts): Texts {
  const isNone = (ids: readonly number[]) => !ids.some((id) => few.has(id))
  if (now.whole.length + now.titles.length === 0 && isNone(texts.whole) && isNone(texts.titles)) return texts
  return { whole: merged(texts.whole, few, now.whole), titles: merged(texts.titles, few, now.titles) }
}

/** Remembers nothing yet. */
export function searches(): Searches {
  const remembered = new Map<string, Remembered>()
  let touched: number[] = []
  let ids = 0
  const forget = (key: string) => {
    const one = remembered.get(key)
    if (one !== undefined) ids -= sizeOf(one)
    remembered.delete(key)
  }
  const remember = (key: string, one: Remembered) => {
    forget(key)
    remembered.set(key, one)
    ids += sizeOf(one)
    for (const oldest of remembered.keys()) {
      if (remembered.size <= MOST_SEARCHES && ids <= MOST_IDS) return
      forget(oldest)
    }
  }
  return {
    touch(events) {
      for (const id of events) touched.push(id)
      if (touched.length <= MOST_TOUCHED) return
      for (const key of [...remembered.keys()]) forget(key)
      touched = []
    },
    knows: (words) => remembered.has(keyOf(words)),
    remembered(words) {
      const known = remembered.get(keyOf(words))
      return known?.seen === touched.length ? known.texts : undefined
    },
    async found(words, look) {
      const key = keyOf(words)
      const known = remembered.get(key)
      const [log, seen] = [touched, touched.length]
      const changed = new Set(known === undefined ? [] : touched.slice(known.seen))
      if (known !== undefined && changed.size === 0) {
        remember(key, known)
        return known.texts
      }
      const isFew = known !== undefined && changed.size <= FEW
      const now = await look(isFew ? [...changed] : undefined)
      const texts = isFew ? renewed(known.texts, changed, now) : now
      // What was touched meanwhile is seen next time, unless the log of it was begun anew.
      if (log === touched) remember(key, { texts, seen })
      return texts
    },
  }
}
