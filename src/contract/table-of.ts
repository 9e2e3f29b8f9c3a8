/** Tables with one entry for each of several names. */

/** Returns an object with a value for each name. */
export function tableOf<N extends string, V>(
  names: readonly N[],
  value: (name: N) => V,
): Readonly<Record<N, V>> {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as Record<N, V>
}
