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

/** Whether two objects have the same value under a name. */
const isSameAt = (name: string, one: object, other: object) =>
  JSON.stringify(valueAt(one, name)) === JSON.stringify(valueAt(other, name))

/** Returns those of some values whose names fulfil a condition. */
const valuesWhere = <T extends object>(values: Partial<T>, is: (name: string) => boolean) =>
  typedRecordFromNames<Partial<T>>(Object.keys(values).filter(is), (name) => valueAt(values, name))

/** Returns an item as the server has it. */
export const opened = <T extends object>(base: T, etag: string): Edited<T> => ({
  base,
  etag,
  edits: {},
  conflicts: {},
})

/** Returns the values that the form shows. */
export const valuesOfEdited = <T extends object>({ base, edits }: Edited<T>): T => ({ ...base, ...edits })

/** Sets fields, which settles their conflicts. A value equal to the stored one is no edit: an undone change leaves nothing to save. */
export function edit<T extends object>(item: Edited<T>, values: Partial<T>): Edited<T> {
  const isOther = (name: string) => !(name in values)
  const differing = valuesWhere(values, (name) => !isSameAt(name, values, item.base))
  return {
    ...item,
    edits: { ...valuesWhere(item.edits, isOther), ...differing },
    conflicts: valuesWhere(item.conflicts, isOther),
  }
}

/** Takes a newer version: fields that were not touched follow it, touched ones stay, and those that both changed are conflicts. */
export function received<T extends object>(item: Edited<T>, base: T, etag: string): Edited<T> {
  const next = edit(opened(base, etag), item.edits)
  const conflicts = valuesWhere<T>(
    base,
    (name) => name in next.edits && (name in item.conflicts || !isSameAt(name, base, item.base)),
  )
  return { ...next, conflicts }
}

/** Takes the version that a save of `sent` has made. What was typed while it ran stays an edit. */
export function saved<T extends object>(item: Edited<T>, sent: Partial<T>, base: T, etag: string): Edited<T> {
  const [now, then] = [valuesOfEdited(item), { ...item.base, ...sent }]
  return edit(
    opened(base, etag),
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
