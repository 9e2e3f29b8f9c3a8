/** Converts titles, names and HTML to text without markup. */
import { because, type RefusalReason } from '../../problem.ts'
import { cleanedHtml } from './html.ts'
import { unicodeNormalizedText } from './letters.ts'
import { withoutTags } from './tags.ts'

const control = /[\p{Cc}\p{Cs}]/gu
const lineBreaks = ['\t', '\n', '\r']

/** Normalises a title or name for storage: trimmed, on one line, single spaces, without HTML tags. Entities stay as text. */
export function titleForStorage(text: string): string {
  return withoutTagsIn(text)
    .replace(/\s+/g, (space) => (space.length > 1 || /[^\p{Zs}]/u.test(space) ? ' ' : space))
    .trim()
}

/** Normalises a multi-line text for storage: removes HTML tags, and trims the text if there were any. */
export function normalizedTextWithoutTags(text: string): string {
  const kept = withoutTagsIn(text)
  return kept === unicodeNormalizedText(text) ? kept : kept.trim()
}

// Normalised before, because the Kelvin sign becomes a K, which can begin a tag; and after, because removal can join characters.
function withoutTagsIn(text: string): string {
  return unicodeNormalizedText(
    withoutTags(unicodeNormalizedText(text), (name) => (partsWords.has(name) ? ' ' : '')),
  )
}

/** Whether a text has more than `most` characters. A character has one or two UTF-16 units, so most texts need no counting. */
export function isLongerThan(text: string, most: number): boolean {
  return text.length > most && (text.length > 2 * most || [...text].length > most)
}

/** The most UTF-16 units in which one character may be sent: two, or a letter and its marks, which NFC joins. */
const SENT_UNITS = 4

/** Whether a text is certainly longer than `most` characters, before it is normalised. Nothing else reads a text that is. */
export const isCertainlyLonger = (sent: string, most: number): boolean => sent.length > SENT_UNITS * most

/** One line of plain text of 1 to `most` characters; undefined if the value is no such text. */
export function titleOrUndefined(raw: unknown, most: number): string | undefined {
  if (typeof raw !== 'string' || isCertainlyLonger(raw, most)) return undefined
  const title = titleForStorage(raw)
  return title === '' || isLongerThan(title, most) || textFault(title) !== undefined ? undefined : title
}

/** The reason why a text is refused in every field; undefined if it is valid. */
export function textFault(text: string): RefusalReason | undefined {
  const found = text.match(control)?.find((character) => !lineBreaks.includes(character))
  if (found === undefined) return undefined
  if (/\p{Cs}/u.test(found)) return because('half_character')
  return because('control_character', {
    code: found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0'),
  })
}

const lineTags = [
  'address',
  'article',
  'aside',
  'blockquote',
  'br',
  'caption',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hr',
  'li',
  'main',
  'nav',
  'ol',
  'option',
  'p',
  'pre',
  'section',
  'summary',
  'table',
  'tr',
  'ul',
]
const cellTags = ['td', 'th']
/** Tags between which words are words of their own. */
const partsWords: ReadonlySet<string> = new Set([...lineTags, ...cellTags])
const parting = {
  allowedTags: [...lineTags, ...cellTags],
  allowedAttributes: {},
  nonTextTags: ['script', 'style'],
}
const characters: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** Tags that part no lines. */
const inlineTags = 'a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|sub|sup|u'
const inlineTag = new RegExp(`</?(?:${inlineTags})(?: [^<>]*)?>`, 'g')

/**
 * HTML of common tags and the entities of stored texts, with nothing hidden and nothing that a parser could read otherwise. Most texts
 * are such, and the parser dominates the cost of others.
 */
const simple = new RegExp(
  `^[^<>&]*(?:(?:</?(?:p|br|ul|ol|li|div|blockquote|h[1-6]|${inlineTags})(?: [a-z]+="[^"<>]*")*(?: ?/)?>|&(?:lt|gt|quot|amp);)[^<>&]*)*$`,
)

/** The visible text of HTML: one line for each block, white space collapsed, entities decoded. */
export function plainTextOf(html: string): string {
  const line = html.replace(/\s+/g, ' ')
  const parted = (
    simple.test(line)
      ? line.replace(inlineTag, '')
      : (cleanedHtml(line, parting) ?? withoutTags(line).replaceAll('<', '&lt;'))
  )
    .replace(/<\/?t[dh]>/g, ' ')
    .replace(/<[^<>]*>/g, '\n')
  return collapse(parted.replace(/&(lt|gt|quot|amp);/g, (entity, name) => characters[name] ?? entity))
}

