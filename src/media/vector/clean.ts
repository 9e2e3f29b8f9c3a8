/**
 * Cleans an SVG. What is known to draw is written anew, and nothing else is: no script, no style, no animation, no embedded page or image,
 * no address outside of the drawing. The result is well-formed whatever was sent.
 */

import { because, type RefusalReason } from '../../problem.ts'
import {
  drawingElements,
  referredId,
  sanitizedDrawingAttribute,
  sanitizedDrawingValue,
  styleProperties,
  textElements,
  unwrappedElements,
} from './allowed.ts'
import { readXml, type XmlElement } from './xml.ts'

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

/** The size of a drawing and the part of its plane that it shows. */
interface DrawingSize {
  readonly width: number
  readonly height: number
  readonly viewBox: string
}

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

/** Returns the size of a drawing by the attributes of its root; undefined without one, and for one that is a line. */
function drawingSizeByAttributes(attributes: ReadonlyMap<string, string>): DrawingSize | undefined {
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

interface CleanSvg {
  readonly svg: string
  /** The size in pixels of an image that shows it. */
  readonly width: number
  readonly height: number
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

/** Returns an SVG that only draws, or why it is refused. */
export function cleanedSvgOrFault(text: string): CleanSvg | { readonly fault: RefusalReason } {
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
