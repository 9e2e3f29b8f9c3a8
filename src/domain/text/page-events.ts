/** Reads what a page of the web says for programs: its events (schema.org, as JSON-LD or microdata), and its calendars. */
import { isJsonObject } from '../../support/json.ts'
import { urlOfAnyScheme } from './links.ts'
import { plainTextOf } from './plain-text.ts'

/** A node of schema.org: its properties by their names. */
export type SchemaNode = Readonly<Record<string, unknown>>

/** Limits far above real pages. */
const MAX_EVENTS = 5000
const MAX_TAGS = 300_000
const MAX_DEPTH = 12
const MAX_OPEN = 256
const LONGEST_VALUE = 65_536
const LONGEST_PAGE = 5 * 1024 * 1024
/** The characters of all texts of microdata together: elements may lie within each other. */
const MAX_MICRODATA = 4_000_000

const BEGINNING =
  /^\ufeff?\s*(?:<\?xml[^<>]{0,200}\?>\s*)?(?:<!--[^>]{0,1000}-->\s*){0,5}<(?:!doctype\s+html|html|head|body)\b/i

/** Whether a text is a page of the web. */
export const isPage = (text: string): boolean => BEGINNING.test(text.slice(0, 8000))

interface Tag {
  readonly name: string
  readonly isEnd: boolean
  readonly attributes: ReadonlyMap<string, string>
  /** Where the tag begins, and where what follows it begins. */
  readonly from: number
  readonly to: number
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?/g

/** The text of an attribute; references to characters are decoded. */
const decoded = (text: string) => (text.includes('&') ? plainTextOf(text.replaceAll('<', '&lt;')) : text)

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare] of text.slice(0, LONGEST_VALUE).matchAll(attribute))
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), decoded(double ?? single ?? bare ?? ''))
  return found
}

/** The end of a tag: the first `>` outside of quotes. */
function tagEnd(html: string, from: number): number {
  let quote = ''
  for (let at = from; at < html.length; at += 1) {
    const sign = html[at] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '>') return at
    else if ((sign === '"' || sign === "'") && html[at - 1] === '=') quote = sign
  }
  return html.length
}

/** Elements whose content is no markup. */
const raw = new Set(['script', 'style', 'textarea', 'title', 'noscript'])

/** Yields the tags of a page, without those in comments and scripts. */
function* tagsOf(html: string): Iterable<Tag> {
  let count = 0
  for (let from = html.indexOf('<'); from >= 0 && count < MAX_TAGS; count += 1) {
    if (html.startsWith('<!--', from)) {
      const end = html.indexOf('-->', from)
      if (end < 0) return
      from = html.indexOf('<', end)
      continue
    }
    const [, slash = '', written = ''] = /^<(\/?)([a-z][a-z\d-]*)/i.exec(html.slice(from, from + 40)) ?? []
    if (written === '') {
      from = html.indexOf('<', from + 1)
      continue
    }
    const end = tagEnd(html, from + 1)
    const name = written.toLowerCase()
    const inside = html.slice(from + 1 + slash.length + written.length, end)
    yield { name, isEnd: slash !== '', attributes: attributesOf(inside), from, to: end + 1 }
    const close = slash === '' && raw.has(name) ? closeOf(html, name, end) : end
    from = html.indexOf('<', close)
  }
}

/** Where the end tag of an element begins whose content is no markup. */
function closeOf(html: string, name: string, from: number): number {
  const end = new RegExp(`</${name}`, 'gi')
  end.lastIndex = from
  return end.exec(html)?.index ?? html.length
}