function collapse(text: string): string {
  return text.replace(/\s+/g, (space) => (space.includes('\n') ? '\n' : ' ')).trim()
}

// HTML → plain text for programs that show nothing but text, such as calendars: links keep their targets, lists their signs.

const linkOrList = /<(\/?)(a|ol|ul|li)\b([^<>]*)>/gi
/** A paragraph that an entry begins with would part it from its sign. */
const entryWithParagraph = /(<li\b[^<>]*>)\s*<p\b[^<>]*>/gi

const schemes = /^(?:https?:\/\/|mailto:|tel:)/i

/** An address without what people leave out where they write one. */
const bareAddress = (address: string) => address.trim().replace(schemes, '').replace(/\/$/, '').toLowerCase()

/** Returns what a text shows of a target: a web address, or that of mail or telephone without its scheme; "" for any other. */
function targetOf(attributes: string): string {
  const [, href = ''] = /(?:^|\s)href="([^"]*)"/i.exec(attributes) ?? []
  if (/^(?:mailto|tel):/i.test(href)) return href.replace(schemes, '').replace(/\?.*$/, '')
  return schemes.test(href) ? href : ''
}

/** Returns the text of a link: its words, and its target unless they are the same. */
function textOfLink(words: string, target: string): string {
  if (target === '') return words
  return bareAddress(plainTextOf(words)) === bareAddress(plainTextOf(target))
    ? target
    : `${words} (${target})`
}

const isNumbered = (name: string) => name.toLowerCase() === 'ol'
const firstNumber = (attributes: string) => Number(/\bstart="(\d{1,9})"/i.exec(attributes)?.[1] ?? 1)

/**
 * Returns the visible text of stored HTML, as `plainTextOf` does, in which links keep their targets (`Tickets
 * (https://tickets.example/)`) and entries of lists begin with `•` or their number.
 */
export function textWithLinksOf(html: string): string {
  const source = html.replace(entryWithParagraph, '$1')
  /** The next number of each open list; undefined for those without numbers. */
  const lists: (number | undefined)[] = []
  let link: { readonly target: string; readonly from: number } | undefined
  let [text, at] = ['', 0]
  for (const { 0: tag, 1: slash, 2: name = '', 3: attributes = '', index } of source.matchAll(linkOrList)) {
    text += source.slice(at, index)
    at = index + tag.length
    const isEnd = slash !== ''
    if (/^a$/i.test(name)) {
      if (link !== undefined) text = text.slice(0, link.from) + textOfLink(text.slice(link.from), link.target)
      link = isEnd ? undefined : { target: targetOf(attributes), from: text.length }
      continue
    }
    text += tag
    if (/^li$/i.test(name)) {
      const number = lists.at(-1)
      if (!isEnd) text += number === undefined ? '• ' : `${number}. `
      if (!isEnd && number !== undefined) lists[lists.length - 1] = number + 1
    } else if (isEnd) lists.pop()
    else lists.push(isNumbered(name) ? firstNumber(attributes) : undefined)
  }
  return plainTextOf(text + source.slice(at))
}

/** Plain text → HTML. */

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Converts each block of lines to a paragraph, and each line break within a block to `<br>`; "" for an empty text. */
export function htmlOfText(text: string): string {
  if (text === '') return ''
  const paragraphs = text.replace(/[&<>]/g, (mark) => marks[mark] ?? mark).split(/\n\s*\n/)
  return paragraphs.map((one) => `<p>${one.replaceAll('\n', '<br>')}</p>`).join('\n')
}

// HTML character references (`&amp;`, `&#8217;`) in plain texts.

const reference = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);?/gi
/** A reference to `<` before a character that would begin a tag. */
const tagStart = /&(?:lt|#0*60|#x0*3c);?(?=[a-z/!?])/gi

/** Decodes the references of a text once and collapses white space: `Rock &amp; Roll` → `Rock & Roll`. A `<` that would begin a tag stays `&lt;`. */
export function decodedReferences(text: string): string {
  if (!text.includes('&')) return text
  return plainTextOf(text.replace(tagStart, '&amp;lt;'))
}

/** Whether browsers decode the text, which has the form of one reference. */
function isReference(text: string): boolean {
  return plainTextOf(`x${text}x`) !== `x${text}x`
}

/**
 * Escapes each `&` that begins a reference, and nothing else. Decoding the result gives the text back;
 * `Rock & Roll` does not change.
 */
export function escapedReferenceAmpersands(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (found) => (isReference(found) ? `&amp;${found.slice(1)}` : found))
}
