/** Combines where the words of a search were found: which events have them, and how well these match. */
import { type Almanac, type LinkKind, slotsLinkedTo } from './almanac/almanac.ts'
import type { TextMatches } from './almanac/found.ts'
import { eachSlot, type SlotLists } from './almanac/slot-lists.ts'
import { slotsOf } from './almanac/slots-of.ts'
import type { SlotRank } from './page-order.ts'

/** How much a match counts, by where the word is. */
const LEVELS = { text: 1, linked: 3, term: 4, title: 6, start: 10 } as const

/** The targets of one kind whose names have a word. */
export interface NamedTargets {
  readonly kind: LinkKind
  readonly ids: readonly number[]
}

/** Where a word was found. */
export interface WordHits {
  /** In the event's own texts that are searched. */
  readonly own: TextMatches
  readonly linked: readonly NamedTargets[]
  /** For the order: in titles, and at the start of a word of them. */
  readonly title: TextMatches
  readonly start: TextMatches
}

/** The slots that have a word anywhere. */
export const slotsWithWord = (almanac: Almanac, { own, linked }: WordHits): SlotLists => [
  slotsOf(almanac, own.whole),
  ...linkedSlots(almanac, linked),
]

function linkedSlots(almanac: Almanac, linked: readonly NamedTargets[]): SlotLists {
  return linked.flatMap(({ kind, ids }) =>
    ids.map((id) => {
      const { slots, length } = slotsLinkedTo(almanac, kind, id)
      return slots.subarray(0, length)
    }),
  )
}

/** Returns the ids of the slots that have every included word and no excluded one, ascending. */
export function idsWithAllWords(
  almanac: Almanac,
  include: readonly SlotLists[],
  exclude: readonly SlotLists[],
): readonly number[] {
  const { columns, byId } = almanac
  const count = new Uint8Array(columns.size)
  include.forEach((lists, at) => {
    eachSlot(lists, (slot) => {
      if (count[slot] === at) count[slot] = at + 1
    })
  })
  for (const lists of exclude)
    eachSlot(lists, (slot) => {
      count[slot] = 0
    })
  const found: number[] = []
  for (let at = 0; at < byId.length; at++) {
    const slot = byId.slots[at] ?? 0
    if (count[slot] === include.length) found.push(columns.id[slot] ?? 0)
  }
  return found
}

/** Returns how well each slot matches: for each word the best of the places where it is. */
export function rankOfHits(almanac: Almanac, include: readonly WordHits[]): SlotRank {
  const score = new Uint16Array(almanac.columns.size)
  for (const { title, start, linked } of include) {
    const best = new Uint8Array(almanac.columns.size).fill(LEVELS.text)
    for (const { kind, ids } of linked) {
      const level = kind === 'category' || kind === 'tag' ? LEVELS.term : LEVELS.linked
      eachSlot(linkedSlots(almanac, [{ kind, ids }]), (slot) => {
        if ((best[slot] ?? 0) < level) best[slot] = level
      })
    }
    for (const [texts, level] of [
      [title, LEVELS.title],
      [start, LEVELS.start],
    ] as const)
      eachSlot([slotsOf(almanac, texts.whole)], (slot) => {
        best[slot] = level
      })
    for (let slot = 0; slot < best.length; slot++) score[slot] = (score[slot] ?? 0) + (best[slot] ?? 0)
  }
  return (slot) => score[slot] ?? 0
}
