/** A seeded random generator: the same seed gives the same demo. */

export interface Random {
  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number
  /** Returns one of the values, which must not be empty. */
  pick<T>(values: readonly T[]): T
}

/** Builds a generator from a seed (mulberry32: 32 bits of state, good enough to choose titles and days). */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    below,
    pick(values) {
      const value = values[below(values.length)]
      if (value === undefined) throw new RangeError('There is nothing to pick from.')
      return value
    },
  }
}
