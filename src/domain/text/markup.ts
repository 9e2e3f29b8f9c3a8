/** Finds the HTML tags of a text, and removes all or some of them. */

import { createRequire } from 'node:module'
import type sanitizeHtml from 'sanitize-html'

const load = createRequire(import.meta.url)
/** Reads the library with the first text that has markup: its seventy files are a sixth of the start. */
const sanitizer = (): typeof sanitizeHtml => load('sanitize-html')

/** Deeper than any real document, and low enough that the parser's work on each tag stays small. */
const maxDepth = 256

/** A text with more tags and entities is no text that people write: the parser would hold up everybody for long. */
const MAX_MARKS = 10_000

class TooDeep extends Error {}

const markup = /[<>&]/

/** Whether a text has more tags and entities than the parser may take on at once. */
function hasTooMany(text: string): boolean {
  let count = 0
  for (const mark of ['<', '>', '&'])
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      count += 1
      if (count > 2 * MAX_MARKS) return true
    }
  return false
}

/** Removes all tags and attributes that the options do not allow; undefined if the nesting is too deep, or if there are too many tags. */
export function cleanedHtml(html: string, options: sanitizeHtml.IOptions): string | undefined {
  // Most texts have no markup, and the parser dominates the cost of processing them.
  if (!markup.test(html)) return html
  if (hasTooMany(html)) return undefined
  let depth = 0
  const onOpenTag = () => {
    depth += 1
    if (depth > maxDepth) throw new TooDeep()
  }
  const onCloseTag = () => {
    depth -= 1
  }
  try {
    return sanitizer()(html, { ...options, onOpenTag, onCloseTag })
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

/** Matches where browsers begin a tag, a comment, a declaration or a processing instruction. */
const opening = /<(?:!--|[a-z]|[/?][a-z]|![a-z[])/gi
const maxPasses = 8

/**
 * Removes all tags and comments, including those that form when others are removed. As in browsers, a tag without an end
 * reaches to the end of the text. Nothing that begins like a tag is left.
 */
export function withoutTags(text: string): string {
  let kept = text
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = withoutVisibleTags(kept)
    if (next === kept) return kept
    kept = next
  }
  // Only deliberately nested tags reach this line. Removing their brackets at once keeps the time linear.
  return kept.replace(/<+/g, (run, at: number) => (/[a-z/!?]/i.test(kept.charAt(at + run.length)) ? '' : run))
}

function withoutVisibleTags(text: string): string {
  const endOf = endsOf(text)
  const search = new RegExp(opening)
  let kept = ''
  let from = 0
  for (let found = search.exec(text); found !== null; found = search.exec(text)) {
    const end = endOf(found.index, search.lastIndex)
    if (end === 0) return kept + text.slice(from, found.index)
    kept += text.slice(from, found.index)
    from = end
    search.lastIndex = end
  }
  return kept + text.slice(from)
}

/** Returns a function that finds the end of a tag, 0 for none. It does not repeat a search that has failed before. */
function endsOf(text: string): (start: number, inside: number) => number {
  const missed = new Set<string>()
  const [arrow, bang] = [nextOf(text, '-->'), nextOf(text, '--!>')]
  const after = (kind: string, find: () => number): number => {
    const end = missed.has(kind) ? 0 : find()
    if (end === 0) missed.add(kind)
    return end
  }
  return (start, inside) => {
    const comment = text.startsWith('<!--', start)
    const whole = comment
      ? () => endOfComment(arrow(start + 2), bang(start + 4))
      : () => endOfAttributes(text, inside)
    return after(comment ? 'comment' : 'tag', whole) || after('bracket', () => endBehind(text, '>', inside))
  }
}

/** `--!>` ends a comment too (HTML §13.2.5.52). */
function endOfComment(...found: readonly number[]): number {
  const ends = found.filter((end) => end > 0)
  return ends.length === 0 ? 0 : Math.min(...ends)
}

/** Returns a function that finds the end of the next mark, 0 for none. Asked for ascending places, it reads the text once. */
function nextOf(text: string, mark: string): (from: number) => number {
  let end: number | undefined
  return (from) => {
    if (end === undefined || (end > 0 && end - mark.length < from)) end = endBehind(text, mark, from)
    return end
  }
}

function endBehind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? 0 : at + mark.length
}

/** Skips quoted values, which may contain brackets. */
function endOfAttributes(text: string, from: number): number {
  const stops = />|=\s*(["'])/g
  stops.lastIndex = from
  for (let stop = stops.exec(text); stop !== null; stop = stops.exec(text)) {
    const [, quote] = stop
    if (quote === undefined) return stops.lastIndex
    stops.lastIndex = endBehind(text, quote, stops.lastIndex) || text.length
  }
  return 0
}
