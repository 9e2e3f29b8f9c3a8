/** Headers that say what is welcome, and how much (RFC 9110 §12.4.2). */

/** Name, lower case → weight, 0…1, of an Accept or Accept-Encoding header. */
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
