/** Sanitises the HTML of descriptions and excerpts (contract §4.8). */

import { createRequire } from 'node:module'
import type SanitizeHtml from 'sanitize-html'
import type { Attributes, IOptions } from 'sanitize-html'
import { withoutTags } from './tags.ts'

// Cleans HTML: tags and attributes that are not allowed are removed.

const load = createRequire(import.meta.url)
/** Reads the library with the first text that has markup: its seventy files are a sixth of the start. */
const sanitizer = (): typeof SanitizeHtml => load('sanitize-html')

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
export function cleanedHtml(html: string, options: SanitizeHtml.IOptions): string | undefined {
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

/**
 * Unicode noncharacters, which no text contains. They replace `&` and `>` while tags are removed, so that
 * entities and arrows are restored as they were written.
 */
const and = '\ufdd0'
const greater = '\ufdd1'

const sections = [
  'address',
  'article',
  'aside',
  'center',
  'details',
  'dialog',
  'div',
  'fieldset',
  'footer',
  'form',
  'header',
  'hgroup',
  'main',
  'nav',
  'section',
  'summary',
]

/** Allowed tags, without the sections. */
export const allowedTags = [
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'p',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'blockquote',
  'pre',
  'br',
  'hr',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'figure',
  'figcaption',
  'a',
  'abbr',
  'b',
  'bdi',
  'bdo',
  'cite',
  'code',
  'del',
  'dfn',
  'em',
  'i',
  'img',
  'ins',
  'kbd',
  'mark',
  'q',
  'rp',
  'rt',
  'ruby',
  's',
  'samp',
  'small',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
  'var',
  'wbr',
]

export const allowedAttributes = {
  '*': ['dir', 'lang'],
  a: ['href', 'hreflang', 'rel', 'title'],
  abbr: ['title'],
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  del: ['cite', 'datetime'],
  dfn: ['title'],
  img: ['alt', 'height', 'src', 'title', 'width'],
  ins: ['cite', 'datetime'],
  li: ['value'],
  ol: ['reversed', 'start', 'type'],
  q: ['cite'],
  td: ['colspan', 'rowspan'],
  th: ['abbr', 'colspan', 'rowspan', 'scope'],
  time: ['datetime'],
}

const options = {
  // Sections are removed afterwards, with a line break in their place, so that their texts do not run together.
  allowedTags: [...allowedTags, ...sections],
  allowedAttributes,
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  nonTextTags: ['script', 'style'],
  selfClosing: ['br', 'col', 'hr', 'img', 'wbr'],
  nestingLimit: 100,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: withSafeAddresses(attribs) }) },
  exclusiveFilter: (frame) => frame.tag === 'img' && frame.attribs.src === undefined,
  textFilter: (text) => text.replaceAll('&gt;', greater),
} satisfies IOptions

const sectionTags = new RegExp(`(?:</?(?:${sections.join('|')})(?: [^>]*)?>)+`, 'g')
const maxPasses = 8

/**
 * Removes all tags and attributes that are not allowed. The rest stays as written, except for lower-case
 * tags, double quotes around values, `<br>` for `<br />`, added end tags and `&lt;` for a bare `<`.
 */
export function sanitizeHtml(html: string): string {
  let kept = html.replace(/[\ufdd0\ufdd1]/g, '')
  // Removing a tag can leave a nesting that HTML does not allow, which needs another pass.
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const next = sanitizedOnce(kept)
    if (next === kept) return kept
    kept = next ?? ''
    if (next === undefined) break
  }
  return escaped(html)
}

function sanitizedOnce(html: string): string | undefined {
  return cleanedHtml(html.replaceAll('&', and), options)
    ?.replaceAll(' />', '>')
    .replace(sectionTags, lineBreakBetween)
    .replaceAll(and, '&')
    .replaceAll(greater, '>')
}

function lineBreakBetween(found: string, offset: number, html: string): string {
  const before = html.charAt(offset - 1)
  const after = html.charAt(offset + found.length)
  return /\S/.test(before) && /\S/.test(after) ? '\n' : ''
}

function escaped(html: string): string {
  return withoutTags(html).replaceAll('<', '&lt;')
}

function withSafeAddresses(attribs: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attribs).filter(([name, value]) => isSafe(name, value)))
}

const absolute = { href: /^(?:https?|mailto|tel):/i, cite: /^https?:/i, src: /^https?:\/\//i }
/** Matches an address that is certainly relative, judged before its first entity, and not to another host. */
const relative = new RegExp(`^(?:[?#]|/(?![/\\\\\\s${and}])|[^\\s:/\\\\?#${and}]+(?:[/?#]|$))`)

function isSafe(name: string, value: string): boolean {
  if (name === 'src') return absolute.src.test(value)
  if (name === 'href') return absolute.href.test(value) || relative.test(value)
  return name !== 'cite' || absolute.cite.test(value) || relative.test(value)
}
