/** An item under edit: what the server last said, and what the person has changed since. Pure. */

type Values<V> = Readonly<Record<string, V>>

export interface Edited<V> {
  readonly base: Values<V>
  /** The version of `base`; empty for an item that is not stored yet. */
  readonly etag: string
  readonly edits: Values<V>
  /** The fields that the person and somebody else have changed, with the values of the latter. */
  readonly conflicts: Values<V>
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function without<V>(values: Values<V>, name: string): Values<V> {
  const { [name]: _, ...rest } = values
  return rest
}

/** Returns an item as the server has it. */
export const opened = <V>(base: Values<V>, etag: string): Edited<V> => ({
  base,
  etag,
  edits: {},
  conflicts: {},
})

/** Returns the values that the form shows. */
export const valuesOfEdited = <V>({ base, edits }: Edited<V>): Values<V> => ({ ...base, ...edits })

/** Sets a field, which settles its conflict. A value equal to the stored one is no edit: an undone change leaves nothing to save. */
export function edit<V>(item: Edited<V>, name: string, value: V): Edited<V> {
  const others = without(item.edits, name)
  const edits = isSame(value, item.base[name]) ? others : { ...others, [name]: value }
  return { ...item, edits, conflicts: without(item.conflicts, name) }
}

/** Sets several fields. */
export const editAll = <V>(item: Edited<V>, values: Values<V>): Edited<V> =>
  Object.entries(values).reduce((next, [name, value]) => edit(next, name, value), item)

/** Takes a newer version: fields that were not touched follow it, touched ones stay, and those that both changed are conflicts. */
export function received<V>(item: Edited<V>, base: Values<V>, etag: string): Edited<V> {
  const next = editAll(opened(base, etag), item.edits)
  const both = Object.entries(base).filter(
    ([name, theirs]) => name in next.edits && (name in item.conflicts || !isSame(theirs, item.base[name])),
  )
  return { ...next, conflicts: Object.fromEntries(both) }
}

/** Takes the version that a save of `sent` has made. What was typed while it ran stays an edit. */
export function saved<V>(
  { base: before, edits }: Edited<V>,
  sent: Values<V>,
  base: Values<V>,
  etag: string,
): Edited<V> {
  const now = Object.entries({ ...before, ...edits })
  const then: Values<V> = { ...before, ...sent }
  const typedSince = now.filter(([name, value]) => !isSame(value, then[name]))
  return editAll(opened(base, etag), Object.fromEntries(typedSince))
}

/** Settles the conflicts: fields in `mine` keep the person’s value, and the others take that of the server. */
export function settled<V>(item: Edited<V>, mine: ReadonlySet<string>): Edited<V> {
  const theirs = Object.keys(item.conflicts).filter((name) => !mine.has(name))
  return { ...item, edits: theirs.reduce(without, item.edits), conflicts: {} }
}

export const hasConflicts = (item: Edited<unknown>): boolean => Object.keys(item.conflicts).length > 0
export const isChanged = (item: Edited<unknown>): boolean => Object.keys(item.edits).length > 0
