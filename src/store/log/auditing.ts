/** The writing that notes each item created, changed, trashed or deleted in the log, where `put` doesn't. */

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
  RecordOf,
  SiteWriting,
  Writing,
  WritingAuditedPerItem,
} from '../store.ts'
import type { RememberedRecords } from '../types/records.ts'
import { notedAct } from './acts.ts'
import type { Log } from './log.ts'
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

/** The writing of one connection whose writes the log notes, and what its lines are made of. */
interface Auditable {
  readonly store: WritingAuditedPerItem
  readonly log: Log
  readonly db: Db
  readonly current: Current
  readonly known: RememberedRecords
}

/** Deletes the values of an item's changes, since an item that is deleted for good leaves none behind. */
export async function forgetValuesOfItem(db: Db, resource: ResourceName, id: number): Promise<void> {
  await sql`update audit set changes = '{}' where resource = ${resource} and item_id = ${id} and changes <> '{}'`.execute(
    db,
  )
}

type AuditedItems = Omit<ItemWriting, 'freeSlug' | 'addFormerSlugs' | 'setPictures' | 'insertMedia'>

function auditedItems(audit: Auditable): AuditedItems {
  const { store, log } = audit
  const noteNew = (resource: ResourceName, item_id: number, values: object) =>
    log.note({ verb: 'create', resource, item_id, ...titleAndSlugIn(values) })
  return {
    async insert(name, values) {
      const id = await store.insert(name, values)
      if (name !== 'series') noteNew(name, id, values)
      return id
    },
    async update(name, id, values) {
      const change = name === 'series' ? undefined : await changeOfWrittenValues(audit, name, id, values)
      await store.update(name, id, values)
      if (change === undefined) return
      const item = { resource: name, item_id: id, ...change }
      const isTrashed = 'status' in values && values.status === 'trash'
      const changed = Object.keys(values).flatMap((column) => fieldsOfColumn(name, column))
      log.note(isTrashed ? { verb: 'trash', ...item } : { verb: 'update', ...item, changed })
    },
    async remove(name, id, now) {
      if (name !== 'series') {
        const { title, slug } = await changeOfWrittenValues(audit, name, id, {})
        log.note({ verb: 'delete', resource: name, item_id: id, title, slug })
      }
      await forgetValuesOfItem(audit.db, name, id)
      await store.remove(name, id, now)
    },
  }
}

/** Links that change with an event are part of its line. */
const auditedLinks = (audit: Auditable): Pick<LinkWriting, 'setLinks'> => ({
  async setLinks(name, eventId, targets) {
    const event = { resource: 'event', item_id: eventId }
    const isUpdate = audit.log.newest(event)?.verb === 'update'
    const changes = isUpdate ? await linkIdsBeforeAndAfterChange(audit, name, eventId, targets) : {}
    await audit.store.setLinks(name, eventId, targets)
    if (!isUpdate) return
    audit.log.amend(event, (line) => ({
      ...line,
      changed: [...(line.changed ?? []), argNamesByLinkedResource[name]],
      changes: { ...line.changes, ...changes },
    }))
  },
})

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
    log.note({ verb, resource, item_id: into.id, version: into.version, ...titleAndSlugIn(into), ...act })
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

/** Wraps a writing so that the log notes each item created, changed, trashed or deleted. */
export const auditedWriting = (audit: Auditable): Omit<Writing, 'forgetContact'> => ({
  ...audit.store,
  ...auditedItems(audit),
  ...auditedLinks(audit),
  ...auditedSettings(audit),
  ...auditedActs(audit, notingOnTarget(audit)),
})
