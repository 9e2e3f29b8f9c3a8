/** Which events a list shows (contract §3), in the order of their starts. */
import { epochOf } from '../../domain/moment.ts'
import type { Asker, EventQuery } from '../store.ts'
import { type Almanac, settle } from './almanac.ts'
import { DEAD, KEPT, LISTED } from './columns.ts'
import { filtersOf, type Test, union } from './filters.ts'
import type { Texts } from './found.ts'
import { has } from './ordered.ts'
import { wholeSpanOf } from './remembered-spans.ts'
import { lengthOf, type Span, sliceOf, slotsIn, spanOf } from './span.ts'

/** The events that a query finds, in the order of their starts. */
export interface Selection {
  readonly almanac: Almanac
  readonly total: number
  slice(skip: number, count: number, order: 'asc' | 'desc'): readonly number[]
  /** All of them. */
  slots(): Int32Array
}

function ofSpan(almanac: Almanac, span: Span): Selection {
  return {
    almanac,
    total: lengthOf(span),
    slice: (skip, count, order) => sliceOf(span, skip, count, order),
    slots: () => slotsIn(span),
  }
}

/** Those of a span that stand at least so high and pass the tests. */
function ofTests(almanac: Almanac, span: Span, least: number, tests: readonly Test[]): Selection {
  const { standing } = almanac.columns
  const found = slotsIn(span)
  let total = 0
  // Lists are long: what most of them ask is asked first, and of the columns themselves.
  for (let at = 0; at < found.length; at++) {
    const slot = found[at] ?? 0
    if ((standing[slot] ?? 0) >= least) found[total++] = slot
  }
  for (const test of tests) {
    let passed = 0
    for (let at = 0; at < total; at++) {
      const slot = found[at] ?? 0
      if (test(slot)) found[passed++] = slot
    }
    total = passed
  }
  const list = { slots: found, length: total }
  return ofSpan(almanac, { list, early: [], from: 0, to: total, without: [] })
}

/** Finds the events that a query asks for. `texts` is what its search found, where it has one. */
export function find(almanac: Almanac, query: EventQuery, texts: Texts | undefined, asker: Asker): Selection {
  const looking = { almanac, asker, now: epochOf(asker.moment.now) }
  settle(almanac, looking.now)
  const { standing } = almanac.columns
  const isPlain = !query.hidden && query.status.length === 1 && query.status[0] === 'publish'
  const [name, least] = isPlain ? (['listed', LISTED] as const) : (['all', KEPT] as const)
  const whole = almanac[name]
  const stands: Test = (slot) => (standing[slot] ?? DEAD) >= least
  const { tests, lists } = filtersOf(looking, query, isPlain, texts)
  const shortest = lists.reduce((best, list) => (list.length < best.length ? list : best), whole)
  const within: Test = (slot) => has(almanac.columns, shortest, slot)
  const span =
    shortest === whole
      ? wholeSpanOf(almanac, name, query.window, stands)
      : spanOf(almanac, shortest, query.window, within)
  const others = lists.filter((list) => list !== shortest).map((list) => union(almanac, [list]))
  const isWhole = shortest === whole && others.length + tests.length === 0
  return isWhole ? ofSpan(almanac, span) : ofTests(almanac, span, least, [...others, ...tests])
}
