/** Work on many ids in slices: each takes a few milliseconds, and others have their turn in between. */

/** How slices are timed. */
export interface Pace {
  /** Milliseconds that one slice is to take. */
  readonly target: number
  /** The length of the first slice. */
  readonly first: number
  /** A slice is never longer than this. */
  readonly most: number
  /** Milliseconds since any moment. */
  now(): number
  /** Lets others have their turn after a slice that took so many milliseconds. */
  pause(milliseconds: number): Promise<void>
}

const GROWTH = 4
const LEAST = 20

/**
 * What `act` makes of all ids, slice by slice, one after the other: the next slice is longer or shorter by what the last one
 * took. `allow` is called before each slice, and may throw.
 */
export async function inSlices<T>(
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
    length = Math.max(LEAST, Math.min(most, Math.floor(slice.length * scale)))
    if (at < ids.length) await pause(took)
  }
  return made
}