/** The names of the types of a node, without the address of the vocabulary. */
export function schemaTypes({ '@type': type }: SchemaNode): readonly string[] {
  const all: readonly unknown[] = Array.isArray(type) ? type : [type]
  return all.flatMap((one) => (typeof one === 'string' ? (one.split(/[/#:]/).at(-1) ?? []) : []))
}

const isEvent = (node: SchemaNode) =>
  schemaTypes(node).some((type) => /(?:^|[a-z])Event$|^Festival$|^Hackathon$/.test(type)) &&
  'startDate' in node

/** Adds the events in a value, also those of lists, of places and parts of other events. */
function collect(value: unknown, events: SchemaNode[], depth = 0): void {
  if (depth > MAX_DEPTH || events.length >= MAX_EVENTS) return
  if (Array.isArray(value)) {
    for (const one of value) collect(one, events, depth + 1)
    return
  }
  if (!isJsonObject(value)) return
  if (isEvent(value)) events.push(value)
  for (const [name, one] of Object.entries(value)) if (name !== 'superEvent') collect(one, events, depth + 1)
}

/** The value of a script with JSON-LD; undefined if it is none. Some systems put it into a comment. */
function jsonIn(text: string): unknown {
  const plain = text
    .replace(/^\s*(?:<!--|\/\*<!\[CDATA\[\*\/|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\]\]>\*\/|\]\]>)\s*$/, '')
  try {
    return JSON.parse(plain)
  } catch {
    try {
      // Line breaks within texts are the fault that most systems have.
      return JSON.parse(plain.replace(/[\r\n\t]+/g, ' '))
    } catch {
      return undefined
    }
  }
}

/** Elements without an end tag. */
const empty = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))

/** An element of a page with microdata that is open. */
interface OpenElement {
  readonly tag: Tag
  readonly item?: Record<string, unknown>
  /** The property that its text is, and the item that has it. */
  readonly text?: { readonly of: Record<string, unknown>; readonly names: readonly string[] }
}

function addProperty(item: Record<string, unknown>, names: readonly string[], value: unknown): void {
  for (const name of names) {
    const known = Object.hasOwn(item, name) ? item[name] : undefined
    // Copying the values of a property for each new one would take the square of their number.
    if (Array.isArray(known)) {
      known.push(value)
      continue
    }
    const all = known === undefined ? value : [known, value]
    Object.defineProperty(item, name, { value: all, enumerable: true, configurable: true, writable: true })
  }
}

/** The value of an element that says it in an attribute. */
function saidValue({ name, attributes }: Tag): string | undefined {
  const content = attributes.get('content')
  if (content !== undefined) return content
  if (name === 'time') return attributes.get('datetime')
  if (name === 'a' || name === 'link' || name === 'area') return attributes.get('href')
  if (name === 'data' || name === 'meter') return attributes.get('value')
  return ['img', 'audio', 'embed', 'iframe', 'source', 'track', 'video'].includes(name)
    ? attributes.get('src')
    : undefined
}

const listOf = (text: string | undefined) => (text ?? '').split(/\s+/).filter((one) => one !== '')

/** Reads the items of microdata of a page, tag by tag. */
function microdataReader(html: string) {
  const items: Record<string, unknown>[] = []
  const open: OpenElement[] = []
  let left = MAX_MICRODATA
  const close = ({ tag, text }: OpenElement, to: number) => {
    if (text === undefined || left <= 0) return
    const written = html.slice(tag.to, Math.min(to, tag.to + LONGEST_VALUE))
    left -= written.length
    const value = plainTextOf(written)
    addProperty(text.of, text.names, value.trim())
  }
  const begin = (tag: Tag) => {
    const { attributes } = tag
    const parent = open.findLast(({ item }) => item !== undefined)?.item
    const names = listOf(attributes.get('itemprop'))
    if (attributes.has('itemscope')) {
      const item: Record<string, unknown> = { '@type': listOf(attributes.get('itemtype')) }
      const id = attributes.get('itemid')
      if (id !== undefined) item['@id'] = id
      if (parent !== undefined && names.length > 0) addProperty(parent, names, item)
      else items.push(item)
      open.push({ tag, item })
      return
    }
    const said = saidValue(tag)
    const isProperty = parent !== undefined && names.length > 0
    if (isProperty && said !== undefined) addProperty(parent, names, said)
    if (empty.has(tag.name)) return
    open.push({ tag, ...(isProperty && said === undefined && { text: { of: parent, names } }) })
  }
  return {
    items,
    read(tag: Tag): void {
      if (!tag.isEnd) {
        if (open.length < MAX_OPEN) begin(tag)
        return
      }
      const at = open.findLastIndex((one) => one.tag.name === tag.name)
      if (at < 0) return
      for (const element of open.splice(at).reverse()) close(element, tag.from)
    },
  }
}

/** Returns the events that a page tells programs of, and the calendars that it names, in its order. */
export function eventsOfPage(whole: string) {
  const html = whole.slice(0, LONGEST_PAGE)
  const events: SchemaNode[] = []
  const calendars: string[] = []
  const hasMicrodata = /itemscope/i.test(html)
  const microdata = microdataReader(html)
  for (const tag of tagsOf(html)) {
    if (hasMicrodata) microdata.read(tag)
    if (tag.isEnd) continue
    const type = (tag.attributes.get('type') ?? '').split(';')[0]?.trim().toLowerCase()
    if (tag.name === 'script' && type === 'application/ld+json')
      collect(jsonIn(html.slice(tag.to, closeOf(html, 'script', tag.to))), events)
    const relations = listOf(tag.attributes.get('rel')?.toLowerCase())
    const href = tag.attributes.get('href')
    if (tag.name === 'link' && type === 'text/calendar' && relations.includes('alternate') && href)
      calendars.push(href)
  }
  // Many pages say the same in both forms.
  if (events.length === 0) collect(microdata.items, events)
  return { events, calendars }
}

/** Returns the address of the calendar that a page names, if it has no events itself; undefined otherwise. `base` is the address of the page. */
export function calendarAddressOfPage(html: string, base: string): string | undefined {
  if (!isPage(html)) return undefined
  const { events, calendars } = eventsOfPage(html)
  const [first] = events.length > 0 ? [] : calendars
  return first && urlOfAnyScheme(first.trim().replace(/^webcals?:/i, 'https:'), base)?.href
}
