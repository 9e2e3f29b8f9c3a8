/** The parts of SVG that only draw: elements, attributes and values. Everything else is left out. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** The elements that draw, or hold what draws. */
export const drawingElements = setOf(
  `svg g defs symbol use path rect circle ellipse line polyline polygon text tspan title desc linearGradient radialGradient stop clipPath
  mask pattern marker`,
)

/** Elements that are left out, while what is in them stays. */
export const unwrappedElements = setOf('a switch')

/** The elements with texts of their own. */
export const textElements = setOf('text tspan title desc')

/** The properties that an attribute or a style may set. */
export const styleProperties = setOf(
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
export function referredId(value: string): string | undefined {
  const [, plain, double, single] = OWN_URL.exec(value) ?? []
  return plain ?? double ?? single
}

/** Returns a value that draws, or undefined for one that may do something else: it may refer to a part of the same drawing only. */
export function sanitizedDrawingValue(value: string): string | undefined {
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
export function sanitizedDrawingAttribute(
  name: string,
  value: string,
): readonly [string, string] | undefined {
  if (name === 'id') return ID.test(value) ? [name, value] : undefined
  if (name === 'href' || name === 'xlink:href')
    return value.startsWith('#') && ID.test(value.slice(1)) ? ['href', value] : undefined
  const drawn = styleProperties.has(name) || geometry.has(name) ? sanitizedDrawingValue(value) : undefined
  return drawn === undefined ? undefined : [name, drawn]
}
