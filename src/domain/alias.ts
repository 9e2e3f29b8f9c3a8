/** Additional addresses of the API, such as those of an earlier installation. */

/** A path on the host, "" or without a trailing slash, and the namespace below it. */
export interface PathAlias {
  readonly path: string
  readonly namespace: string
}

/** Whether a text is a valid namespace. */
export const isNamespace = (text: string) => /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/i.test(text)

/** Parses texts of the form `PATH:NAMESPACE`; undefined if one has another form or appears twice. */
export function parseAliases(texts: readonly string[]): readonly PathAlias[] | undefined {
  const found = texts.map((one) => {
    const [, path = '', namespace = ''] = /^((?:\/[\w.-]+)*)\/?:([^:]+)$/.exec(one) ?? []
    return { path, namespace }
  })
  const places = new Set(found.map((one) => `${one.path}/${one.namespace}`))
  return places.size === found.length && found.every((one) => isNamespace(one.namespace)) ? found : undefined
}
