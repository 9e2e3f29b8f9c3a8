/** Acts of which the log has one line, whatever they write. */

import type { MergeableName } from '../../contract/operations/editing.ts'
import { type ResourceName, resourceNamed } from '../../contract/resources/index.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type {
  ActsWithOneAuditRow,
  BeforeAndAfterByField,
  RecordOf,
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

// The state of series before an act changed them as a whole: kept for seven days, so that the act can be undone.

/** Seconds for which a state is kept: seven days. */
const KEPT = 7 * 24 * 3600

/** An act on a series, by the revision of its write. */
interface ActOnSeries {
  readonly revision: number
  readonly series: number
}

/** Keeps the state before an act, as JSON text, and deletes those that are too old. Times in seconds since 1970 UTC. */
async function keepSeriesState(
  db: Db,
  { revision, series }: ActOnSeries,
  state: string,
  now: number,
): Promise<void> {
  await sql`delete from series_undo where at_utc <= ${now - KEPT}`.execute(db)
  await sql`insert into series_undo (revision, series_id, at_utc, state)
    values (${revision}, ${series}, ${now}, ${state}) on conflict do nothing`.execute(db)
}

/** Returns the state before an act; undefined where none is kept. */
async function seriesStateBefore(db: Db, { revision, series }: ActOnSeries): Promise<string | undefined> {
  const found = sql<{ readonly state: string }>`select state from series_undo
    where revision = ${revision} and series_id = ${series}`
  return (await queryFirstRow(db, found))?.state
}

/** Deletes what is kept of a series, since what is deleted for good leaves nothing behind. */
const forgetSeriesStates = (db: Db, series: number): Promise<unknown> =>
  sql`delete from series_undo where series_id = ${series}`.execute(db)

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

/** Deletes the values of an item's changes, since an item that is deleted for good leaves none behind. */
export async function forgetValuesOfItem(db: Db, resource: ResourceName, id: number): Promise<void> {
  await sql`update audit set changes = '{}' where resource = ${resource} and item_id = ${id} and changes <> '{}'`.execute(
    db,
  )
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
    const { store, db, current } = audit
    const target = { into: into.id, revision: current.revision }
    const touched = await mergeItemsIntoTarget({ store, db, name, now }, records, target)
    const merged = records.map(({ id, name }) => ({ id, name }))
    noteOnTarget('merge', name, into, { touched, changes: { merged: [[], merged] } })
  },
  async unmerge(name, into, of, now) {
    const { store, db } = audit
    const parted = await unmergeItems({ store, db, name, now }, of)
    noteOnTarget('unmerge', name, into, { touched: 1, changes: {} })
    return parted
  },
  noteHandOver: (act, values, { touched, ...handed }) => {
    const noted = notedAct({ resource: 'user', item_id: values.person.id, act, values })
    audit.log.note({ ...noted, touched, changes: { handed: [JSON.stringify(handed), ''] } })
  },
  noteSeries: (verb, { id, title, slug }, act) =>
    audit.log.note({ verb, resource: 'series', item_id: id, title, slug, ...act }),
  keepSeriesState: (series, state, now) =>
    keepSeriesState(audit.db, { revision: audit.current.revision, series }, state, now),
  seriesStateBefore: (series, revision) => seriesStateBefore(audit.db, { revision, series }),
  async forgetSeriesStates(series) {
    await forgetSeriesStates(audit.db, series)
  },
  async forgetSeriesValues(series) {
    await forgetValuesOfItem(audit.db, 'series', series)
  },
})

/** Returns the acts that have one line in the log. `audit.store` writes what they change without lines. */
export const actsWithOneLine = (
  audit: Auditable,
): Omit<ActsWithOneAuditRow, 'forgetContact'> & Pick<SiteWriting, 'saveSettings'> => ({
  ...auditedSettings(audit),
  ...auditedActs(audit, notingOnTarget(audit)),
})
