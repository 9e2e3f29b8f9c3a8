/** A value of every plain field that is not its default, from its row alone. */
import { eventFields } from '../../src/contract/resources/fields/event-fields.ts'
import { fieldsByResource } from '../../src/contract/resources/fields/index.ts'
import type { FieldRow, FieldRows } from '../../src/contract/resources/fields/row.ts'
import { writableFieldNames } from '../../src/contract/resources/fields/row.ts'
import { defaultValueOf } from '../../src/contract/resources/fields/values.ts'
import type { Json } from './service.ts'

export type FieldResource = keyof typeof fieldsByResource

const rowsOf = (resource: FieldResource): FieldRows => fieldsByResource[resource]

/** Returns a value of a field, as it is sent and as it is shown. */
function exampleValue(name: string, row: FieldRow): unknown {
  const values: Readonly<Record<FieldRow['type'], () => unknown>> = {
    plain: () => `Some ${name}`,
    phone: () => '+39 011 1234',
    html: () => `<p>Some <strong>${name}</strong></p>`,
    web: () => `https://example.org/${name}?a=1&b=2`,
    email: () => 'someone@example.org',
    color: () => '#a1b2c3',
    choice: () => ('choices' in row ? row.choices.at(-1) : undefined),
    flag: () => defaultValueOf(row) === false,
    degrees: () => 12.5,
    count: () => 20,
    clock: () => '2027-01-01 10:00:00',
  }
  return values[row.type]()
}

/** Returns the names of the fields that args set, but for those whose row `isLeft`. */
export function sentNames(resource: FieldResource, isLeft: (row: FieldRow) => boolean = () => false) {
  const rows = rowsOf(resource)
  return writableFieldNames(rows).filter((name) => {
    const row = rows[name]
    return row !== undefined && !isLeft(row)
  })
}

/** Returns a value of each field. */
export function sentValues(resource: FieldResource, isLeft?: (row: FieldRow) => boolean): Json {
  const rows = rowsOf(resource)
  return Object.fromEntries(
    sentNames(resource, isLeft).flatMap((name) => {
      const row = rows[name]
      return row === undefined ? [] : [[name, exampleValue(name, row)]]
    }),
  )
}

/** Returns the default of each field, as representations show it. */
export function defaultValues(resource: FieldResource, isLeft?: (row: FieldRow) => boolean): Json {
  const rows = rowsOf(resource)
  return Object.fromEntries(
    sentNames(resource, isLeft).flatMap((name) => {
      const row = rows[name]
      return row === undefined ? [] : [[name, 'isDerived' in row ? '' : defaultValueOf(row)]]
    }),
  )
}

/** Returns those members of an item that are the named fields. */
export const membersOf = (item: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, item[name]]))

/** The fields that lists of events filter by, with their rows. */
export const filteredFields: readonly (readonly [string, FieldRow])[] = Object.entries<FieldRow>(
  eventFields,
).filter(([, { filter }]) => filter !== undefined)
