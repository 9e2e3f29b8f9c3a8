/** SVG files that are uploaded: read, and reduced to what only draws. */

import { randomBytes } from 'node:crypto'
import { mediaTypesByImageExtension } from '../domain/images.ts'
import { because, type RefusalReason } from '../problem.ts'
import type { ImageOrFault } from './storage.ts'

// Reads XML into a tree, as far as drawings need it. Nothing relies on its strictness: what writes the tree again decides what stays, and
// escapes every text. Each step takes time linear in the text.

/** An element, with texts among its children. */
interface XmlElement {
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
function readXml(text: string): XmlResult {
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

/** The parts of SVG that only draw: elements, attributes and values. Everything else is left out. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** The elements that draw, or hold what draws. */
const drawingElements = setOf(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan title desc linearGradient radialGradient stop clipPath
  mask pattern marker`,
)

/** Elements that are left out, while what is in them stays. */
const unwrappedElements = setOf('a switch')

/** The elements with texts of their own. */
const textElements = setOf('text tspan title desc')

/** The properties that an attribute or a style may set. */
const styleProperties = setOf(
  `fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray
  stroke-dashoffset opacity color clip-path clip-rule mask marker-start marker-mid marker-end stop-color stop-opacity display visibility
  overflow paint-order vector-effect font-family font-size font-weight font-style font-stretch letter-spacing word-spacing text-anchor
  text-decoration dominant-baseline alignment-baseline baseline-shift shape-rendering transform`,
)

const geometry = setOf(
  `x y x1 y1 x2 y2 cx cy r rx ry fx fy fr width height d points dx dy rotate textLength lengthAdjust gradientTransform gradientUnits
  spreadMethod offset patternUnits patternContentUnits patternTransform clipPathUnits maskUnits maskContentUnits markerUnits markerWidth
  markerHeight refX refY orient viewBox preserveAspectRatio pathLength`,
)

const functions = setOf(
  'rgb rgba hsl hsla matrix translate translateX translateY scale scaleX scaleY rotate skewX skewY',
)

/** Numbers, words, colours, lists, quoted names of fonts. No colon, slash, backslash, semicolon or ampersand: so no address either. */
const PLAIN = /^[\p{L}\p{N}\s#%(),.+'"_-]*$/u
/** The name of a function, before its bracket. */
const CALLED = /(?<![\p{L}\p{N}_-])[\p{L}\p{N}_-]+$/u
const LONGEST_NAME = 20
const OWN_URL =
  /^url\(\s*(?:#([\p{L}_][\p{L}\p{N}_.-]*)|"#([\p{L}_][\p{L}\p{N}_.-]*)"|'#([\p{L}_][\p{L}\p{N}_.-]*)')\s*\)$/u
const ID = /^[\p{L}_][\p{L}\p{N}_.-]*$/u

/** Returns the id to which a value such as `url(#shade)` refers; undefined for other values. */
function referredId(value: string): string | undefined {
  const [, plain, double, single] = OWN_URL.exec(value) ?? []
  return plain ?? double ?? single
}

/** Returns a value that draws, or undefined for one that may do something else: it may refer to a part of the same drawing only. */
function sanitizedDrawingValue(value: string): string | undefined {
  const text = value.trim()
  const id = referredId(text)
  if (id !== undefined) return `url(#${id})`
  if (!PLAIN.test(text)) return undefined
  // The end of each part alone: a search in a long text for names before brackets takes the square of its length.
  const called = text
    .split('(')
    .slice(0, -1)
    .map((part) => CALLED.exec(part.slice(-LONGEST_NAME))?.[0] ?? '')
  return called.every((name) => functions.has(name)) ? text : undefined
}

/** Returns an attribute of an element that draws, or undefined for any other one. */
function sanitizedDrawingAttribute(name: string, value: string): readonly [string, string] | undefined {
  if (name === 'id') return ID.test(value) ? [name, value] : undefined
  if (name === 'href' || name === 'xlink:href')
    return value.startsWith('#') && ID.test(value.slice(1)) ? ['href', value] : undefined
  const drawn = styleProperties.has(name) || geometry.has(name) ? sanitizedDrawingValue(value) : undefined
  return drawn === undefined ? undefined : [name, drawn]
}

// Cleans an SVG. What is known to draw is written anew, and nothing else is: no script, no style, no animation, no embedded page or image,
// no address outside of the drawing. The result is well-formed whatever was sent.

// The styles of a drawing, which become attributes: style sheets of simple selectors, and `style` attributes.

const MAX_RULES = 500

type Declarations = readonly (readonly [string, string])[]

/** A rule for elements of a name, an id and classes. */
interface StyleRule {
  readonly name: string | undefined
  readonly id: string | undefined
  readonly classes: readonly string[]
  readonly declarations: Declarations
}

const withoutComments = (css: string) =>
  css
    .split('/*')
    .map((part, index) =>
      index === 0 ? part : part.slice(part.includes('*/') ? part.indexOf('*/') + 2 : part.length),
    )
    .join(' ')

/** Returns the declarations that draw. */
function declarationsIn(css: string): Declarations {
  return withoutComments(css)
    .split(';')
    .flatMap((one) => {
      const colon = one.indexOf(':')
      const name = one.slice(0, Math.max(colon, 0)).trim().toLowerCase()
      const value = sanitizedDrawingValue(one.slice(colon + 1).replace(/!\s*important/i, ''))
      return styleProperties.has(name) && value !== undefined && value !== '' ? [[name, value] as const] : []
    })
}

const SELECTOR = /^(\*|[A-Za-z]+)?((?:[.#][\p{L}_][\p{L}\p{N}_-]*)*)$/u

/** Returns the rule of a selector without combinators; undefined for other ones. */
function ruleOf(selector: string, declarations: Declarations): StyleRule | undefined {
  const [, name, parts = ''] = SELECTOR.exec(selector.trim()) ?? []
  if (name === undefined && parts === '') return undefined
  const named = parts.match(/[.#][^.#]+/g) ?? []
  return {
    name: name === '*' ? undefined : name,
    id: named.find((part) => part.startsWith('#'))?.slice(1),
    classes: named.filter((part) => part.startsWith('.')).map((part) => part.slice(1)),
    declarations,
  }
}

const weight = ({ name, id, classes }: StyleRule) =>
  (id === undefined ? 0 : 10_000) + classes.length * 100 + (name === undefined ? 0 : 1)

/** Returns the rules of a style sheet, the weaker ones first. Conditions such as `@media` are left out with what is in them. */
function styleRules(css: string): readonly StyleRule[] {
  const rules: StyleRule[] = []
  for (const block of withoutComments(css).split('}')) {
    const [selectors = '', body, ...nested] = block.split('{')
    // An `@import` ends before the selectors of the next rule.
    const own = selectors.split(';').at(-1) ?? ''
    if (body === undefined || nested.length > 0 || own.includes('@')) continue
    const declarations = declarationsIn(body)
    rules.push(...own.split(',').flatMap((selector) => ruleOf(selector, declarations) ?? []))
    if (rules.length > MAX_RULES) break
  }
  return rules.slice(0, MAX_RULES).sort((one, other) => weight(one) - weight(other))
}

type Style = ReadonlyMap<string, string>

/** Returns the function that gives the properties of an element by the rules of a drawing and its own style, by their names. */
function styleReader(rules: readonly StyleRule[]): (element: XmlElement) => Style {
  const known = new Map<string, Style>()
  const byRules = ({ name, attributes }: XmlElement): Style => {
    const [id, named = ''] = [attributes.get('id'), attributes.get('class')]
    const key = `${name} #${id} ${named}`
    const found = known.get(key)
    if (found !== undefined) return found
    const classes = new Set(named.split(/\s+/))
    const fitting = rules.filter(
      (rule) =>
        (rule.name === undefined || rule.name === name) &&
        (rule.id === undefined || rule.id === id) &&
        rule.classes.every((one) => classes.has(one)),
    )
    const style = new Map(fitting.flatMap(({ declarations }) => declarations))
    known.set(key, style)
    return style
  }
  return (element) => new Map([...byRules(element), ...declarationsIn(element.attributes.get('style') ?? '')])
}

// The size of a drawing.

/** Pixels of a unit (CSS Values, §6.2). */
const units: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
}

/** The pixels of the longer side that an image of a drawing has at least, and at most: a drawing itself has any size. */
const LEAST_SIDE = 64
const MOST_SIDE = 2000

function lengthOf(text = ''): number | undefined {
  const [, digits = '', unit = ''] = /^(\d{1,7}(?:\.\d{1,20})?)([a-z]{0,2})$/i.exec(text.trim()) ?? []
  const pixels = Number(digits) * (units[unit.toLowerCase()] ?? 0)
  return pixels > 0 ? pixels : undefined
}

function boxOf(text = ''): readonly number[] | undefined {
  const numbers = text
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [, , width = 0, height = 0] = numbers
  return numbers.length === 4 && numbers.every(Number.isFinite) && width > 0 && height > 0
    ? numbers
    : undefined
}

/** Returns the size of a drawing and the part of its plane that it shows, by the attributes of its root; undefined without one, and for one that is a line. */
function drawingSizeByAttributes(attributes: ReadonlyMap<string, string>) {
  const box = boxOf(attributes.get('viewBox'))
  const [sentWidth, sentHeight] = [lengthOf(attributes.get('width')), lengthOf(attributes.get('height'))]
  const [, , boxWidth, boxHeight] = box ?? [0, 0, sentWidth, sentHeight]
  const [width, height] =
    sentWidth !== undefined && sentHeight !== undefined ? [sentWidth, sentHeight] : [boxWidth, boxHeight]
  if (width === undefined || height === undefined) return undefined
  const longer = Math.max(width, height)
  const scale = Math.min(MOST_SIDE, Math.max(LEAST_SIDE, longer)) / longer
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)]
  if (wide < 1 || high < 1) return undefined
  return { width: wide, height: high, viewBox: (box ?? [0, 0, width, height]).join(' ') }
}

// How many elements a drawing makes when its parts are drawn wherever they are referred to: a few lines can ask for billions.

/** An element that only draws. */
interface DrawingElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly (DrawingElement | string)[]
}

const MAX_DRAWN = 20_000
const MAX_CHAIN = 200

/** Returns the elements of a drawing that have an id, by it: the first of each. */
function elementsById(root: DrawingElement): ReadonlyMap<string, DrawingElement> {
  const found = new Map<string, DrawingElement>()
  const visit = (element: DrawingElement) => {
    const id = element.attributes.get('id')
    if (id !== undefined && !found.has(id)) found.set(id, element)
    for (const child of element.children) if (typeof child !== 'string') visit(child)
  }
  visit(root)
  return found
}

const referencesOf = ({ attributes }: DrawingElement) =>
  [...attributes].flatMap(([name, value]) => (name === 'href' ? value.slice(1) : (referredId(value) ?? [])))

/** Returns why a drawing is refused: it refers to itself, or makes too many elements; undefined for any other one. */
function drawingCostFault(root: DrawingElement): RefusalReason | undefined {
  const known = elementsById(root)
  const costs = new Map<DrawingElement, number>()
  const chain = new Set<DrawingElement>()
  const costOf = (element: DrawingElement): number => {
    const cost = costs.get(element)
    if (cost !== undefined) return cost
    if (chain.has(element) || chain.size > MAX_CHAIN) return Number.POSITIVE_INFINITY
    chain.add(element)
    const parts = element.children.filter((child) => typeof child !== 'string')
    const referred = referencesOf(element).flatMap((id) => known.get(id) ?? [])
    const sum = [...parts, ...referred].reduce((all, one) => all + costOf(one), 1)
    chain.delete(element)
    costs.set(element, sum)
    return sum
  }
  const cost = costOf(root)
  if (cost === Number.POSITIVE_INFINITY) return because('svg_loop')
  return cost > MAX_DRAWN ? because('svg_repetition', { most: MAX_DRAWN }) : undefined
}

/** The longest SVG in characters, before and after. */
const MAX_LENGTH = 512 * 1024

const elementsIn = ({ children }: XmlElement) => children.filter((child) => typeof child !== 'string')

/** Returns the text of all style sheets of a drawing. */
function styleSheets(element: XmlElement): string {
  if (element.name === 'style') return element.children.filter((child) => typeof child === 'string').join(' ')
  return elementsIn(element).map(styleSheets).join('\n')
}

type ReadStyle = ReturnType<typeof styleReader>

function attributesOf(element: XmlElement, styleOf: ReadStyle): ReadonlyMap<string, string> {
  const sent = [...element.attributes].flatMap(([name, value]) => {
    const drawn = sanitizedDrawingAttribute(name, value)
    return drawn === undefined ? [] : [drawn]
  })
  return new Map([...sent, ...styleOf(element)])
}

/** Returns an element as far as it draws: nothing, itself, or what is in it. */
function drawn(element: XmlElement, styleOf: ReadStyle): readonly DrawingElement[] {
  const { name, prefix, children } = element
  if (prefix !== '' && prefix !== 'svg') return []
  if (unwrappedElements.has(name)) return elementsIn(element).flatMap((child) => drawn(child, styleOf))
  if (!drawingElements.has(name)) return []
  const kept = children.flatMap((child): readonly (DrawingElement | string)[] => {
    if (typeof child !== 'string') return drawn(child, styleOf)
    return textElements.has(name) ? [child] : []
  })
  return [{ name, attributes: attributesOf(element, styleOf), children: kept }]
}

const escapes: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string) =>
  text.replace(/[\p{Cc}\p{Cs}\u{fffe}\u{ffff}]/gu, ' ').replace(/[<>&"']/g, (one) => escapes[one] ?? '')

function written({ name, attributes, children }: DrawingElement): string {
  const sent = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')
  const inside = children
    .map((child) => (typeof child === 'string' ? escaped(child) : written(child)))
    .join('')
  return inside === '' ? `<${name}${sent}/>` : `<${name}${sent}>${inside}</${name}>`
}

/** Returns an SVG that only draws, with the size in pixels of an image that shows it, or why it is refused. */
export function cleanedSvgOrFault(text: string) {
  const tooLong = { fault: because('svg_too_long', { most: MAX_LENGTH / 1024 }) }
  if (text.length > MAX_LENGTH) return tooLong
  const read = readXml(text.replace(/^\u{feff}/u, ''))
  if ('fault' in read) return read
  const [root] = drawn(read.root, styleReader(styleRules(styleSheets(read.root))))
  if (root?.name !== 'svg') return { fault: because('not_an_svg') }
  const size = drawingSizeByAttributes(root.attributes)
  if (size === undefined) return { fault: because('svg_without_size') }
  const fault = drawingCostFault(root)
  if (fault !== undefined) return { fault }
  const own = Object.entries({ xmlns: 'http://www.w3.org/2000/svg', ...size }).map(
    ([key, value]) => [key, `${value}`] as const,
  )
  const svg = written({ ...root, attributes: new Map([...root.attributes, ...own]) })
  return svg.length > MAX_LENGTH ? tooLong : { svg, width: size.width, height: size.height }
}

// Makes an image of an uploaded SVG: the clean SVG, and a picture of it.

/** The longer side of the picture in pixels: for e-mail and lists, which show no SVG. */
const PICTURE = 300
/** The resolution at which librsvg draws an SVG in its own size. */
const OWN_DENSITY = 72

/** Draws an SVG whose longer side has `side` pixels, as PNG; undefined if nothing can be seen. Throws if it can't be drawn in time. */
async function drawnPicture(svg: Buffer, side: number, seconds: number) {
  const { default: sharp } = await import('sharp')
  const density = (OWN_DENSITY * PICTURE) / side
  const image = sharp(svg, { density, limitInputPixels: PICTURE * PICTURE * 4 })
    .timeout({ seconds })
    .resize(PICTURE, PICTURE, { fit: 'inside' })
    .ensureAlpha()
  const { data, info } = await image.png().toBuffer({ resolveWithObject: true })
  const { channels } = await sharp(data).stats()
  return channels.at(-1)?.max === 0 ? undefined : { data, width: info.width, height: info.height }
}

/** Returns the image of an SVG as far as it only draws, or why it is refused. `seconds` is the time that drawing it may take. */
export async function imageOfSvg(bytes: Buffer, seconds: number): Promise<ImageOrFault> {
  const clean = cleanedSvgOrFault(bytes.toString('utf8'))
  if ('fault' in clean) return clean
  const svg = Buffer.from(clean.svg)
  const { width, height } = clean
  const picture = await drawnPicture(svg, Math.max(width, height), seconds).catch(() => 'broken' as const)
  if (picture === 'broken') return { fault: because('svg_not_drawn') }
  if (picture === undefined) return { fault: because('svg_shows_nothing') }
  const stem = randomBytes(32).toString('hex')
  const [file, small] = [`${stem}.svg`, `${stem}-medium.png`]
  const { data, ...measures } = picture
  const medium = {
    ...measures,
    mime_type: mediaTypesByImageExtension.png,
    filesize: data.length,
    file: small,
  }
  const columns = {
    file,
    extension: 'svg',
    mime_type: mediaTypesByImageExtension.svg,
    width,
    height,
    filesize: svg.length,
  }
  const files = [
    { file, bytes: svg },
    { file: small, bytes: data },
  ]
  return { image: { columns: { ...columns, sizes: { medium } }, files } }
}
