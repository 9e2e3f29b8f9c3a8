/** Groups places that are too close together on the map into one mark. */
import type { Spot } from './section.ts'

/** Minimum distance between marks, in units of the picture, so that a finger can touch each one on a phone. */
export const GAP = 36

/** A group of members. Its position is that of the member with the greatest weight. */
export interface Cluster<T> extends Spot {
  readonly members: readonly T[]
}

interface Marked extends Spot {
  /** The index in the given order. */
  readonly at: number
}

/**
 * Returns the clusters, in the order of their first members. Members with the greatest weight are placed first. Each other member
 * joins the nearest cluster within `GAP`, or starts a new one. So all clusters are at least `GAP` apart, and their number is limited
 * by the size of the picture.
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
