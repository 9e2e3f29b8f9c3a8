/** An item under edit: what the server last said, and what the person has changed since. Pure. */
import { typedRecordFromNames } from '../../../contract/table-of.ts'

export interface Edited<T extends object> {
  readonly base: T
  /** The version of `base`; empty for an item that is not stored yet. */
  readonly etag: string
  readonly edits: Partial<T>
  /** The fields that the person and somebody else have changed, with the values of the latter. */
  readonly conflicts: Partial<T>
}

const valueAt = (values: object, name: string): unknown => Reflect.get(values, name)

const isSameAt = (name: string, one: object, other: object) =>
  JSON.stringify(valueAt(one, name)) === JSON.stringify(valueAt(other, name))

export const valuesWhere = <T extends object>(values: Partial<T>, is: (name: string) => boolean) =>
  typedRecordFromNames<Partial<T>>(Object.keys(values).filter(is), (name) => valueAt(values, name))

export const opened = <T extends object>(base: T, etag: string): Edited<T> => ({
  base,
  etag,
  edits: {},
  conflicts: {},
})

export const valuesOfEdited = <T extends object>({ base, edits }: Edited<T>): T => ({ ...base, ...edits })

/**
 * Sets fields. A value equal to the stored one is no edit: an undone change leaves nothing to save. A conflict stays with its edit,
 * whatever is typed: the person may not know of it before they save.
 */
export function edit<T extends object>(item: Edited<T>, values: Partial<T>): Edited<T> {
  const differing = valuesWhere(values, (name) => !isSameAt(name, values, item.base))
  const edits = { ...valuesWhere(item.edits, (name) => !(name in values)), ...differing }
  return { ...item, edits, conflicts: valuesWhere(item.conflicts, (name) => name in edits) }
}

/** Returns the values of some names that JSON leaves out. */
const undefinedAt = <T extends object>(values: Partial<T>) =>
  typedRecordFromNames<Partial<T>>(Object.keys(values), () => undefined)

/**
 * Returns values that were made of the version `base`, and kept as JSON, as edits of it: a value that only one of both has was undefined
 * in the other. What neither has is as in `now`.
 */
export const resumed = <T extends object>(
  now: T,
  base: Partial<T>,
  made: Partial<T>,
  etag: string,
): Edited<T> =>
  edit(opened({ ...now, ...undefinedAt(made), ...base }, etag), { ...undefinedAt(base), ...made })

/** Takes a newer version: fields that were not touched follow it, touched ones stay, and those that both changed are conflicts. */
export function received<T extends object>(item: Edited<T>, base: T, etag: string): Edited<T> {
  const next = edit(opened(base, etag), item.edits)
  const conflicts = valuesWhere<T>(
    base,
    (name) => name in next.edits && (name in item.conflicts || !isSameAt(name, base, item.base)),
  )
  return { ...next, conflicts }
}

/** Returns the base to keep beside the edits: without the fields in conflict, so that who goes on from it is asked about them. */
export const baseToKeep = <T extends object>({ base, conflicts }: Edited<T>): Partial<T> =>
  valuesWhere<T>(base, (name) => !(name in conflicts))

/** Takes the version that a save of `sent` has made. What was typed while it ran stays an edit, and conflicts in what was not sent stay. */
export function saved<T extends object>(item: Edited<T>, sent: Partial<T>, base: T, etag: string): Edited<T> {
  const [now, then] = [valuesOfEdited(item), { ...item.base, ...sent }]
  const open = { ...opened(base, etag), conflicts: valuesWhere<T>(base, (name) => name in item.conflicts) }
  return edit(
    open,
    valuesWhere<T>(now, (name) => !isSameAt(name, now, then)),
  )
}

/** Settles the conflicts: fields in `mine` keep the person’s value, and the others take that of the server. */
export function settled<T extends object>(item: Edited<T>, mine: ReadonlySet<string>): Edited<T> {
  const isKept = (name: string) => !(name in item.conflicts) || mine.has(name)
  return { ...item, edits: valuesWhere(item.edits, isKept), conflicts: {} }
}

export const hasConflicts = (item: Edited<object>): boolean => Object.keys(item.conflicts).length > 0
export const isChanged = (item: Edited<object>): boolean => Object.keys(item.edits).length > 0
