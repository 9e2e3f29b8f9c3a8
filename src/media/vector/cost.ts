/** How many elements a drawing makes when its parts are drawn wherever they are referred to: a few lines can ask for billions. */
import { because, type RefusalReason } from '../../problem.ts'
import { referredId } from './allowed.ts'

/** An element that only draws. */
export interface DrawingElement {
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
export function drawingCostFault(root: DrawingElement): RefusalReason | undefined {
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
