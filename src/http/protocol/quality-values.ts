/** Quality values of Accept headers (RFC 9110 §12.4.2). */

type Weights = ReadonlyMap<string, number>

function parsedWeights(header: string): Weights {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters
        .map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1])
        .find((one) => one !== undefined)
      return [name.trim(), quality === undefined ? 1 : Number(quality)]
    }),
  )
}

/** Parsed headers: clients send few different values. */
const known = new Map<string, Weights>()
const MAX_KNOWN = 1000
const LONGEST_KNOWN = 200

/** Parses an Accept or Accept-Encoding header into a map of lower-case name → weight, 0…1. */
export function weightsOf(header = ''): Weights {
  const kept = known.get(header)
  if (kept !== undefined) return kept
  const weights = parsedWeights(header)
  if (known.size === MAX_KNOWN) known.clear()
  if (header.length <= LONGEST_KNOWN) known.set(header, weights)
  return weights
}
