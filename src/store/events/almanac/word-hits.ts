/** Combines where the words of a search were found: which events have them, and how well these match. */

import type { SlotScoreFunction } from '../page-order.ts'
import type { IdsMatchingByTextOrTitle } from '../text-query.ts'
import { type Almanac, type LinkKind, slotsLinkedToItem } from './almanac.ts'
import { DEAD_STANDING } from './columns.ts'
import { isAscending, slotsOfIds } from './slots-of.ts'

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

/** Returns how much better than a word in the text each slot matches: for each word by the best of the places where it is. */
export function slotScoreFunction(almanac: Almanac, include: readonly HitsOfWord[]): SlotScoreFunction {
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
