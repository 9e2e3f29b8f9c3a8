/** The writing that collects an audit row for each item created, changed, trashed or deleted. */

import type { MergeableName } from '../../contract/operations/editing.ts'
import { type ResourceName, resourceNamed } from '../../contract/resources/index.ts'
import { argAndValueOfColumn, argNamesByLinkedResource } from '../../contract/stored-args.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { linksOfEvent } from '../records/links.ts'
import { recordsOfIdsInAnyOrder } from '../records/query-records.ts'
import type {
  ActsWithOneAuditRow,
  BeforeAndAfterByField,
  ItemWriting,
  LinkName,
  LinkWriting,
  NewRowsWriting,
  RecordOf,
  SiteWriting,
  TransactionBookkeeping,
  WriteStamp,
  Writing,
  WritingAuditedPerItem,
} from '../store.ts'
import type { RememberedRecords } from '../types/records.ts'
import { notedAct } from './acts.ts'
import { type NotedAct, saveAuditNotes } from './audit.ts'
import type { ItemLog } from './item-log.ts'
import { isLogged } from './logged.ts'
import { mergeItemsIntoTarget, unmergeItems } from './merging.ts'

// The values of an item's fields before a write changes them, for its history.

/** The title and slug of an item. */
interface ItemTitle {
  readonly title: string
  readonly slug: string
}

/** The title and slug of an item, taken from its columns; from those that it had `before` where none is written. */
function titleAndSlugIn(values: object, before: object = {}): ItemTitle {
  const told = (column: string): unknown => Reflect.get(values, column) ?? Reflect.get(before, column)
  return { title: String(told('title') ?? told('name')), slug: String(told('slug') ?? '') }
}

/** An item's title after a write of `values`, and the values of the changed fields before and after. */
interface ValueChange extends ItemTitle {
  readonly changes: BeforeAndAfterByField
}

/** Where the values before a write are read, and what is known without reading. */
interface EarlierValues {
  readonly db: Db
  readonly known: RememberedRecords
}

/** Returns what a write of `values` is about to change. It is read where the record is not known. A deleted item has no title. */
async function changeOfWrittenValues(
  { db, known }: EarlierValues,
  name: ResourceName,
  id: number,
  values: object,
): Promise<ValueChange> {
  const written = Object.entries(values).filter(
    ([column]) => argAndValueOfColumn(name, column, null) !== undefined,
  )
  const before = known.record(name, id) ?? (await recordsOfIdsInAnyOrder(db, name, [id]))[0]
  if (before === undefined) return { title: '', slug: '', changes: {} }
  const changes = written.flatMap(([column, value]) => {
    const was = argAndValueOfColumn(name, column, Reflect.get(before, column))
    const is = argAndValueOfColumn(name, column, value)
    return was === undefined || is === undefined ? [] : [[was[0], [was[1], is[1]]]]
  })
  return { ...titleAndSlugIn(values, before), changes: Object.fromEntries(changes) }
}

/** Returns the links of one kind that an event has before they are set to `targets`. */
async function linkIdsBeforeAndAfterChange(
  { db, known }: EarlierValues,
  name: LinkName,
  eventId: number,
  targets: readonly number[],
): Promise<BeforeAndAfterByField> {
  const links = known.links(eventId) ?? (await linksOfEvent(db, eventId))
  return { [argNamesByLinkedResource[name]]: [links[name], targets] }
}

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

/** The writing of one connection that gets audit rows, and what these are made of. */
interface Auditable {
  readonly store: WritingAuditedPerItem
  readonly log: ItemLog
  readonly db: Db
  readonly current: Current
  readonly known: RememberedRecords
}

/** A writing that collects audit rows, and the functions that begin a transaction and save its rows at the end. */
interface Audited {
  readonly store: Omit<Writing, 'forgetContact'>
  begin(): void
  note(row: NotedAct): void
  /** Saves the rows. Returns the number of each if these are needed. */
  keep(writer: WriteStamp, needsNumbers: boolean): Promise<ReadonlyMap<NotedAct, number>>
}

/** Rows that are collected while a transaction runs. */
interface Collecting extends Auditable {
  rows: NotedAct[]
}

/** Deletes the values of an item's changes, since an item that is deleted for good leaves none behind. */
export async function forgetValuesOfItem(db: Db, resource: ResourceName, id: number): Promise<void> {
  await sql`update audit set changes = '{}' where resource = ${resource} and item_id = ${id} and changes <> '{}'`.execute(
    db,
  )
  if (isLogged(resource))
    await sql`update item_changes set before = '{}', after = '{}'
      where resource = ${resource} and item_id = ${id} and before <> '{}'`.execute(db)
}

