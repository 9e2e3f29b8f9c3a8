/** The access rules as SQL (contract §4.3, §5). `table` is a table or alias of published items. */
import { type StatusFilter, sentStatuses } from '../../contract/resources/shared.ts'
import { epochOf } from '../../domain/moment.ts'
import { joined, named, type Sql, type SqlBool, sql } from '../sql.ts'
import type { Asker } from '../store.ts'

export type Condition = Sql<SqlBool>

export const always: Condition = sql`1 = 1`
export const never: Condition = sql`1 = 0`

export function all(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? always : sql`(${joined(conditions, ' and ')})`
}

export function any(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? never : sql`(${joined(conditions, ' or ')})`
}

export function column(table: string, name: string) {
  return named(`${table}.${name}`)
}

export function among(of: Sql, ids: readonly (number | string)[]): Condition {
  return ids.length === 0 ? never : sql`${of} in (${joined(ids)})`
}

/** Public at the moment: published, or scheduled for a date that has passed. */
export function isPublic(table: string, { moment }: Asker): Condition {
  const now = epochOf(moment.now)
  return sql`(${column(table, 'status')} = 'publish' or (${column(table, 'status')} = 'future' and ${column(table, 'date_utc')} <= ${now}))`
}

function isOwn(table: string, { sight }: Asker): Condition {
  return sight.user === undefined ? never : sql`${column(table, 'author')} = ${sight.user}`
}

/** Readable by itself: public, or unpublished and within the viewer's access scope. */
export function isReadable(table: string, asker: Asker): Condition {
  if (asker.sight.reads === 'all') return always
  const open = isPublic(table, asker)
  return asker.sight.reads === 'own' ? any([open, isOwn(table, asker)]) : open
}

/** Visible where other items link to it: readable and not in the trash. */
export function isShown(table: string, asker: Asker): Condition {
  return all([isReadable(table, asker), sql`${column(table, 'status')} <> 'trash'`])
}

/** Within the viewer's right to edit. */
export function isEditable(table: string, asker: Asker): Condition {
  const { edits } = asker.sight
  if (edits === 'all') return always
  if (edits === 'none') return never
  const own = isOwn(table, asker)
  return edits === 'own' ? own : all([own, sql`not ${isPublic(table, asker)}`])
}

/** Not hidden from the viewer by a password (contract §1.10). For events only. */
export function isOpen(table: string, asker: Asker): Condition {
  const { opened } = asker
  if (opened === 'all') return always
  const own = opened === undefined ? [] : [among(column(table, 'id'), [...opened])]
  return any([sql`${column(table, 'password_hash')} is null`, isEditable(table, asker), ...own])
}

const isFuture = (table: string, { moment }: Asker): Condition =>
  sql`(${column(table, 'status')} = 'future' and ${column(table, 'date_utc')} > ${epochOf(moment.now)})`

/** The status filter. Items that are not public match within the viewer's access scope only. */
export function hasStatus(table: string, filters: readonly StatusFilter[], asker: Asker): Condition {
  const wanted: readonly StatusFilter[] = filters.includes('any') ? [...filters, ...sentStatuses] : filters
  const others = (['draft', 'pending', 'private', 'trash'] as const).filter((status) =>
    wanted.includes(status),
  )
  const kept = [
    ...(wanted.includes('future') ? [isFuture(table, asker)] : []),
    ...(others.length > 0 ? [among(column(table, 'status'), others)] : []),
  ]
  const right =
    asker.sight.reads === 'all' ? always : asker.sight.reads === 'own' ? isOwn(table, asker) : never
  return any([
    ...(wanted.includes('publish') ? [isPublic(table, asker)] : []),
    ...(kept.length > 0 ? [all([right, any(kept)])] : []),
  ])
}
