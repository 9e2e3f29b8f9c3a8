/** The shapes of plain fields in representations. */
import * as shape from '../shape.ts'
import { namesOf, typedTableOf } from '../table-of.ts'
import type { FieldRow, FieldRows, ShownValue } from './fields/row.ts'

type FieldShapes<R> = { readonly [K in keyof R]: shape.Shape<ShownValue<R[K]>> }

const clock = shape.either(shape.timestamp, shape.constant(''))

function shapeOf(row: FieldRow): shape.Shape {
  if (row.type === 'choice') return shape.choiceShape(row.choices)
  if (row.type === 'flag') return shape.flag
  if (row.type === 'degrees') return shape.numberOrNull
  if (row.type === 'percent') return shape.whole
  return row.type === 'clock' ? clock : shape.textShape
}

/** Returns the shapes of these fields, in their order. */
export function fieldShapes<R extends FieldRows>(rows: R): FieldShapes<R> {
  return typedTableOf(namesOf(rows), (name) => rows[name] && shapeOf(rows[name]))
}

type OptionalFieldShapes<R> = { readonly [K in keyof R]: shape.OptionalShape<ShownValue<R[K]>> }

/** Returns the shapes of fields that only some representations have. */
export function optionalFieldShapes<R extends FieldRows>(rows: R): OptionalFieldShapes<R> {
  return typedTableOf(namesOf(rows), (name) => rows[name] && shape.optionalShape(shapeOf(rows[name])))
}
