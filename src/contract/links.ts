/** Compares the links of an event before and after a change. */
import { linkNames } from './resources/index.ts'

type LinkName = (typeof linkNames)[number]
type Links = Readonly<Record<LinkName, readonly number[]>>

/** Terms have no order. */
const isInOrder = (name: LinkName) => name === 'venue' || name === 'organizer'

/** Whether two lists of links of a kind are the same. */
export function haveSameLinkedIds(name: LinkName, a: readonly number[], b: readonly number[]): boolean {
  const text = (ids: readonly number[]) => (isInOrder(name) ? ids : [...ids].sort((x, y) => x - y)).join()
  return a === b || text(a) === text(b)
}

/** Returns those kinds of links that differ, as they are afterwards. Those that are absent stay. */
export function linksThatDiffer(before: Links, after: Partial<Links>): Partial<Links> {
  const moved = linkNames.filter((name) => {
    const ids = after[name]
    return ids !== undefined && !haveSameLinkedIds(name, before[name], ids)
  })
  return Object.fromEntries(moved.map((name) => [name, after[name]]))
}
