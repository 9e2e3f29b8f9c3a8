/**
 * A bounded cache with two generations. Reading an entry moves it to the young generation. When that one is full, the old
 * generation is dropped, and the young one becomes the old one.
 */

export interface Generations<T> {
  get(group: string, id: number): T | undefined
  /** `size` in bytes. */
  set(group: string, id: number, value: T, size: number): void
}

interface Sized<T> {
  readonly value: T
  readonly size: number
}

/** Returns an empty cache that holds about `most` bytes. */
export function newGenerations<T>(most: number): Generations<T> {
  type Generation = Map<string, Map<number, Sized<T>>>
  let [young, old]: [Generation, Generation] = [new Map(), new Map()]
  let held = 0
  const put = (group: string, id: number, one: Sized<T>) => {
    if (held + one.size > most / 2) {
      ;[young, old] = [new Map(), young]
      held = 0
    }
    const members = young.get(group) ?? new Map<number, Sized<T>>()
    held += one.size - (members.get(id)?.size ?? 0)
    young.set(group, members.set(id, one))
  }
  return {
    get(group, id) {
      const one = young.get(group)?.get(id)
      if (one !== undefined) return one.value
      const kept = old.get(group)?.get(id)
      if (kept !== undefined) put(group, id, kept)
      return kept?.value
    },
    set: (group, id, value, size) => put(group, id, { value, size }),
  }
}
