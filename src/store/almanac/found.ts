/** What a search found, as a list like those of terms. */
import { type Almanac, slotsOf } from './almanac.ts'
import { type Columns, PROTECTED } from './columns.ts'
import { compareStarts, type Ordered, orderedOf } from './ordered.ts'

/** What a search found, by id, ascending: events by their whole text, and those with a password by their title alone. */
export interface Texts {
  readonly whole: readonly number[]
  readonly titles: readonly number[]
}

/** The same by slot. */
export interface Found {
  readonly list: Ordered
  /** Whether any of it is protected: then what of it is found by which text. */
  readonly isProtected: boolean
  readonly whole: ReadonlySet<number>
  readonly titles: ReadonlySet<number>
}

interface Made extends Found {
  readonly columns: Columns
}

/** These slots in the order of lists: many are picked out of the list of all, which takes less than to sort them. */
export function inOrder({ columns, all }: Almanac, slots: readonly number[]): Ordered {
  if (slots.length * 16 < all.length)
    return orderedOf([...slots].sort((a, b) => compareStarts(columns, a, b)))
  const marked = new Uint8Array(columns.size)
  for (const slot of slots) marked[slot] = 1
  return orderedOf(all.slots.subarray(0, all.length).filter((slot) => marked[slot] === 1))
}

function made(almanac: Almanac, { whole, titles }: Texts): Made {
  const { columns } = almanac
  const [found, titled] = [slotsOf(almanac, whole), slotsOf(almanac, titles)]
  const isProtected = (slot: number) => ((columns.marks[slot] ?? 0) & PROTECTED) !== 0
  const secret = new Set(found.filter(isProtected))
  const others = titled.filter((slot) => !secret.has(slot))
  return {
    columns,
    list: inOrder(almanac, others.length === 0 ? found : [...found, ...others]),
    isProtected: secret.size + titled.length > 0,
    whole: secret,
    titles: new Set(titled),
  }
}

/** Texts are as old as the last event in them that was changed, so their slots hold until all slots are swept. */
const known = new WeakMap<Texts, Made>()

/** What a search found, made a list once. */
export function foundIn(almanac: Almanac, texts: Texts): Found {
  const one = known.get(texts)
  if (one !== undefined && one.columns === almanac.columns) return one
  const next = made(almanac, texts)
  known.set(texts, next)
  return next
}
