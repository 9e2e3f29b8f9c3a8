/** Where HTML tags begin and end in a text, and which of them stay. */

import sanitize from 'sanitize-html'

/** Far more than people nest, and few enough that the parser's work on each tag stays small. */
const deepest = 256

class TooDeep extends Error {}

const markup = /[<>&]/

/** The HTML with the tags and attributes of the options alone; undefined when it is nested to exhaust. */
export function cleaned(html: string, options: sanitize.IOptions): string | undefined {
  // Most texts have none, and the parser takes longer than all else that is done to them.
  if (!markup.test(html)) return html
  let depth = 0
  const onOpenTag = () => {
    depth += 1
    if (depth > deepest) throw new TooDeep()
  }
  const onCloseTag = () => {
    depth -= 1
  }
  try {
    return sanitize(html, { ...options, onOpenTag, onCloseTag })
  } catch (error) {
    if (error instanceof TooDeep) return undefined
    throw error
  }
}

/** How browsers see a tag, a comment, a declaration or an instruction begin. */
const opening = /<(?:!--|[a-z]|[/?][a-z]|![a-z[])/gi
const mostPasses = 8

/**
 * The text without its tags and comments, also without those that only come together when others are gone. One that is
 * never closed reaches to the end of the text, as browsers read it: nothing that begins like a tag is left.
 */
export function withoutTags(text: string): string {
  let kept = text
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const next = withoutVisibleTags(kept)
    if (next === kept) return kept
    kept = next
  }
  // Only tags nested to hide come here; dropping their brackets at once keeps the time linear.
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

/** Finds where a tag ends, 0 for nowhere; what it missed once it does not look for again. */
function endsOf(text: string): (start: number, inside: number) => number {
  const missed = new Set<string>()
  const after = (kind: string, find: () => number): number => {
    const end = missed.has(kind) ? 0 : find()
    if (end === 0) missed.add(kind)
    return end
  }
  return (start, inside) => {
    const comment = text.startsWith('<!--', start)
    const whole = comment ? () => endOfComment(text, start) : () => endOfAttributes(text, inside)
    return after(comment ? 'comment' : 'tag', whole) || after('bracket', () => endBehind(text, '>', inside))
  }
}

/** `--!>` ends a comment as well (HTML §13.2.5.52). */
function endOfComment(text: string, start: number): number {
  const ends = [endBehind(text, '-->', start + 2), endBehind(text, '--!>', start + 4)].filter(
    (end) => end > 0,
  )
  return ends.length === 0 ? 0 : Math.min(...ends)
}

function endBehind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? 0 : at + mark.length
}

/** A quoted value may hold brackets. */
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
