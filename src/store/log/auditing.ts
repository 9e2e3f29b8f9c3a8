/** Acts of which the log has one line, whatever they write. */

import type { MergeableName } from '../../contract/operations/editing.ts'
import { type ResourceName, resourceNamed } from '../../contract/resources/index.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import type { Db } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type {
  ActsWithOneAuditRow,
  BeforeAndAfterByField,
  RecordOf,
  SeriesWriting,
  SiteWriting,
  WritingAuditedPerItem,
} from '../store.ts'
import { notedAct } from './acts.ts'
import type { Log } from './log.ts'
import { mergeItemsIntoTarget, unmergeItems } from './merging.ts'

/**
 * The field that a column stores, usually of the same name. Derived columns, such as search keys, belong to no
 * field.
 */
export function fieldsOfColumn(name: ResourceName, column: string): readonly string[] {
  if (column === 'password_hash') return ['password']
  if (column === 'date_utc') return ['date']
  if (column === 'group_id') return ['group']
  if (column === 'name' && (name === 'venue' || name === 'organizer')) return [name]
  return Object.hasOwn(resourceNamed(name).fields, column) ? [column] : []
}

/** Seconds for which the log has the state of a series before an act on it as a whole, and drafts that were decided: seven days. */
export const KEPT = 7 * 24 * 3600

/** The transaction that runs on a connection. */
interface Current {
  readonly revision: number
}

/** The writing of one connection that has no lines, and what the lines of its acts are made of. */
interface Auditable {
  readonly store: WritingAuditedPerItem
  readonly log: Log
  readonly db: Db
  readonly current: Current
}

/** What the log has of an item under another name. */
const beside: ReadonlyMap<ResourceName, string> = new Map([
  ['event', 'decision'],
  ['series', 'series_before'],
])

const forgetValuesOf = (db: Db, resources: readonly string[], ids: readonly number[]) =>
  sql`update audit set changes = '{}' where ${isOneOfSql(sql`resource`, resources)}
    and ${isOneOfSql(sql`item_id`, ids)} and changes <> '{}'`.execute(db)

/** Deletes the values of an item's changes, since an item that is deleted for good leaves none behind. */
export async function forgetValuesOfItem(db: Db, resource: ResourceName, ...ids: number[]): Promise<void> {
  await forgetValuesOf(db, [resource, beside.get(resource) ?? resource], ids)
}

const auditedSettings = (audit: Auditable): Pick<SiteWriting, 'saveSettings'> => ({
  async saveSettings(changes) {
    await audit.store.saveSettings(changes)
    const changed = Object.keys(changes)
    audit.log.note({ verb: 'update', resource: 'settings', item_id: 0, title: '', slug: '', changed })
  },
})

/** Returns the function that notes a merge into an item, or its end. The item itself does not change by it. */
const notingOnTarget =
  ({ log }: Auditable) =>
  <N extends MergeableName>(
    verb: 'merge' | 'unmerge',
    resource: N,
    into: RecordOf<N>,
    act: { readonly touched: number; readonly changes: BeforeAndAfterByField },
  ): void => {
    log.note({
      verb,
      resource,
      item_id: into.id,
      title: into.name,
      slug: into.slug,
      version: into.version,
      ...act,
    })
  }

const auditedActs = (
  audit: Auditable,
  noteOnTarget: ReturnType<typeof notingOnTarget>,
): Omit<ActsWithOneAuditRow, 'forgetContact'> => ({
  async merge(name, records, into, now) {
    const { store, db, log, current } = audit
    const target = { into: into.id, revision: current.revision }
    const touched = await mergeItemsIntoTarget({ store, db, log, name, now }, records, target)
    const merged = records.map(({ id, name }) => ({ id, name }))
    noteOnTarget('merge', name, into, { touched, changes: { merged: [[], merged] } })
  },
  async unmerge(name, into, of, now) {
    const { store, db, log } = audit
    const parted = await unmergeItems({ store, db, log, name, now }, of)
    noteOnTarget('unmerge', name, into, { touched: 1, changes: {} })
    return parted
  },
  noteHandOver: (act, values, touched) =>
    audit.log.note({ ...notedAct({ resource: 'user', item_id: values.person.id, act, values }), touched }),
  notePart: audit.log.notePart,
  noteSeries: (verb, { id, title, slug }, act) =>
    audit.log.note({ verb, resource: 'series', item_id: id, title, slug, ...act }),
  async noteSeriesBefore(series, state, now) {
    await sql`delete from audit where resource = 'series_before' and at_utc <= ${now - KEPT}`.execute(
      audit.db,
    )
    audit.log.notePart('series_before', series, { state: [state, null] })
  },
  async forgetSeriesBefore(series) {
    await forgetValuesOf(audit.db, ['series_before'], [series])
  },
  forgetSeriesValues: (series) => forgetValuesOfItem(audit.db, 'series', series),
})

/** Returns the acts that have one line in the log. `audit.store` writes what they change without lines. */
export const actsWithOneLine = (
  audit: Auditable,
): Omit<ActsWithOneAuditRow, 'forgetContact'> &
  Pick<SiteWriting, 'saveSettings'> &
  Pick<SeriesWriting, 'removeEvents'> => ({
  async removeEvents(ids) {
    await forgetValuesOfItem(audit.db, 'event', ...ids)
    return audit.store.removeEvents(ids)
  },
  ...auditedSettings(audit),
  ...auditedActs(audit, notingOnTarget(audit)),
})
