/** Groups markers that are too close together, on a grid of pixels. */

interface Spot {
  readonly x: number
  readonly y: number
}

/** The minimum distance of markers in pixels, so that a finger touches only one. */
const CELL = 56

/**
 * Returns the groups of members that fall into the same cell of the grid. Cells are fixed to the world and not to the window,
 * so that groups stay the same while the user moves the map.
 */
export function clustersOf<T>(members: readonly T[], spotOf: (member: T) => Spot): readonly (readonly T[])[] {
  const cells = new Map<string, T[]>()
  for (const member of members) {
    const { x, y } = spotOf(member)
    const key = `${Math.floor(x / CELL)} ${Math.floor(y / CELL)}`
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [member])
    else cell.push(member)
  }
  return [...cells.values()]
}
