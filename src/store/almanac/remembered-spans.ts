/** Spans of whole lists: most readers ask of the same days. */
import type { Window } from '../../domain/window.ts'
import type { Almanac } from './almanac.ts'
import { type Span, spanOf } from './span.ts'

/** What was found at one state of the almanac. */
interface Remembered {
  readonly revision: number
  readonly settled: Almanac['settled']
  readonly spans: Map<string, Span>
}

const MOST_SPANS = 1000

const remembered = new WeakMap<Almanac, Remembered>()

function at(almanac: Almanac): Map<string, Span> {
  const { revision, settled } = almanac
  const known = remembered.get(almanac)
  if (known !== undefined && known.revision === revision && known.settled === settled) return known.spans
  const spans = new Map<string, Span>()
  remembered.set(almanac, { revision, settled, spans })
  return spans
}

/** The span of one of the almanac's own lists in a window. `holds` tells whether a slot is in the list. */
export function wholeSpanOf(
  almanac: Almanac,
  name: 'listed' | 'all',
  window: Window,
  holds: (slot: number) => boolean,
): Span {
  const spans = at(almanac)
  const { startFrom, startTo, endFrom, endTo } = window
  const key = [name, startFrom, startTo, endFrom, endTo].join()
  const known = spans.get(key)
  if (known !== undefined) return known
  const span = spanOf(almanac, almanac[name], window, holds)
  if (spans.size >= MOST_SPANS) spans.clear()
  spans.set(key, span)
  return span
}
