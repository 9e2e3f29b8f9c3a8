/** The access rules as SQL (contract §4.3, §5). `table` is a table or alias of published items. */
import { type StatusFilter, settableStatuses } from '../../contract/resources/shared.ts'
import type { ContentLanguages, ReadableFilter } from '../../domain/languages.ts'
import { groupIdsWhere, type RoleReach } from '../../domain/publication.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { joinedSql, oneOfSql, quotedName, type Sql, type SqlBool, sql } from '../database/sql.ts'
import type { Viewer } from '../types/index.ts'

export type Condition = Sql<SqlBool>

const always: Condition = sql`1 = 1`
const never: Condition = sql`1 = 0`

/** Returns the condition that all of these hold; undefined ones are left out. */
export function allOfSql(conditions: readonly (Condition | undefined)[]): Condition {
  const held = conditions.filter((one) => one !== undefined)
  return held.length === 0 ? always : sql`(${joinedSql(held, ' and ')})`
}

/** Returns the condition of a value that a query may have; undefined without one. */
export const whereGiven = <T>(
  value: T | undefined,
  condition: (value: T) => Condition,
): Condition | undefined => (value === undefined ? undefined : condition(value))

export const notSql = (condition: Condition): Condition => sql`not ${condition}`

export function anyOfSql(conditions: readonly Condition[]): Condition {
  return conditions.length === 0 ? never : sql`(${joinedSql(conditions, ' or ')})`
}

export function qualifiedColumn(table: string, name: string) {
  return quotedName(`${table}.${name}`)
}

export function isOneOfSql(of: Sql, ids: readonly (number | string)[]): Condition {
  return ids.length === 0 ? never : sql`${of} in ${oneOfSql(ids)}`
}

/** Public at the moment: published, or scheduled for a date that has passed. */
export function isPublicSql(table: string, { moment }: Viewer): Condition {
  const now = epochOfInstant(moment.now)
  return sql`(${qualifiedColumn(table, 'status')} = 'publish' or (${qualifiedColumn(table, 'status')} = 'future' and ${qualifiedColumn(table, 'date_utc')} <= ${now}))`
}

function isOwn(table: string, { scope }: Viewer): Condition {
  return scope.user === undefined ? never : sql`${qualifiedColumn(table, 'author')} = ${scope.user}`
}

/** Whether items of a table may be of a group: venues and organizers are of the whole site. */
const hasGroup = (table: string) => table === 'events' || table === 'series'

/** Of one of the groups in which the viewer's role satisfies a test. */
function isOfGroupsWhere(table: string, { scope }: Viewer, test: (reach: RoleReach) => boolean): Condition {
  if (!hasGroup(table)) return never
  return isOneOfSql(qualifiedColumn(table, 'group_id'), groupIdsWhere(scope, test))
}

/** Unpublished and within the viewer's right to read. */
function isWithinReach(table: string, viewer: Viewer): Condition {
  const { reads, groups } = viewer.scope
  if (table === 'pages') return viewer.scope.administers === true ? always : never
  if (reads === 'all') return always
  const own = isOwn(table, viewer)
  if (groups === undefined) return reads === 'own' ? own : never
  if (!hasGroup(table)) return own
  return anyOfSql([
    ...(reads === 'own'
      ? [own]
      : [allOfSql([own, isOfGroupsWhere(table, viewer, (one) => one.reads === 'own')])]),
    isOfGroupsWhere(table, viewer, (one) => one.reads === 'all'),
  ])
}

/** Readable by itself: public, or unpublished and within the viewer's access scope. */
export function isReadableSql(table: string, viewer: Viewer): Condition {
  const { reads, groups } = viewer.scope
  const open = isPublicSql(table, viewer)
  if (table === 'pages') return anyOfSql([open, isWithinReach(table, viewer)])
  if (reads === 'all') return always
  return reads === 'none' && groups === undefined ? open : anyOfSql([open, isWithinReach(table, viewer)])
}

