/** The values of plain fields: from args to columns, and from columns to representations. Tables are made once, when a module is loaded. */
import { namesOf, pick, typedRecordFromNames } from '../../table-of.ts'
import {
  type FieldRow,
  type FieldRows,
  type SentValue,
  type ShownFields,
  type StoredFields,
  type WritableRows,
  writableFieldNames,
} from './row.ts'

/** Args of fields: absent leaves a field as it is, null clears it. */
export type NullableFieldArgs<R> = {
  readonly [K in keyof WritableRows<R>]?: SentValue<R[K]> | null | undefined
}

/** Returns the value of a field that is not sent, or is cleared, as representations show it. */
export function defaultValueOf(row: FieldRow): string | number | boolean | null {
  if (row.type === 'choice') return row.choices[0]
  if (row.type === 'flag' || row.type === 'count') return row.byDefault
  return row.type === 'degrees' || 'isDerived' in row ? null : ''
}

/** Returns the value of a field that a password hides. */
function hiddenOf(row: FieldRow): string | number | boolean | null {
  return row.type === 'flag' ? false : defaultValueOf(row)
}

const columnOf = (value: unknown) => (typeof value === 'boolean' ? (value ? 1 : 0) : value)

type Values = Record<string, unknown>

/** Returns what fields show that were never sent. */
export const makeDefaultShownValuesOfFieldRows = <R extends FieldRows>(
  rows: R,
): ShownFields<WritableRows<R>> =>
  typedRecordFromNames(writableFieldNames(rows), (name) => rows[name] && defaultValueOf(rows[name]))

/** Returns what fields show that a password hides. */
export function valuesShownWhileHidden<R extends FieldRows>(rows: R): ShownFields<R> {
  return typedRecordFromNames(namesOf(rows), (name) => rows[name] && hiddenOf(rows[name]))
}

/** Returns a function that gives the columns of fields after a change: as sent, the default where cleared, or as stored. */
export function fieldRowsComposer<R extends FieldRows>(
  rows: R,
): (
  args: NullableFieldArgs<R>,
  kept: Partial<StoredFields<WritableRows<R>>> | undefined,
) => StoredFields<WritableRows<R>> {
  const names = writableFieldNames(rows)
  const defaults: Readonly<Values> = defaultColumnsOfRows(rows)
  return (args, kept) => {
    const columns: Values = { ...defaults }
    for (const name of names) {
      const sent = args[name]
      if (sent === undefined) columns[name] = kept?.[name] ?? defaults[name]
      else if (sent !== null) columns[name] = columnOf(sent)
    }
    return columns as StoredFields<WritableRows<R>>
  }
}

/** Returns the columns of fields that were never sent. */
export const defaultColumnsOfRows = <R extends FieldRows>(rows: R): StoredFields<WritableRows<R>> =>
  typedRecordFromNames(writableFieldNames(rows), (name) => rows[name] && columnOf(defaultValueOf(rows[name])))

/**
 * Returns a function that gives the fields of a record as representations show them, added to an object if there is one: objects of many
 * keys are written as JSON in half the time if each key was added by itself.
 */
export function fieldRowsPresenter<R extends FieldRows>(rows: R) {
  const fields = namesOf(rows).map((name) => ({ name, isFlag: rows[name]?.type === 'flag' }))
  function present(record: StoredFields<R>): ShownFields<R>
  function present<T extends object>(record: StoredFields<R>, onto: T): T & ShownFields<R>
  function present(record: StoredFields<R>, onto: object = {}) {
    const shown = onto as Values
    for (const { name, isFlag } of fields) shown[name] = isFlag ? record[name] === 1 : record[name]
    return shown
  }
  return present
}

/** Returns a function that gives those of the fields of a record that are not the default. */
export function nonDefaultFieldsPicker<R extends FieldRows>(
  rows: R,
): (record: StoredFields<R>) => Partial<ShownFields<R>> {
  const present = fieldRowsPresenter(rows)
  const defaults = valuesShownWhileHidden(rows)
  return (record) => {
    const shown = present(record)
    return pick<ShownFields<R>, keyof R>(
      shown,
      namesOf(rows).filter((name) => shown[name] !== defaults[name]),
    )
  }
}
