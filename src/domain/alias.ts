/** Other addresses of the interface: those that it had before, or elsewhere. */

/** Another path of the host, "" or without a slash at its end, and the namespace below it. */
export interface Alias {
  readonly path: string
  readonly namespace: string
}

/** Whether a text may be a namespace. */
export const isNamespace = (text: string) => /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/i.test(text)

/** Reads `PATH:NAMESPACE` of each; undefined where one is not that, or comes twice. */
export function aliasesOf(texts: readonly string[]): readonly Alias[] | undefined {
  const found = texts.map((one) => {
    const [, path = '', namespace = ''] = /^((?:\/[\w.-]+)*)\/?:([^:]+)$/.exec(one) ?? []
    return { path, namespace }
  })
  const places = new Set(found.map((one) => `${one.path}/${one.namespace}`))
  return places.size === found.length && found.every((one) => isNamespace(one.namespace)) ? found : undefined
}
