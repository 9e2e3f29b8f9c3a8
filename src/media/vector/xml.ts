/**
 * Reads XML into a tree, as far as drawings need it. Nothing relies on its strictness: what writes the tree again decides what stays, and
 * escapes every text. Each step takes time linear in the text.
 */

import { because, type RefusalReason } from '../../problem.ts'

/** An element, with texts among its children. */
export interface XmlElement {
  /** The name without its prefix. */
  readonly name: string
  /** The prefix of its name; "" for none. */
  readonly prefix: string
  /** Values by names as they are written, with prefixes. */
  readonly attributes: ReadonlyMap<string, string>
  readonly children: (XmlElement | string)[]
}

type XmlResult = { readonly root: XmlElement } | { readonly fault: RefusalReason }

const MAX_DEPTH = 60
const MAX_ELEMENTS = 10_000

const NAME = '[\\p{L}_][\\p{L}\\p{N}_.:-]*'
const opening = new RegExp(`<(${NAME})`, 'uy')
const closing = new RegExp(`</(${NAME})\\s*>`, 'uy')
const attribute = new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'uy')
const tagEnd = /(?<!\s)\s*(\/?)>/y
const doctype = /<!DOCTYPE[^[>]*(?:\[([^\]]*)\]\s*)?>/y
const entity = /<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%<]{0,200})"|'([^'&%<]{0,200})')\s*>/g

type Entities = Map<string, string>

const entitiesOfXml = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** The place up to which a text is read, and what is known there. */
interface Cursor {
  readonly text: string
  at: number
  readonly entities: Entities
  /** The elements that are open, the innermost last; the first holds the root. */
  readonly open: XmlElement[]
  elements: number
}

const malformed = because('malformed_svg')

/** Matches a pattern at the cursor, and moves behind it. */
function take(cursor: Cursor, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text) ?? undefined
  if (found !== undefined) cursor.at = pattern.lastIndex
  return found
}

/** Moves behind the next `end`, and returns what is before it; undefined if there is none. */
function takeUntil(cursor: Cursor, end: string): string | undefined {
  const found = cursor.text.indexOf(end, cursor.at)
  if (found < 0) return undefined
  const before = cursor.text.slice(cursor.at, found)
  cursor.at = found + end.length
  return before
}

function character(digits: string, base: number): string {
  const code = Number.parseInt(digits, base)
  return code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
}

const decoded = (text: string, entities: Entities) =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([\w.-]+));/gi, (_all, hex, decimal, name) => {
    if (hex !== undefined) return character(hex, 16)
    if (decimal !== undefined) return character(decimal, 10)
    return entities.get(name) ?? ''
  })

function addText(text: string, { open }: Cursor): undefined {
  open.at(-1)?.children.push(text)
}

/** Reads the start of an element. Returns a fault, if there is one. */
function readElement(cursor: Cursor): RefusalReason | undefined {
  const [, name = ''] = take(cursor, opening) ?? []
  if (name === '') return malformed
  const attributes = new Map<string, string>()
  for (;;) {
    const [, key, double, single = ''] = take(cursor, attribute) ?? []
    if (key === undefined) break
    attributes.set(key, decoded(double ?? single, cursor.entities))
  }
  const end = take(cursor, tagEnd)
  if (end === undefined) return malformed
  cursor.elements += 1
  if (cursor.elements > MAX_ELEMENTS) return because('svg_elements', { most: MAX_ELEMENTS })
  const colon = name.indexOf(':')
  const element = {
    name: name.slice(colon + 1),
    prefix: name.slice(0, Math.max(colon, 0)),
    attributes,
    children: [],
  }
  cursor.open.at(-1)?.children.push(element)
  if (end[1] === '/') return undefined
  cursor.open.push(element)
  return cursor.open.length > MAX_DEPTH ? because('svg_depth', { most: MAX_DEPTH }) : undefined
}

function readEnd(cursor: Cursor): RefusalReason | undefined {
  const [, name] = take(cursor, closing) ?? []
  const { name: open, prefix } = cursor.open.at(-1) ?? { name: '', prefix: '' }
  if (cursor.open.length < 2 || name !== (prefix === '' ? open : `${prefix}:${open}`)) return malformed
  cursor.open.pop()
  return undefined
}

function readDoctype(cursor: Cursor): RefusalReason | undefined {
  const found = take(cursor, doctype)
  if (found === undefined) return malformed
  // Illustrator names namespaces by entities. They hold no other ones, so that a text can't swell.
  for (const [, name = '', double, single = ''] of (found[1] ?? '').matchAll(entity))
    cursor.entities.set(name, double ?? single)
  return undefined
}

/** Reads markup that begins at the cursor. Returns a fault, if there is one. */
function readMarkup(cursor: Cursor): RefusalReason | undefined {
  const { text, at } = cursor
  if (text.startsWith('<!--', at)) return takeUntil(cursor, '-->') === undefined ? malformed : undefined
  if (text.startsWith('<?', at)) return takeUntil(cursor, '?>') === undefined ? malformed : undefined
  if (text.startsWith('<![CDATA[', at)) {
    const inside = takeUntil(cursor, ']]>')
    return inside === undefined ? malformed : addText(inside.slice('<![CDATA['.length), cursor)
  }
  if (text.startsWith('<!DOCTYPE', at)) return readDoctype(cursor)
  return text.startsWith('</', at) ? readEnd(cursor) : readElement(cursor)
}

/** Returns the root of an XML text, or why it can't be read. */
export function readXml(text: string): XmlResult {
  const holder: XmlElement = { name: '', prefix: '', attributes: new Map(), children: [] }
  const entities = new Map(Object.entries(entitiesOfXml))
  const cursor: Cursor = { text, at: 0, entities, open: [holder], elements: 0 }
  while (cursor.at < text.length) {
    const markup = text.indexOf('<', cursor.at)
    const end = markup < 0 ? text.length : markup
    if (end > cursor.at) addText(decoded(text.slice(cursor.at, end), entities), cursor)
    cursor.at = end
    const fault = markup < 0 ? undefined : readMarkup(cursor)
    if (fault !== undefined) return { fault }
  }
  const [root, ...more] = holder.children.filter((child) => typeof child !== 'string')
  if (root === undefined || more.length > 0 || cursor.open.length > 1) return { fault: malformed }
  return { root }
}
