/** Custom fields in the editor: rows of a label and a value. The name of a new field is derived from its label. */
import type { EventItem } from '../../api/types.ts'

export interface CustomField {
  /** Empty for a new field, whose name is derived from its label. */
  readonly name: string
  readonly label: string
  readonly value: string
  /** The loaded value. It is sent unchanged while the text still means the same. */
  readonly type: 'string' | 'number' | 'boolean'
}

export const blankCustomField: CustomField = { name: '', label: '', value: '', type: 'string' }

function typeOf(value: unknown): CustomField['type'] {
  if (typeof value === 'number') return 'number'
  return typeof value === 'boolean' ? 'boolean' : 'string'
}

/** The rows of a saved event. */
export function customFieldRows(fields: EventItem['custom_fields']): readonly CustomField[] {
  return Object.entries(fields).map(([name, { label, value }]) => ({
    name,
    label,
    value: String(value),
    type: typeOf(value),
  }))
}

const LONGEST = 56

/** Derives a name that the API accepts: `Plätze am Tisch` → `platze_am_tisch`. */
function nameFrom(label: string): string {
  const plain = label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/).filter((word) => word !== '')
  return words.join('_').slice(0, LONGEST) || 'field'
}

/** The rows, with unique names. */
export function withUniqueFieldNames(rows: readonly CustomField[]): readonly CustomField[] {
  const taken = new Set(rows.map(({ name }) => name))
  return rows.map((row) => {
    if (row.name !== '') return row
    const wanted = nameFrom(row.label)
    let name = wanted
    for (let count = 2; taken.has(name); count += 1) name = `${wanted}_${count}`
    taken.add(name)
    return { ...row, name }
  })
}

function sentValue({ value, type }: CustomField): string | number | boolean {
  const text = value.trim()
  if (type === 'number' && text !== '' && Number.isFinite(Number(text))) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return value
}

/** The changes from `before` to the rows: fields, and null for removed ones. Empty rows are ignored. */
export function customFieldChanges(
  rows: readonly CustomField[],
  before: readonly CustomField[],
): Readonly<Record<string, unknown>> {
  const kept = withUniqueFieldNames(rows).filter(({ label, value }) => label.trim() !== '' || value !== '')
  const gone = before.filter(({ name }) => !kept.some((row) => row.name === name))
  return Object.fromEntries([
    ...gone.map(({ name }) => [name, null]),
    ...kept.map((row) => [row.name, { label: row.label, value: sentValue(row) }]),
  ])
}
