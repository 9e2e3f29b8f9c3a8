/** Access to the nodes of the OpenAPI document, which is JSON. */

export interface DocumentNode {
  readonly [key: string]: unknown
}

const isNode = (value: unknown): value is DocumentNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the object at a path, or an empty object. */
export function nodeAt(node: DocumentNode, ...path: readonly string[]): DocumentNode {
  let at: DocumentNode = node
  for (const key of path) {
    const next = at[key]
    if (!isNode(next)) return {}
    at = next
  }
  return at
}

/** Returns the objects below a node, with their keys. */
export function entriesOfDocumentNode(node: DocumentNode): readonly (readonly [string, DocumentNode])[] {
  return Object.entries(node).flatMap(([key, value]) => (isNode(value) ? [[key, value] as const] : []))
}

/** Returns the objects in the list at a key, or an empty list. */
export function nodeListAt(node: DocumentNode, key: string): readonly DocumentNode[] {
  const list = node[key]
  return Array.isArray(list) ? list.filter(isNode) : []
}

/** Returns the text at a key, or "". */
export function textAtKeyOfNode(node: DocumentNode, key: string): string {
  const text = node[key]
  return typeof text === 'string' ? text : ''
}

/** Resolves a `$ref`. Returns the node itself if it is not a reference. */
export function resolvedNode(document: DocumentNode, node: DocumentNode): DocumentNode {
  const target = textAtKeyOfNode(node, '$ref')
  return target === '' ? node : nodeAt(document, ...target.slice(2).split('/'))
}

/** Returns the last segment of a `$ref`, or "" if the node is not a reference. */
export function lastSegmentOfRef(node: DocumentNode): string {
  return textAtKeyOfNode(node, '$ref').split('/').at(-1) ?? ''
}
