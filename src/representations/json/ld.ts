/** Functions for schema.org values. */

/** A schema.org thing, or a part of one. */
export type SchemaOrgThing = Readonly<Record<string, unknown>>

/** Removes empty values, because schema.org has none. */
export function withoutEmpty(values: SchemaOrgThing): SchemaOrgThing {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    value === null ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)))
}
