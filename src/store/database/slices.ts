/** Processes many ids in slices of a few milliseconds, so that other requests run in between. */

/** The timing of slices. */
interface Pace {
  /** The target duration of one slice, in milliseconds. */
  readonly target: number
  /** The length of the first slice. */
  readonly first: number
  /** The greatest length of a slice. */
  readonly most: number
  /** A clock in milliseconds, from any origin. */
  now(): number
  /** Lets other work run after a slice that took `milliseconds`. */
  pause(milliseconds: number): Promise<void>
}

const GROWTH = 4
const MIN_LENGTH = 20

/**
 * Returns what `act` returns for all ids, called slice by slice. Each slice is longer or shorter depending on the
 * time of the last one. `allow` is called before each slice and may throw.
 */
export async function runBySlicesOfIds<T>(
  ids: readonly number[] | Float64Array,
  act: (slice: readonly number[]) => Promise<readonly T[]>,
  allow: () => void,
  { target, first, most, now, pause }: Pace,
): Promise<readonly T[]> {
  const made: T[] = []
  let length = first
  for (let at = 0; at < ids.length; ) {
    allow()
    const slice = Array.from(ids.slice(at, at + length))
    const since = now()
    for (const one of await act(slice)) made.push(one)
    const took = now() - since
    at += slice.length
    const scale = Math.min(GROWTH, target / Math.max(took, 0.1))
    length = Math.max(MIN_LENGTH, Math.min(most, Math.floor(slice.length * scale)))
    if (at < ids.length) await pause(took)
  }
  return made
}
