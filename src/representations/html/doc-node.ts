/** Reading the document as what it is: JSON. */

export interface Node {
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object at a path; empty where there is none. */
export function nodeAt(node: Node, ...path: readonly string[]): Node {
  let at: Node = node
  for (const key of path) {
    const next = at[key]
    if (!isNode(next)) return {}
    at = next
  }
  return at
}

/** The objects below a node, by key. */
export function nodesOf(node: Node): readonly (readonly [string, Node])[] {
  return Object.entries(node).flatMap(([key, value]) => (isNode(value) ? [[key, value] as const] : []))
}

/** The objects of a list. */
export function listAt(node: Node, key: string): readonly Node[] {
  const list = node[key]
  return Array.isArray(list) ? list.filter(isNode) : []
}

/** The text at a key; empty where there is none. */
export function textAt(node: Node, key: string): string {
  const text = node[key]
  return typeof text === 'string' ? text : ''
}

/** What a reference leads to; the node itself where it is none. */
export function followed(document: Node, node: Node): Node {
  const target = textAt(node, '$ref')
  return target === '' ? node : nodeAt(document, ...target.slice(2).split('/'))
}

/** The name that a reference ends with; empty where the node is none. */
export function referenceName(node: Node): string {
  return textAt(node, '$ref').split('/').at(-1) ?? ''
}
