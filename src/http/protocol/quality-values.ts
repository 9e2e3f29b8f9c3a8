/** Quality values of Accept headers (RFC 9110 §12.4.2). */

/** Parses an Accept or Accept-Encoding header into a map of lower-case name → weight, 0…1. */
export function weightsOf(header: string | undefined): ReadonlyMap<string, number> {
  return new Map(
    (header ?? '').split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters
        .map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1])
        .find((one) => one !== undefined)
      return [name.trim(), quality === undefined ? 1 : Number(quality)]
    }),
  )
}
