/** Compares the links of an event before and after a change. */
import { linkNames } from '../../contract/resources/index.ts'
import type { LinkIds, LinkName } from '../../store/store.ts'

const isInOrder = (name: LinkName) => name === 'venue' || name === 'organizer'

/** Whether two lists of links of a kind are the same; terms have no order. */
export function haveSameLinkedIds(name: LinkName, a: readonly number[], b: readonly number[]): boolean {
  const text = (ids: readonly number[]) => (isInOrder(name) ? ids : [...ids].sort((x, y) => x - y)).join()
  return text(a) === text(b)
}

/** Returns those kinds of links that differ, as they are afterwards. */
export function linksThatDiffer(before: LinkIds, after: LinkIds): Partial<LinkIds> {
  const moved = linkNames.filter((name) => !haveSameLinkedIds(name, before[name], after[name]))
  return Object.fromEntries(moved.map((name) => [name, after[name]]))
}
