/**
 * A memory of bounded size in two generations: what is asked for moves into the younger one, and when that has had its share
 * of the bytes, the older one is forgotten as a whole.
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

/** Holds nothing yet, and later values of about `most` bytes. */
export function generations<T>(most: number): Generations<T> {
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
