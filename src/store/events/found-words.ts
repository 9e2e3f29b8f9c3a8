/** Where words of a search were found, and what is kept of it. */

import { type Almanac, isAscending, type LinkKind, slotsLinkedToItem, slotsOfIds } from './almanac/almanac.ts'
import { type AlmanacColumns, DEAD_STANDING } from './almanac/columns.ts'
import type { SlotScoreFunction } from './page-order.ts'
import type { IdsMatchingByTextOrTitle } from './texts.ts'

// Combines where the words of a search were found: which events have them, and how well these match.

/** Lists of slots, which may overlap and repeat slots. */
type SlotLists = readonly ArrayLike<number>[]

/** Calls `act` with every slot. */
function eachSlot(lists: SlotLists, act: (slot: number) => void): void {
  for (const list of lists) for (let at = 0; at < list.length; at++) act(list[at] ?? 0)
}

/** How much more a match counts than one in the text, by where the word is. */
const LEVELS = { linked: 2, term: 3, title: 5, start: 9 } as const

/** The count of a slot that is not, or no longer, to be found. */
const EXCLUDED = 255

/** The targets of one kind whose names have a word. */
export interface TargetsNamedWithWord {
  readonly kind: LinkKind
  readonly ids: readonly number[]
}

/** Where a word was found. */
export interface HitsOfWord {
  /** In the event's own texts that are searched. */
  readonly own: IdsMatchingByTextOrTitle
  readonly linked: readonly TargetsNamedWithWord[]
  /** For the order: in titles, and at the start of a word of them. */
  readonly title: IdsMatchingByTextOrTitle
  readonly start: IdsMatchingByTextOrTitle
}

/** The slots that have a word anywhere. */
const slotsWithWord = (almanac: Almanac, { own, linked }: HitsOfWord): SlotLists => [
  slotsOfIds(almanac, own.whole),
  ...linkedSlots(almanac, linked),
]

function linkedSlots(almanac: Almanac, linked: readonly TargetsNamedWithWord[]): SlotLists {
  return linked.flatMap(({ kind, ids }) =>
    ids.map((id) => {
      const { slots, length } = slotsLinkedToItem(almanac, kind, id)
      return slots.subarray(0, length)
    }),
  )
}

/** Returns the ids of the slots that have every included word and no excluded one, ascending; of the few events `among` alone, if given. */
function idsWithAllWords(
  almanac: Almanac,
  include: readonly SlotLists[],
  exclude: readonly SlotLists[],
  among: readonly number[] | undefined,
): readonly number[] {
  const { byId } = almanac
  const { id, standing, size } = almanac.columns
  const count = new Uint8Array(size)
  if (among !== undefined) {
    count.fill(EXCLUDED)
    for (const slot of slotsOfIds(almanac, among)) count[slot] = 0
  }
  include.forEach((lists, at) => {
    eachSlot(lists, (slot) => {
      if (count[slot] === at) count[slot] = at + 1
    })
  })
  for (const lists of exclude)
    eachSlot(lists, (slot) => {
      count[slot] = EXCLUDED
    })
  const found: number[] = []
  eachSlot(include.at(-1) ?? [byId.slots.subarray(0, byId.length)], (slot) => {
    if (count[slot] !== include.length || standing[slot] === DEAD_STANDING) return
    found.push(id[slot] ?? 0)
    count[slot] = EXCLUDED
  })
  return isAscending(found) ? found : [...Float64Array.from(found).sort()]
}

/** Returns the events with every included word and no excluded one; those that match by their title alone only where titles count. `among` are the few events of which alone it is asked. */
export function textMatchesWithAllWords(
  almanac: Almanac,
  include: readonly HitsOfWord[],
  exclude: readonly HitsOfWord[],
  { isInTitles, among }: { readonly isInTitles: boolean; readonly among: readonly number[] | undefined },
): IdsMatchingByTextOrTitle {
  const [only] = include
  const isAlone = include.length === 1 && exclude.length === 0
  // A single word that only the events' own texts have needs no comparison (`many` of the bench).
  if (only !== undefined && isAlone && only.linked.every(({ ids }) => ids.length === 0))
    return isInTitles ? only.own : { whole: only.own.whole, titles: [] }
  const whole = (hits: HitsOfWord) => slotsWithWord(almanac, hits)
  const titles = ({ own }: HitsOfWord) => [slotsOfIds(almanac, own.titles)]
  return {
    whole: idsWithAllWords(almanac, include.map(whole), exclude.map(whole), among),
    titles: isInTitles ? idsWithAllWords(almanac, include.map(titles), exclude.map(titles), among) : [],
  }
}

