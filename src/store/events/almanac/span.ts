/** The events of a list within a window, in order, found by binary search instead of a full scan. */
import type { StartAndEndLimits } from '../../../domain/time/window.ts'
import type { Almanac } from './almanac.ts'
import { BRIEF_EVENT_SECONDS, LONG_EVENT_SECONDS } from './loading/durations.ts'
import { compareStarts, type OrderedSlots, positionOfStart } from './ordered.ts'

/**
 * The slots of `list` from position `from` to before `to`, except those at the positions `without` (ascending). The
 * `early` slots come first: events that began before the window and reach into it.
 */
export interface SlotSpan {
  readonly list: OrderedSlots
  readonly early: readonly number[]
  readonly from: number
  readonly to: number
  readonly without: readonly number[]
}

const least = (a: number | undefined, b: number | undefined) => Math.min(a ?? Infinity, b ?? Infinity)
const most = (a: number | undefined, b: number | undefined) => Math.max(a ?? -Infinity, b ?? -Infinity)

/** Whether an event with that start and end is within the window. */
function liesIn(
  { startFrom, startTo, endFrom, endTo }: StartAndEndLimits,
  start: number,
  end: number,
): boolean {
  return (
    (startFrom === undefined || start >= startFrom) &&
    (startTo === undefined || start <= startTo) &&
    (endFrom === undefined || end >= endFrom) &&
    (endTo === undefined || end <= endTo)
  )
}

/** Returns the positions before which no event of up to `duration` seconds can be within the window, and after which none can. */
function reach(
  { columns }: Almanac,
  list: OrderedSlots,
  { startFrom, startTo, ...ends }: StartAndEndLimits,
  duration: number,
) {
  const { endFrom, endTo } = ends
  const earliest = most(startFrom, endFrom === undefined ? undefined : endFrom - duration)
  const from = positionOfStart(columns, list, earliest)
  const to = positionOfStart(columns, list, least(startTo, endTo) + 1)
  return { earliest, from, to: Math.max(from, to) }
}

/** Returns the events of more than a day that may begin before the window or end after it; others that do are close to its bounds. */
function lengthy(almanac: Almanac, window: StartAndEndLimits): readonly Int32Array[] {
  const endFrom = window.endFrom ?? window.endTo
  if (endFrom === undefined) return []
  const { lasting, long } = almanac
  const ends = { ...window, endFrom }
  const slotsOf = (list: OrderedSlots, duration: number) => {
    const { from, to } = reach(almanac, list, ends, duration)
    return list.slots.subarray(from, to)
  }
  return [slotsOf(long, Number.POSITIVE_INFINITY), slotsOf(lasting, LONG_EVENT_SECONDS)]
}

/** Returns the span of a list within a window. `holds` tells whether a slot is in the list. */
export function slotSpanWithin(
  almanac: Almanac,
  list: OrderedSlots,
  window: StartAndEndLimits,
  holds: (slot: number) => boolean,
): SlotSpan {
  const { columns } = almanac
  const { start, end } = columns
  const { earliest, from, to } = reach(almanac, list, window, BRIEF_EVENT_SECONDS)
  const fits = (slot: number) => liesIn(window, start[slot] ?? 0, end[slot] ?? 0)
  const { endFrom, endTo } = window
  const early: number[] = []
  const without = new Set<number>()
  // An event of up to a day can only end past the bound if it starts close to it.
  const begun = endFrom === undefined ? from : Math.min(positionOfStart(columns, list, endFrom), to)
  const rest = Math.max(begun, from)
  if (endTo !== undefined)
    for (let at = Math.max(positionOfStart(columns, list, endTo - BRIEF_EVENT_SECONDS), rest); at < to; at++)
      if (!fits(list.slots[at] ?? 0)) without.add(at)
  const look = (slot: number) => {
    if ((start[slot] ?? 0) < earliest) {
      if (endFrom !== undefined && fits(slot) && holds(slot)) early.push(slot)
    } else if (endTo !== undefined && !fits(slot) && holds(slot)) {
      const at = positionOf(almanac, list, slot)
      if (at >= rest && at < to) without.add(at)
    }
  }
  for (const slots of lengthy(almanac, window)) for (const slot of slots) look(slot)
  early.sort((a, b) => compareStarts(columns, a, b))
  // Most events that have begun are over: listing those under way takes less space than listing those to skip.
  for (let at = from; at < rest; at++) {
    const slot = list.slots[at] ?? 0
    if (fits(slot)) early.push(slot)
  }
  return { list, early, from: rest, to, without: [...without].sort((a, b) => a - b) }
}

function positionOf({ columns }: Almanac, list: OrderedSlots, slot: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareStarts(columns, list.slots[middle] ?? 0, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

export function slotSpanLength({ early, from, to, without }: SlotSpan): number {
  return early.length + to - from - without.length
}

/** Returns `count` slots of the span from the `skip`th on; from its end backwards where `order` is descending. */
export function pageOfSlotSpan(
  span: SlotSpan,
  skip: number,
  count: number,
  order: 'asc' | 'desc',
): readonly number[] {
  const length = slotSpanLength(span)
  const wanted = Math.max(0, Math.min(count, length - skip))
  const first = order === 'asc' ? skip : length - skip - wanted
  const slots = forwards(span, first, wanted)
  return order === 'asc' ? slots : slots.reverse()
}

function forwards({ list, early, from, to, without }: SlotSpan, first: number, count: number): number[] {
  const slots = early.slice(first, first + count)
  let at = from + Math.max(0, first - early.length)
  let hole = 0
  while (hole < without.length && (without[hole] ?? 0) <= at) {
    at += 1
    hole += 1
  }
  for (; slots.length < count && at < to; at++) {
    if (without[hole] === at) hole += 1
    else slots.push(list.slots[at] ?? 0)
  }
  return slots
}

/** Calls `visit` with every slot of the span, in order. */
function eachOf({ list, early, from, to, without }: SlotSpan, visit: (slot: number) => void): void {
  for (const slot of early) visit(slot)
  let hole = 0
  for (let at = from; at < to; at++) {
    if (without[hole] === at) hole += 1
    else visit(list.slots[at] ?? 0)
  }
}

/** Returns every slot of the span, in order. */
export function allSlotsOfSlotSpan(span: SlotSpan): Int32Array {
  const { list, early, from, to, without } = span
  if (without.length === 0 && early.length === 0) return list.slots.slice(from, to)
  const slots = new Int32Array(slotSpanLength(span))
  let count = 0
  eachOf(span, (slot) => {
    slots[count++] = slot
  })
  return slots
}
