/** The address of a calendar's interface: a base address without a namespace finds it. */

type Send = (request: Request) => Promise<Response>

/** Namespaces end with a version: `cal/events/v1`. */
const hasNamespace = (base: string) => /\/v\d+$/.test(base)

/** Asks the root of a service for its first namespace, which is its own. Other answers leave the base as it is. */
async function found(base: string, send: Send): Promise<string> {
  const response = await send(new Request(`${base}/`, { headers: { Accept: 'application/json' } }))
  // What a proxy or a service says that starts or is busy is not for ever.
  if (response.status === 429 || response.status >= 500)
    throw new Error(`${base}/ answers ${response.status}`)
  const index = await response.json().catch(() => undefined)
  const [namespace]: readonly unknown[] = Object(index).namespaces ?? []
  return typeof namespace === 'string' ? `${base}/${namespace}` : base
}

/** Returns the function that finds the address of the interface: once, before the first request. `base` has no slash at its end. */
export function interfaceFinder(base: string, send: Send): () => Promise<string> {
  let finding: Promise<string> | undefined
  return () => {
    finding ??= hasNamespace(base) ? Promise.resolve(base) : found(base, send)
    // A service that does not answer yet is asked again.
    finding.catch(() => {
      finding = undefined
    })
    return finding
  }
}
