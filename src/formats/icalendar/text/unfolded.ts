/** Splits the text of a calendar into unfolded lines (RFC 5545 §3.1), in steps, so that long lines do not block other tasks. */
import { because, Problem } from '../../../problem.ts'

export interface UnfoldedLine {
  /** The number of its first line, counted from 1. */
  readonly number: number
  /** Where it begins and ends in the text. */
  readonly from: number
  readonly to: number
  /** "" if the line is too long. */
  readonly text: string
  readonly isTooLong: boolean
}

/** A limit far above real calendars. */
const MAX_LINES = 3_000_000
/** The maximum characters of one unfolded line: a description of maximum length, with escapes. */
export const LONGEST_CONTENT_LINE = 512 * 1024
/** Characters that are read in one step, which takes some milliseconds. */
const STEP = 1024 * 1024
/** The cost of a line in addition to its characters, in characters. */
const LINE_COST = 32

const LINE_FEED = 10
const RETURN = 13

/** The end of the line that contains `from`, but at most `to`. */
function lineEnd(text: string, from: number, to: number): number {
  let at = from
  for (; at < to; at += 1) {
    const code = text.charCodeAt(at)
    if (code === LINE_FEED || code === RETURN) return at
  }
  return at
}

interface Open {
  readonly number: number
  readonly from: number
  readonly pieces: string[]
  to: number
  size: number
}

function closed({ number, from, to, pieces, size }: Open): UnfoldedLine {
  const isTooLong = size > LONGEST_CONTENT_LINE
  return { number, from, to, isTooLong, text: isTooLong ? '' : pieces.join('') }
}

/** Adds a piece of a line, which ends at `to` in the text. */
function extend(open: Open, piece: string, to: number): void {
  open.to = to
  open.size += piece.length
  // A line that is too long is not held in memory.
  if (open.size > LONGEST_CONTENT_LINE) open.pieces.length = 0
  else open.pieces.push(piece)
}

/**
 * Yields the lines that are not empty, with any kind of line break, and undefined after each step; `first` is the number of the first
 * line. Throws 400 if there are too many.
 */
export function* unfoldedLinesInSteps(text: string, first = 1): Generator<UnfoldedLine | undefined> {
  let open: Open | undefined
  let work = 0
  for (let [at, number] = [text.startsWith('\ufeff') ? 1 : 0, first]; at < text.length; number += 1) {
    if (number > MAX_LINES)
      throw new Problem('rest_invalid_param', because('too_many_lines', { most: MAX_LINES }))
    let end = lineEnd(text, at, Math.min(text.length, at + STEP))
    while (end < text.length && text.charCodeAt(end) !== LINE_FEED && text.charCodeAt(end) !== RETURN) {
      yield undefined
      end = lineEnd(text, end, Math.min(text.length, end + STEP))
    }
    work += end - at + LINE_COST
    const line = text.slice(at, end)
    if (/^[ \t]/.test(line) && open !== undefined) extend(open, line.slice(1), end)
    else if (/\S/.test(line)) {
      if (open !== undefined) yield closed(open)
      open = { number, from: at, to: end, pieces: [], size: 0 }
      extend(open, line, end)
    }
    at = end + (text.startsWith('\r\n', end) ? 2 : 1)
    if (work < STEP) continue
    work = 0
    yield undefined
  }
  if (open !== undefined) yield closed(open)
}