type AuditedItems = Omit<ItemWriting, 'freeSlug' | 'addFormerSlugs' | 'setPictures' | 'insertMedia'> &
  Pick<NewRowsWriting, 'insertAll'>

function auditedItems(audit: Collecting): AuditedItems {
  const { store } = audit
  const noteNew = (resource: ResourceName, item_id: number, values: object) =>
    audit.rows.push({ verb: 'create', resource, item_id, ...titleAndSlugIn(values) })
  return {
    async insert(name, values) {
      const id = await store.insert(name, values)
      if (name !== 'series') noteNew(name, id, values)
      return id
    },
    async insertAll(name, rows) {
      await store.insertAll(name, rows)
      for (const row of rows) noteNew(name, row.id, row)
    },
    async update(name, id, values) {
      const change = name === 'series' ? undefined : await changeOfWrittenValues(audit, name, id, values)
      await store.update(name, id, values)
      if (change === undefined) return
      const item = { resource: name, item_id: id, ...change }
      const isTrashed = 'status' in values && values.status === 'trash'
      const changed = Object.keys(values).flatMap((column) => fieldsOfColumn(name, column))
      audit.rows.push(isTrashed ? { verb: 'trash', ...item } : { verb: 'update', ...item, changed })
    },
    async remove(name, id, now) {
      if (name !== 'series') {
        const { title, slug } = await changeOfWrittenValues(audit, name, id, {})
        audit.rows.push({ verb: 'delete', resource: name, item_id: id, title, slug })
      }
      await forgetValuesOfItem(audit.db, name, id)
      await store.remove(name, id, now)
    },
  }
}

/** Links that change with an event are part of its row. */
const auditedLinks = (audit: Collecting): Pick<LinkWriting, 'setLinks'> => ({
  async setLinks(name, eventId, targets) {
    const at = audit.rows.findLastIndex(
      ({ resource, item_id }) => resource === 'event' && item_id === eventId,
    )
    const last = audit.rows[at]
    const isUpdate = last?.verb === 'update'
    const changes = isUpdate ? await linkIdsBeforeAndAfterChange(audit, name, eventId, targets) : {}
    await audit.store.setLinks(name, eventId, targets)
    if (!isUpdate) return
    const changed = [...(last.changed ?? []), argNamesByLinkedResource[name]]
    audit.rows[at] = { ...last, changed, changes: { ...last.changes, ...changes } }
  },
})

const auditedSettings = (audit: Collecting): Pick<SiteWriting, 'saveSettings'> => ({
  async saveSettings(changes) {
    await audit.store.saveSettings(changes)
    const changed = Object.keys(changes)
    audit.rows.push({ verb: 'update', resource: 'settings', item_id: 0, title: '', slug: '', changed })
  },
})

/** Returns the function that notes a merge into an item, or its end. The item itself does not change by it. */
const notingOnTarget =
  (audit: Collecting) =>
  <N extends MergeableName>(
    verb: 'merge' | 'unmerge',
    resource: N,
    into: RecordOf<N>,
    act: { readonly touched: number; readonly changes: BeforeAndAfterByField },
  ): void => {
    const line = { verb, resource, item_id: into.id, ...titleAndSlugIn(into), ...act }
    audit.rows.push(line)
    if (isLogged(resource)) audit.log.note({ ...line, version: into.version, line })
  }

const auditedActs = (
  audit: Collecting,
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
    audit.rows.push({ ...noted, touched, changes: { handed: [JSON.stringify(handed), ''] } })
  },
  noteSeries: (verb, { id, title, slug }, act) =>
    void audit.rows.push({ verb, resource: 'series', item_id: id, title, slug, ...act }),
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

/** Forgets the rows of an attempt that failed. */
const auditedAttempts = (audit: Collecting): Pick<TransactionBookkeeping, 'attempt'> => ({
  attempt(act) {
    const before = [...audit.rows]
    return audit.store.attempt(act).catch((error: unknown) => {
      audit.rows = before
      throw error
    })
  },
})

/**
 * Wraps a writing so that each item created, changed, trashed or deleted gets an audit row. All rows are inserted
 * at once.
 */
export function auditedWriting(auditable: Auditable): Audited {
  const audit: Collecting = { ...auditable, rows: [] }
  return {
    store: {
      ...audit.store,
      ...auditedItems(audit),
      ...auditedLinks(audit),
      ...auditedSettings(audit),
      ...auditedActs(audit, notingOnTarget(audit)),
      ...auditedAttempts(audit),
    },
    begin() {
      audit.rows = []
    },
    note: (row) => void audit.rows.push(row),
    keep: (writer, needsNumbers) =>
      saveAuditNotes(audit.db, writer, audit.current.revision, audit.rows, needsNumbers),
  }
}
