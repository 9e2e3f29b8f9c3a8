/** The styles of a drawing, which become attributes: style sheets of simple selectors, and `style` attributes. */
import { sanitizedDrawingValue, styleProperties } from './allowed.ts'
import type { XmlElement } from './xml.ts'

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
export function styleRules(css: string): readonly StyleRule[] {
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
export function styleReader(rules: readonly StyleRule[]): (element: XmlElement) => Style {
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
