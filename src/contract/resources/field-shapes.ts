/** The shapes of plain fields in representations. */
import * as shape from '../shape.ts'
import { namesOf, typedRecordFromNames } from '../table-of.ts'
import type { FieldRow, FieldRows, ShownValue } from './fields/row.ts'

type FieldShapes<R> = { readonly [K in keyof R]: shape.Shape<ShownValue<R[K]>> }

const clock = shape.eitherShape(shape.timestampShape, shape.constantShape(''))

function shapeOf(row: FieldRow): shape.Shape {
  if (row.type === 'choice') return shape.choiceShape(row.choices)
  if (row.type === 'flag') return shape.booleanShape
  if (row.type === 'degrees') return shape.numberOrNullShape
  if (row.type === 'count') return shape.integerShape
  return row.type === 'clock' ? clock : shape.textShape
}

/** Returns the shapes of these fields, in their order. */
export function fieldShapes<R extends FieldRows>(rows: R): FieldShapes<R> {
  return typedRecordFromNames(namesOf(rows), (name) => rows[name] && shapeOf(rows[name]))
}

type OptionalFieldShapes<R> = { readonly [K in keyof R]: shape.OptionalShape<ShownValue<R[K]>> }

/** Returns the shapes of fields that only some representations have. */
export function sometimesShownFieldShapes<R extends FieldRows>(rows: R): OptionalFieldShapes<R> {
  return typedRecordFromNames(namesOf(rows), (name) => rows[name] && shape.optionalShape(shapeOf(rows[name])))
}
