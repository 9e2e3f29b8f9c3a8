/** Additional addresses of the API, such as those of an earlier installation. */

/** Where an API is: a path on the host, "" or without a trailing slash, and the namespace below it. */
export interface ApiPathAndNamespace {
  readonly path: string
  readonly namespace: string
}

/** Whether a text is a valid namespace of an API, such as `tribe/events/v1`. */
export const hasFormOfApiNamespace = (text: string) => /^[a-z0-9_-]+(\/[a-z0-9_-]+)*$/i.test(text)

/** Parses aliases of the API of the form `PATH:NAMESPACE`; undefined if one has another form or appears twice. */
export function parseApiAliases(texts: readonly string[]): readonly ApiPathAndNamespace[] | undefined {
  const found = texts.map((one) => {
    const [, path = '', namespace = ''] = /^((?:\/[\w.-]+)*)\/?:([^:]+)$/.exec(one) ?? []
    return { path, namespace }
  })
  const places = new Set(found.map((one) => `${one.path}/${one.namespace}`))
  return places.size === found.length && found.every((one) => hasFormOfApiNamespace(one.namespace))
    ? found
    : undefined
}
