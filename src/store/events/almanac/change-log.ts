/** The revision at which each item was last touched: whether something derived from it earlier is still valid. */
import type { ResourceName, TermName } from '../../../contract/resources/index.ts'

export interface AlmanacChangeLog {
  /** Records that an item changed at that revision. */
  touch(resource: ResourceName, id: number, revision: number): void
  /** Records that at that revision a term of the resource was renamed, added or removed. */
  rename(name: TermName, revision: number): void
  /** Records that at that revision anything may have changed. */
  begin(revision: number): void
  /** Whether the item is unchanged since `revision`. */
  isAsOf(resource: ResourceName, id: number, revision: number): boolean
  /** Whether all items of the resource are unchanged since `revision`. */
  areAsOf(resource: ResourceName, revision: number): boolean
  /** Whether the terms of the resource still have the names that they had at `revision`. */
  namesAsOf(name: TermName, revision: number): boolean
}

const MAX_CHANGES = 100_000

/** Returns an empty record of changes. */
export function emptyAlmanacChangeLog(): AlmanacChangeLog {
  const touched = new Map<string, Map<number, number>>()
  /** The newest revision that touched any item of the resource. */
  const newest = new Map<string, number>()
  /** The newest revision that renamed, added or removed a term. */
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
      count += 1
      if (count > MAX_CHANGES) begin(revision)
    },
    rename: (name, revision) => named.set(name, revision),
    namesAsOf: (name, revision) => revision >= begun && (named.get(name) ?? 0) <= revision,
    areAsOf: (resource, revision) => revision >= begun && (newest.get(resource) ?? 0) <= revision,
    isAsOf: (resource, id, revision) =>
      revision >= begun && (touched.get(resource)?.get(id) ?? 0) <= revision,
  }
}
