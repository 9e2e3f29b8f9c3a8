/**
 * Cleans an SVG. What is known to draw is written anew, and nothing else is: no script, no style, no animation, no embedded page or image,
 * no address outside of the drawing. The result is well-formed whatever was sent.
 */
import { because, type RefusalReason } from '../../problem.ts'
import { drawingElements, sanitizedDrawingAttribute, textElements, unwrappedElements } from './allowed.ts'
import { type DrawingElement, drawingCostFault } from './cost.ts'
import { drawingSizeByAttributes } from './measure.ts'
import { styleReader, styleRules } from './styles.ts'
import { readXml, type XmlElement } from './xml.ts'

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
