/** What searches found lately, kept in step with the texts that change: pages of one search cost one look at all texts. */
import type { SearchWords } from '../../domain/search-words.ts'
import type { Texts } from './found.ts'

/** Looks for the words in the texts of a few events. */
type Look = (few: readonly number[]) => Promise<Texts>

interface Remembered {
  readonly texts: Texts
  /** How many of the touched events it has seen. */
  readonly seen: number
}

export interface Searches {
  /** Takes note that the texts of these events may have changed. */
  touch(events: readonly number[]): void
  /** Whether what these words are found in is known, but for what changed since in few events. */
  knows(words: SearchWords): boolean
  /** What the words are found in, where that is known without looking. */
  remembered(words: SearchWords): Texts | undefined
  /**
   * What words that are known are found in, where `look` reads the same state of the store that the almanac shows now;
   * undefined where they are not known.
   */
  found(words: SearchWords, look: Look): Promise<Texts | undefined>
  /** Begins a search of all texts as they are now or later; what is returned takes what it finds. */
  begin(words: SearchWords): (texts: Texts) => void
}

const MOST_SEARCHES = 100
const MOST_IDS = 1_000_000
const MOST_TOUCHED = 100_000
/** Looking at more changed events one by one takes longer than looking at all. */
const MOST_CHANGED = 3000
/** Events looked at by one statement. */
const AT_ONCE = 300

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
      // The newest stays, however long it is: somebody waits for it.
      if ((remembered.size <= MOST_SEARCHES && ids <= MOST_IDS) || oldest === key) return
      forget(oldest)
    }
  }
  const known = (words: SearchWords) => {
    const one = remembered.get(keyOf(words))
    return one !== undefined && touched.length - one.seen <= MOST_CHANGED ? one : undefined
  }
  return {
    touch(events) {
      for (const id of events) touched.push(id)
      if (touched.length <= MOST_TOUCHED) return
      for (const key of [...remembered.keys()]) forget(key)
      touched = []
    },
    knows: (words) => known(words) !== undefined,
    remembered(words) {
      const one = remembered.get(keyOf(words))
      return one?.seen === touched.length ? one.texts : undefined
    },
    async found(words, look) {
      const before = known(words)
      if (before === undefined) return undefined
      const [log, seen] = [touched, touched.length]
      const changed = [...new Set(touched.slice(before.seen))]
      let { texts } = before
      for (let at = 0; at < changed.length; at += AT_ONCE) {
        const few = changed.slice(at, at + AT_ONCE)
        texts = renewed(texts, new Set(few), await look(few))
      }
      // What was touched meanwhile is seen next time, unless the log of it was begun anew.
      if (log === touched) remember(keyOf(words), { texts, seen })
      return texts
    },
    begin(words) {
      const [log, seen] = [touched, touched.length]
      return (texts) => {
        if (log === touched) remember(keyOf(words), { texts, seen })
      }
    },
  }
}
