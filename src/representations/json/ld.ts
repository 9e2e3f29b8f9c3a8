/** Functions for schema.org values. */

/** A schema.org thing, or a part of one. */
export type SchemaOrgThing = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Removes empty values, because schema.org has none. */
export function withoutEmpty(values: SchemaOrgThing): SchemaOrgThing {
  const kept: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) if (!isEmpty(value)) kept[name] = value
  return kept
}
