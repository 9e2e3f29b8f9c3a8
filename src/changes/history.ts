/** The change history (contract §5): of one item for users who may change it, of all items for editors, of everything for administrators. */

import { idsInStoredValue, type ValuesSentAgain } from '../actions/editing/resend.ts'
import type { PageOf } from '../api/answer.ts'
import { type PureContext, viewerOf } from '../api/context.ts'
import type { ReadingContext } from '../api/operation.ts'
import { mayEdit, mayRead, requireMayAdministerUser, rightsByRole } from '../api/policy.ts'
import { argNamesByLinkedResource } from '../contract/columns.ts'
import { resourcesWhoseHistoryEditorsMayRead } from '../contract/operations/account-names.ts'
import { imageSettingNames } from '../contract/operations/settings.ts'
import {
  type ResourceName,
  resourceNames,
  type TermName,
  type VenueOrOrganizerName,
} from '../contract/resources/index.ts'
import { entriesOf } from '../contract/table-of.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type {
  Assignee,
  AuditPage,
  AuditQuery,
  AuditRow,
  LinkName,
  Reading,
  RecordOf,
  Snapshot,
  Writing,
} from '../store/store.ts'

// The values of changes as their readers see them: links and groups with names, and only those that the reader may see.

type ReaderOfChanges = PureContext & { readonly store: Reading }

/** The value of a field before and after a change. */
interface ShownChange {
  readonly before: unknown
  readonly after: unknown
}
type FieldChangesForReader = Readonly<Record<string, ShownChange>>

interface Named {
  readonly id: number
  readonly name: string
}

const isTerm = (name: LinkName): name is TermName => name === 'category' || name === 'tag'
/** Reads each name once. */
function namesIn(store: Reading, context: ReaderOfChanges) {
  const known = new Map<string, Promise<string | undefined>>()
  const read = async (name: TermName | VenueOrOrganizerName, id: number) => {
    if (!isTerm(name) && !(await store.visible(name, [id], viewerOf(context))).has(id)) return undefined
    return (await store.find(name, { id }, context.moment))?.name
  }
  return (name: LinkName, id: number) => {
    const key = `${name} ${id}`
    const found = known.get(key) ?? read(name, id)
    known.set(key, found)
    return found
  }
}

/** The group of an event with its name; null for none, and for one that is gone. */
async function namedGroup(value: unknown, { store, moment }: ReaderOfChanges): Promise<Named | null> {
  const id = typeof value === 'number' ? value : 0
  const found = id === 0 ? undefined : await store.find('group', { id }, moment)
  return found === undefined ? null : { id, name: found.name }
}

/** The user whom an event waited for, with the name that others see; null for nobody, and for one who is gone. */
async function namedAssignee(value: unknown, { store }: ReaderOfChanges): Promise<Assignee | null> {
  return (typeof value === 'number' ? await store.assignee(value) : undefined) ?? null
}

/** A setting of the site: an image with its title, and texts by language as they are sent. */
async function settingForReader(
  name: string,
  value: unknown,
  { store, moment }: ReaderOfChanges,
): Promise<unknown> {
  if (typeof value !== 'string') return value
  if (name === 'translations') return JSON.parse(value)
  if (!imageSettingNames.some((one) => one === name)) return value
  const id = Number(value)
  return { id, name: (await store.find('media', { id }, moment))?.title ?? '' }
}

/** Returns the changes of each row, in the order of the rows. Items that are gone or hidden are left out of links. */
async function fieldChangesOfAuditRowsForReader(
  rows: readonly AuditRow[],
  context: ReaderOfChanges,
): Promise<readonly FieldChangesForReader[]> {
  const nameOf = namesIn(context.store, context)
  const links = new Map<string, LinkName>(
    entriesOf(argNamesByLinkedResource).map(([link, arg]) => [arg, link]),
  )
  const shown = async (row: AuditRow, arg: string, value: unknown): Promise<unknown> => {
    if (row.resource === 'settings') return settingForReader(arg, value, context)
    const isOfEvents = row.resource === 'event' || row.resource === 'series'
    if (isOfEvents && arg === 'group') return namedGroup(value, context)
    if (isOfEvents && arg === 'assignee') return namedAssignee(value, context)
    const link = isOfEvents ? links.get(arg) : undefined
    if (link === undefined) return value
    const named: Named[] = []
    for (const id of idsInStoredValue(value)) {
      const name = await nameOf(link, id)
      if (name !== undefined) named.push({ id, name })
    }
    return named
  }
  const ofRow = async (row: AuditRow): Promise<FieldChangesForReader> => {
    const pairs: [string, ShownChange][] = []
    for (const [arg, [before, after]] of Object.entries(row.changes))
      pairs.push([arg, { before: await shown(row, arg, before), after: await shown(row, arg, after) }])
    return Object.fromEntries(pairs)
  }
  // One after the other: within a transaction, all reads share a connection.
  const all: FieldChangesForReader[] = []
  for (const row of rows) all.push(await ofRow(row))
  return all
}

