/** Places that fall together on a map, as one mark. */
import type { Spot } from './section.ts'

/** Units between marks at least: so they can be told apart, and touched with a finger, on a telephone. */
export const GAP = 36

/** Members, the weightiest of which says where they are. */
export interface Cluster<T> extends Spot {
  readonly members: readonly T[]
}

interface Marked extends Spot {
  /** Where it stands in the order given. */
  readonly at: number
}

/**
 * Clusters in the order in which their first members were given. Those that weigh most are placed first, and each other joins
 * the nearest that is too near to be beside: so no two are nearer than `GAP`, and there are never more than the picture has
 * room for, however many are given.
 */
export function clustersOf<T>(
  members: readonly T[],
  spotOf: (member: T) => Spot,
  weightOf: (member: T) => number,
): readonly Cluster<T>[] {
  const marked = members.map((member, at) => ({ ...spotOf(member), at, weight: weightOf(member) }))
  const found: { readonly seed: Marked; readonly own: Marked[] }[] = []
  for (const one of [...marked].sort((a, b) => b.weight - a.weight || a.at - b.at)) {
    const far = ({ seed }: { readonly seed: Spot }) => Math.hypot(seed.x - one.x, seed.y - one.y)
    const [nearest] = found.filter((each) => far(each) < GAP).sort((a, b) => far(a) - far(b))
    if (nearest === undefined) found.push({ seed: one, own: [one] })
    else nearest.own.push(one)
  }
  const first = ({ own }: { readonly own: readonly Marked[] }) => Math.min(...own.map(({ at }) => at))
  return found
    .sort((a, b) => first(a) - first(b))
    .map(({ seed: { x, y }, own }) => ({
      x,
      y,
      members: own.sort((a, b) => a.at - b.at).flatMap(({ at }) => members.slice(at, at + 1)),
    }))
}
