/** What only those see of an event who may edit it (contract §23): its note, and whom it waits for. */

/** The fields, as args, as columns and in representations. */
export const internalFields = ['note', 'assignee'] as const

const internal: ReadonlySet<string> = new Set(internalFields)
/** The columns that change with any field, of events and of series. */
const accompanying: ReadonlySet<string> = new Set([
  'version',
  'modified_utc',
  'own_fields',
  'was_public',
  'unspread',
  'spread_to',
])
/** The values that the dates of a series share: without the columns beside them, which every other change writes, they are internal. */
const PATTERN = 'pattern'

export const isInternalField = (name: string): boolean => internal.has(name)

/** Whether a change of these columns is none for those who may not edit the event. */
export function isInternalChange(columns: readonly string[]): boolean {
  const own = columns.filter((column) => !accompanying.has(column))
  return own.length > 0 && own.every((column) => column === PATTERN || isInternalField(column))
}

/** Returns the JSON list of an occurrence's own fields without those that only its editors see. */
export function withoutInternalFields(own_fields: string): string {
  if (!internalFields.some((name) => own_fields.includes(`"${name}"`))) return own_fields
  const names: readonly string[] = JSON.parse(own_fields)
  return JSON.stringify(names.filter((name) => !isInternalField(name)))
}
