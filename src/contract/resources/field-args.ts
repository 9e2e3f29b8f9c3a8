/** The args of plain fields, of create and update and of lists. Apart from the rows, which the desk reads without the kinds of args. */
import { type Arg, markedAsExtension, optional } from '../arg.ts'
import * as kind from '../kinds.ts'
import { namesOf, typedRecordFromNames } from '../table-of.ts'
import type { FilterValue, RowNamesWithFilter } from './fields/filters.ts'
import { filterFieldNamesOfRows } from './fields/filters.ts'
import type { FieldRow, FieldRows, SentValue, WritableRows } from './fields/row.ts'
import { writableFieldNames } from './fields/row.ts'

/** The args of create and update. */
type FieldArgs<R> = { readonly [K in keyof WritableRows<R>]: Arg<SentValue<R[K]>, 'optional'> }

/** The args of lists. */
type FilterArgs<R, E extends boolean> = {
  readonly [K in RowNamesWithFilter<R, E>]: Arg<FilterValue<R[K]>, 'optional'>
}

function plainKind(row: FieldRow): kind.Kind<unknown> {
  if (row.type === 'html') return kind.html(row.most)
  if (row.type === 'choice') return kind.choice(row.choices)
  if (row.type === 'degrees') return kind.number(-row.most, row.most)
  if (row.type === 'count') return kind.integer(0, row.most)
  if (row.type === 'web') return kind.webUrl
  if (row.type === 'email') return kind.email
  if (row.type === 'color') return kind.color
  return row.type === 'flag' ? kind.boolean : kind.plain()
}

function kindOf(row: FieldRow): kind.Kind<unknown> {
  const { type } = row.index ?? {}
  const plain = plainKind(row)
  return type === undefined ? plain : { ...plain, shown: type === 'none' ? undefined : type }
}

const marked = <T>(arg: Arg<T, 'optional'>, isExtension: true | undefined) =>
  isExtension === true ? markedAsExtension(arg) : arg

/** Returns the args of create and update that set these fields. */
export function fieldArgs<R extends FieldRows>(rows: R): FieldArgs<R> {
  const argOf = (row: FieldRow) =>
    marked(optional(kindOf(row), row.index?.isNull === true ? null : undefined), row.isExtension)
  return typedRecordFromNames(writableFieldNames(rows), (name) => rows[name] && argOf(rows[name]))
}

const filterKind = (row: FieldRow): kind.Kind<unknown> =>
  row.type === 'choice' ? kind.choiceList(row.choices) : plainKind(row)

/** Returns the args of lists that filter by these fields: those of the specification, or those that go beyond it. */
export function filterArgs<R extends FieldRows, E extends boolean>(
  rows: R,
  isExtension: E,
): FilterArgs<R, E> {
  const names = filterFieldNamesOfRows(rows).filter(
    (name) => (rows[name]?.filter?.isExtension === true) === isExtension,
  )
  return typedRecordFromNames(
    namesOf(rows).filter((name) => names.some((one) => one === name)),
    (name) => rows[name] && marked(optional(filterKind(rows[name])), rows[name].filter?.isExtension),
  )
}