/** Returns how much better than a word in the text each slot of an almanac matches: for each word by the best of the places where it is. */
function slotScores(almanac: Almanac, include: readonly HitsOfWord[]): SlotScoreFunction {
  // Of the ten words that a search may have, each adds at most nine.
  const score = new Uint8Array(almanac.columns.size)
  for (const { title, start, linked } of include) {
    const best = new Uint8Array(almanac.columns.size)
    const found = (lists: SlotLists, level: number) =>
      eachSlot(lists, (slot) => {
        const before = best[slot] ?? 0
        if (before >= level) return
        best[slot] = level
        score[slot] = (score[slot] ?? 0) + level - before
      })
    for (const { kind, ids } of linked)
      found(
        linkedSlots(almanac, [{ kind, ids }]),
        kind === 'category' || kind === 'tag' ? LEVELS.term : LEVELS.linked,
      )
    found([slotsOfIds(almanac, title.whole)], LEVELS.title)
    found([slotsOfIds(almanac, start.whole)], LEVELS.start)
  }
  return (slot) => score[slot] ?? 0
}

/** Returns the scores of slots, counted once for the columns that an almanac has. */
export function slotScoreFunction(include: readonly HitsOfWord[]): (almanac: Almanac) => SlotScoreFunction {
  let known: { readonly columns: AlmanacColumns; readonly scores: SlotScoreFunction } | undefined
  return (almanac) => {
    const { columns } = almanac
    if (known?.columns !== columns) known = { columns, scores: slotScores(almanac, include) }
    return known.scores
  }
}

// Results of searches in fields, names with a word, and similar words, for one revision until the next scheduled publication: a page
// searches for the same words several times, and a page of days once for each day.

/** The events with the words of a search, and how well they match if that is their order. */
export interface EventsWithSearchedWords {
  readonly texts: IdsMatchingByTextOrTitle
  readonly rank?: (almanac: Almanac) => SlotScoreFunction
}

/** Words that count as a word of a search, by that word. */
export type AlikeWordsByWord = ReadonlyMap<string, readonly string[]>

/** What is known of a search, by kind. */
interface Findings {
  readonly results: EventsWithSearchedWords
  readonly alike: AlikeWordsByWord
  /** The items whose names have a word. */
  readonly linked: readonly TargetsNamedWithWord[]
}

/**
 * How much is kept of each kind: results, which are long lists; searches with alike words, of which each of many pages that are being made
 * has its own; and ids of items.
 */
const most: Readonly<Record<keyof Findings, number>> = { results: 8, alike: 100, linked: 500_000 }

interface Known {
  readonly revision: number
  readonly columns: AlmanacColumns
  /** Seconds since 1970 UTC: no scheduled item is published in this time. */
  readonly since: number
  readonly until: number
  readonly findings: { readonly [K in keyof Findings]: Map<string, Findings[K]> }
  readonly sizes: Record<keyof Findings, number>
}

const known = new WeakMap<Almanac, Known>()

/** Seconds since 1970 UTC: a result is valid from one to the other, at the revision as of which it was looked for. */
export type Span = Pick<Known, 'since' | 'until'> & { readonly asOf: number }

/** Returns what is known at `second` (since 1970 UTC) of the state that the almanac has. */
function knownAt(almanac: Almanac, second: number): Known | undefined {
  const kept = known.get(almanac)
  const isValid =
    kept?.revision === almanac.revision &&
    kept.columns === almanac.columns &&
    kept.since <= second &&
    second < kept.until
  return isValid ? kept : undefined
}

/** Returns what is known of the state that the almanac has until a moment, to add to it. */
function knownUntil(almanac: Almanac, { since, until }: Omit<Span, 'asOf'>): Known {
  const { revision, columns } = almanac
  const kept = known.get(almanac)
  if (kept?.revision === revision && kept.columns === columns && kept.until === until) return kept
  const findings = { results: new Map(), alike: new Map(), linked: new Map() }
  const now = { revision, columns, since, until, findings, sizes: { results: 0, alike: 0, linked: 0 } }
  known.set(almanac, now)
  return now
}

/** Returns what was found and is valid at `second` (since 1970 UTC); undefined if it is not known. */
export const keptFinding = <K extends keyof Findings>(
  kind: K,
  almanac: Almanac,
  second: number,
  key: string,
): Findings[K] | undefined => knownAt(almanac, second)?.findings[kind].get(key)

/** Keeps what was found in all texts or names, unless the almanac has become newer; `size` is how much it counts of what is kept of its kind. */
export function keepFinding<K extends keyof Findings>(
  kind: K,
  almanac: Almanac,
  span: Span,
  [key, one]: readonly [key: string, one: Findings[K]],
  size = 1,
): void {
  if (almanac.revision !== span.asOf) return
  const { findings, sizes } = knownUntil(almanac, span)
  const all = findings[kind]
  if (sizes[kind] + size > most[kind]) {
    all.clear()
    sizes[kind] = 0
  }
  all.set(key, one)
  sizes[kind] += size
}
