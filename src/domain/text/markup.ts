/** Cleans HTML: tags and attributes that are not allowed are removed. */

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