/** Returns a change as histories and the audit show it; with values, as its readers see them. */
const shownAuditRow = (
  { at_utc, changes: _, ...row }: AuditRow,
  values: FieldChangesForReader | undefined,
) => ({
  ...row,
  at_utc: utcTimestampOfEpoch(at_utc),
  ...(values !== undefined && { values }),
})

type Page = Pick<AuditQuery, 'page' | 'per_page'>

/** Returns the rows without the values of a series that the reader may not edit, though an occurrence of it, and of one that is hidden without its names. */
async function withoutValuesOfOthersSeries(
  rows: readonly AuditRow[],
  { series: id }: Pick<AuditQuery, 'series'>,
  { store, actor, moment }: PureContext & { readonly store: Snapshot },
): Promise<readonly AuditRow[]> {
  const series = id === undefined ? undefined : await store.find('series', { id }, moment)
  if (series === undefined || mayEdit(actor, series)) return rows
  const isSeen = mayRead(actor, series)
  const { title, slug } = isSeen ? series : { title: '', slug: '' }
  return rows.map((row) => (row.resource === 'series' ? { ...row, title, slug, changes: {} } : row))
}

/**
 * Returns a page of the changes of an item, newest first, as their reader sees them; of an occurrence also those of its series, which are
 * one row each.
 */
export async function historyOf(
  store: Snapshot,
  resource: ResourceName,
  item: RecordOf<ResourceName>,
  page: Page,
  by: PureContext,
): Promise<PageOf<object>> {
  const series = 'own_fields' in item && item.series !== null ? { series: item.series } : {}
  const found = await store.auditPage({ ...page, resource, item_id: item.id, ...series })
  const context = { ...by, store }
  const rows = await withoutValuesOfOthersSeries(found.rows, series, context)
  const values = await fieldChangesOfAuditRowsForReader(rows, context)
  return { items: rows.map((row, at) => shownAuditRow(row, values[at])), total: found.total }
}

/** Returns the rows that a reader may see; to editors those of what they may edit. Throws 401 or 403. */
function auditedRows(query: AuditQuery, { store, actor }: ReadingContext): Promise<AuditPage> {
  if (rightsByRole[actor.role].administers) return store.auditPage(query)
  if (rightsByRole[actor.role].edits !== 'all') requireMayAdministerUser(actor)
  return store.auditPage({ ...query, resources: resourcesWhoseHistoryEditorsMayRead })
}

/** Returns the changes by any user, newest first, those of items and settings with values where these are wanted. Throws 401 or 403. */
export async function auditedChangesPage(
  query: AuditQuery,
  hasValues: boolean,
  given: ReadingContext,
): Promise<PageOf<object>> {
  const { rows, total } = await auditedRows(query, given)
  if (!hasValues) return { items: rows.map((row) => shownAuditRow(row, undefined)), total }
  const values = await given.store.snapshot((store) =>
    fieldChangesOfAuditRowsForReader(rows, { ...given, store }),
  )
  const hasValue = ({ resource }: AuditRow) =>
    resource === 'settings' || resourceNames.some((name) => name === resource)
  return { items: rows.map((row, at) => shownAuditRow(row, hasValue(row) ? values[at] : undefined)), total }
}

// The values of an item as they were after a change in its history (ext.).

/** Returns the values that the rows replaced; of a field that changed several times, the oldest. Rows are newest first. */
function valuesBefore(rows: readonly AuditRow[]): ValuesSentAgain {
  const pairs = rows.flatMap(({ verb, changes }) =>
    verb === 'update' || verb === 'trash'
      ? Object.entries(changes).map(([arg, [before]]) => [arg, before])
      : [],
  )
  return Object.fromEntries(pairs)
}

/** Throws 409 if what some change replaced was not recorded. A password is none of the values that come back. */
function allowRecorded(rows: readonly AuditRow[]): void {
  if (rows.some(({ verb, revision }) => verb === 'update' && revision === 0))
    throw new Problem('change-not-recorded')
}

/** Returns the values that an item had after a change, as far as they are others now. Throws 400, 404 or 409. */
export async function valuesAfterChange(
  store: Writing,
  resource: ResourceName,
  item_id: number,
  change: number,
): Promise<ValuesSentAgain> {
  const rows = await store.recorded({ resource, item_id, from: change })
  const [to, later] = [rows.at(-1), rows.slice(0, -1)]
  if (to?.id !== change) throw new Problem('change-not-found')
  if (to.verb === 'trash' || to.verb === 'delete') throw invalidParam('change', because('move_to_trash'))
  allowRecorded(later)
  return valuesBefore(later)
}
