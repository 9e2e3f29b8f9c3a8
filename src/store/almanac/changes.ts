/** When items were last touched: what tells whether something made of them earlier is still what would be made now. */
import type { ResourceName, TermName } from '../../contract/resources/index.ts'

export interface Changes {
  /** Takes note that an item is, from that revision on, another than before. */
  touch(resource: ResourceName, id: number, revision: number): void
  /** Takes note that from that revision on, a term of a resource is found otherwise than before, or is new, or gone. */
  rename(name: TermName, revision: number): void
  /** Takes note that at that revision anything may be another than before. */
  begin(revision: number): void
  /** Whether an item is at the newest revision as it was at `revision`. */
  isAsOf(resource: ResourceName, id: number, revision: number): boolean
  /** Whether all items of a resource are at the newest revision as they were at `revision`. */
  areAsOf(resource: ResourceName, revision: number): boolean
  /** Whether what names an item of a resource in a question names at the newest revision what it named at `revision`. */
  namesAsOf(resource: ResourceName, revision: number): boolean
}

const MOST = 100_000

/** Knows of nothing yet. */
export function changes(): Changes {
  const touched = new Map<string, Map<number, number>>()
  /** The newest revision in which any of a resource was touched. */
  const newest = new Map<string, number>()
  /** Of items that are not terms, whatever is written may change what they are named by. */
  const named = new Map<string, number>()
  let [begun, count] = [0, 0]
  const begin = (revision: number) => {
    for (const known of [touched, newest, named]) known.clear()
    ;[begun, count] = [revision, 0]
  }
  return {
    begin,
    touch(resource, id, revision) {
      const items = touched.get(resource) ?? new Map<number, number>()
      touched.set(resource, items.set(id, revision))
      newest.set(resource, revision)
      if (resource !== 'category' && resource !== 'tag') named.set(resource, revision)
      count += 1
      if (count > MOST) begin(revision)
    },
    rename: (name, revision) => named.set(name, revision),
    namesAsOf: (resource, revision) => revision >= begun && (named.get(resource) ?? 0) <= revision,
    areAsOf: (resource, revision) => revision >= begun && (newest.get(resource) ?? 0) <= revision,
    isAsOf: (resource, id, revision) =>
      revision >= begun && (touched.get(resource)?.get(id) ?? 0) <= revision,
  }
}
