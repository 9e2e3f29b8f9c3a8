/** Parameters and responses of operations, each of which stands once among the components of the document. */
import { componentReference, type JsonObject } from './document.ts'

/** Collects the components of one part of the document. */
export interface ComponentCollector {
  readonly components: JsonObject
  /**
   * Returns a reference to the component with this content. It has `name`, or `name.owner` where another component has that name, or
   * a number behind it. References are returned as they are.
   */
  refer(content: JsonObject, name: string, owner: string): JsonObject
}

/** Returns a collector that begins with components that other code names. */
export function componentCollector(part: 'parameters' | 'responses', known: JsonObject): ComponentCollector {
  const components: Record<string, unknown> = { ...known }
  const names = new Map<string, string>()
  function freeName(name: string, owner: string): string {
    let chosen = name
    for (let at = 1; chosen in components; at += 1)
      chosen = at === 1 ? `${name}.${owner}` : `${name}.${owner}-${at}`
    return chosen
  }
  return {
    components,
    refer(content, name, owner) {
      if ('$ref' in content) return content
      const key = JSON.stringify(content)
      const chosen = names.get(key) ?? freeName(name, owner)
      names.set(key, chosen)
      components[chosen] = content
      return componentReference(chosen, part)
    },
  }
}
