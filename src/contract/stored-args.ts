/** The values of stored columns as args of an update: what history shows, and what reverting sends again. */
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { boolean } from './kinds.ts'
import { type ResourceName, resourceNamed } from './resources/index.ts'
import { entriesOf } from './table-of.ts'

/** Columns that are null if the arg has 0 for none. */
const idsOrNone: readonly string[] = ['image', 'parent', 'post_parent']

/**
 * Returns the arg that a column of a record stores, and its value as an update takes it; undefined for derived columns and
 * for passwords. The publication date is in UTC.
 */
export function argAndValueOfColumn(
  name: ResourceName,
  column: string,
  value: unknown,
): readonly [arg: string, value: unknown] | undefined {
  if (column === 'group_id') return ['group', value ?? 0]
  if (column === 'in_main') return ['in_main', value === null ? null : value === 1]
  if (column === 'date_utc') return ['date_utc', utcTimestampOfEpoch(Number(value))]
  const field = column === 'name' && (name === 'venue' || name === 'organizer') ? name : column
  const { fields } = resourceNamed(name)
  const arg = Object.hasOwn(fields, field) ? fields[field] : undefined
  if (arg === undefined) return undefined
  if (arg.kind.read === boolean.read) return [field, value === 1]
  return [field, idsOrNone.includes(field) ? (value ?? 0) : value]
}

/** Returns the args that the columns of a record store. */
export function argsOfRecord(name: ResourceName, record: object): Readonly<Record<string, unknown>> {
  const pairs = Object.entries(record).flatMap(([column, value]) => {
    const pair = argAndValueOfColumn(name, column, value)
    return pair === undefined ? [] : [pair]
  })
  return Object.fromEntries(pairs)
}

/** The args of the links of events. */
export const argNamesByLinkedResource = {
  venue: 'venue',
  organizer: 'organizer',
  category: 'categories',
  tag: 'tags',
} as const

/** Returns the args that an event and its links store. */
export const argsOfEventAndLinks = (
  event: object,
  links: Readonly<Record<keyof typeof argNamesByLinkedResource, readonly number[]>>,
): Readonly<Record<string, unknown>> => ({
  ...argsOfRecord('event', event),
  ...Object.fromEntries(entriesOf(argNamesByLinkedResource).map(([link, arg]) => [arg, links[link]])),
})