/** Visible where other items link to it: readable and not in the trash. */
export function isShownToSql(table: string, viewer: Viewer): Condition {
  return allOfSql([isReadableSql(table, viewer), sql`${qualifiedColumn(table, 'status')} <> 'trash'`])
}

/** Within the viewer's right to edit. */
export function isEditableSql(table: string, viewer: Viewer): Condition {
  const { edits, groups } = viewer.scope
  if (edits === 'all') return always
  if (edits === 'none' && groups === undefined) return never
  const own = isOwn(table, viewer)
  const unpublished = allOfSql([own, sql`not ${isPublicSql(table, viewer)}`])
  const onSite = edits === 'none' ? never : edits === 'own' ? own : unpublished
  if (groups === undefined) return onSite
  const inGroups = (most: RoleReach['edits']) => isOfGroupsWhere(table, viewer, (one) => one.edits === most)
  return anyOfSql([
    onSite,
    inGroups('all'),
    allOfSql([own, inGroups('own')]),
    allOfSql([unpublished, inGroups('own unpublished')]),
  ])
}

/** For events: in the main calendar. */
export const isInMainCalendarSql: Condition = sql`(events.group_id is null or events.in_main = 1 or (events.in_main is null
  and exists (select 1 from groups where groups.id = events.group_id and groups.main = 'all')))`

/** For events: not hidden from the viewer by a password (contract §1.10). */
export function isNotPasswordHiddenFromViewerSql(viewer: Viewer): Condition {
  const { opened } = viewer
  if (opened === 'all') return always
  const own = opened === undefined ? [] : [isOneOfSql(sql`events.id`, [...opened])]
  return anyOfSql([sql`events.password_hash is null`, isEditableSql('events', viewer), ...own])
}

const isFuture = (table: string, { moment }: Viewer): Condition =>
  sql`(${qualifiedColumn(table, 'status')} = 'future' and ${qualifiedColumn(table, 'date_utc')} > ${epochOfInstant(moment.now)})`

/** The status filter. Items that are not public match within the viewer's access scope only. */
export function hasStatusSql(table: string, filters: readonly StatusFilter[], viewer: Viewer): Condition {
  const wanted: readonly StatusFilter[] = filters.includes('any')
    ? [...filters, ...settableStatuses]
    : filters
  const others = (['draft', 'pending', 'private', 'trash'] as const).filter((status) =>
    wanted.includes(status),
  )
  const kept = [
    ...(wanted.includes('future') ? [isFuture(table, viewer)] : []),
    ...(others.length > 0 ? [isOneOfSql(qualifiedColumn(table, 'status'), others)] : []),
  ]
  const right = isWithinReach(table, viewer)
  return anyOfSql([
    ...(wanted.includes('publish') ? [isPublicSql(table, viewer)] : []),
    ...(kept.length > 0 ? [allOfSql([right, anyOfSql(kept)])] : []),
  ])
}

// The filter by languages in which items can be read, as SQL: the rule of `domain/languages.ts`.

/** Returns the condition that own texts are in a language, by the column of their language: the rule of `ownLanguage`. */
export function areOwnTextsInLanguageSql(own: Sql, tag: string, languages: ContentLanguages): Condition {
  return anyOfSql([
    sql`${own} = ${tag}`,
    ...(tag === languages[0] ? [sql<boolean>`not ${isOneOfSql(own, languages)}`] : []),
  ])
}

/** Returns the condition that items of a table can be read in one language of each group; true without a filter. */
export function isReadableInSql(table: string, filter: ReadableFilter | undefined): Condition {
  if (filter === undefined) return allOfSql([])
  const isIn = (tag: string): Condition =>
    anyOfSql([
      areOwnTextsInLanguageSql(qualifiedColumn(table, 'language'), tag, filter.languages),
      sql`${qualifiedColumn(table, 'readable_in')} like ${`% ${tag} %`}`,
    ])
  return allOfSql(filter.groups.map((group) => anyOfSql(group.map(isIn))))
}
