/**
 * The audit: every write adds a row in its own transaction with the actor, the verb, the item, the time and the revision.
 * Rows of changed items contain the values before and after, which only those see who may edit the item; no row contains
 * secrets.
 */
import type { ResourceName } from '../../contract/resources/index.ts'
import { linkArgs } from '../../contract/stored-args.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { type Db, insertRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { RecordedChanges, UnauditedWriting, Writer, Writing } from '../store.ts'
import type { AuditTable } from '../tables/accounts.ts'
import type { KnownItems } from '../types/known.ts'
import { mergeItems, partItems } from './merging.ts'
import { changeBy, fieldOf, linkChange, titleIn } from './values.ts'

/** The act on an item, and the item's title and slug. */
export type AuditedItem = Pick<AuditTable, 'verb' | 'resource' | 'item_id' | 'title' | 'slug'>

interface NotedItem extends AuditedItem {
  /** The names of the changed fields. */
  readonly changed?: readonly string[]
  readonly changes?: RecordedChanges
  /** The number of events that an act on a series, or a merge, touched. */
  readonly touched?: number
}

const byOf = ({ actor, moment }: Writer) => ({
  at_utc: epochOf(moment.now),
  user_id: actor.id,
  login: actor.login,
  via: actor.via ?? '',
})

/** Adds an audit row in the transaction `db`. */
export async function note(db: Db, writer: Writer, noted: AuditedItem): Promise<void> {
  await insertRows(db, 'audit', [{ ...byOf(writer), ...noted }])
}

/** The transaction that runs on a connection. */
interface Current {
  readonly revision: number
}

/** A writing that collects audit rows, and the functions that begin a transaction and save its rows at the end. */
interface Audited {
  readonly store: Writing
  begin(): void
  keep(writer: Writer): Promise<void>
}

async function keepNotes(
  db: Db,
  writer: Writer,
  revision: number,
  notes: readonly NotedItem[],
): Promise<void> {
  const by = byOf(writer)
  const rows = notes.map(({ changed = [], changes = {}, touched = 1, ...noted }) => ({
    ...by,
    ...noted,
    touched,
    revision,
    fields: JSON.stringify(changed),
    changes: JSON.stringify(changes),
  }))
  await insertRows(db, 'audit', rows)
}

/** Deletes the values of an item's audit rows, since an item that is deleted for good leaves none behind. */
const forgetValues = (db: Db, resource: ResourceName, id: number) =>
  sql`update audit set changes = '{}' where resource = ${resource} and item_id = ${id} and changes <> '{}'`.execute(
    db,
  )

/**
 * Wraps a writing so that each item created, changed, trashed or deleted gets an audit row. All rows are inserted
 * at once. `current` is the transaction that runs.
 */
export function audited(store: UnauditedWriting, db: Db, current: Current, known: KnownItems): Audited {
  let notes: NotedItem[] = []
  const noteNew = (resource: ResourceName, item_id: number, values: object) =>
    notes.push({ verb: 'create', resource, item_id, ...titleIn(values) })
  const auditing: Omit<Writing, keyof UnauditedWriting> & Partial<Writing> = {
    async insert(name, values) {
      const id = await store.insert(name, values)
      if (name !== 'series') noteNew(name, id, values)
      return id
    },
    async update(name, id, values) {
      const change = name === 'series' ? undefined : await changeBy({ db, known }, name, id, values)
      await store.update(name, id, values)
      if (change === undefined) return
      const item = { resource: name, item_id: id, ...change }
      const isTrashed = 'status' in values && values.status === 'trash'
      const changed = Object.keys(values).flatMap((column) => fieldOf(name, column))
      notes.push(isTrashed ? { verb: 'trash', ...item } : { verb: 'update', ...item, changed })
    },
    async setLinks(name, eventId, targets) {
      const at = notes.findLastIndex(({ resource, item_id }) => resource === 'event' && item_id === eventId)
      const last = notes[at]
      const isUpdate = last?.verb === 'update'
      const changes = isUpdate ? await linkChange({ db, known }, name, eventId, targets) : {}
      await store.setLinks(name, eventId, targets)
      if (!isUpdate) return
      const changed = [...(last.changed ?? []), linkArgs[name]]
      notes[at] = { ...last, changed, changes: { ...last.changes, ...changes } }
    },
    async remove(name, id, now) {
      if (name !== 'series') {
        const { title, slug } = await changeBy({ db, known }, name, id, {})
        notes.push({ verb: 'delete', resource: name, item_id: id, title, slug })
        await forgetValues(db, name, id)
      }
      await store.remove(name, id, now)
    },
    async merge(name, records, into, now) {
      const touched = await mergeItems({ store, db, name, now }, records, {
        into: into.id,
        revision: current.revision,
      })
      const merged = records.map(({ id, name }) => ({ id, name }))
      const item = { resource: name, item_id: into.id, ...titleIn(into) }
      notes.push({ verb: 'merge', ...item, touched, changes: { merged: [[], merged] } })
    },
    async unmerge(name, into, of, now) {
      const parted = await partItems({ store, db, name, now }, of)
      notes.push({ verb: 'unmerge', resource: name, item_id: into.id, ...titleIn(into) })
      return parted
    },
    async insertMedia(media) {
      const id = await store.insertMedia(media)
      noteNew('media', id, media)
      return id
    },
    async saveSettings(changes) {
      await store.saveSettings(changes)
      const changed = Object.keys(changes)
      notes.push({ verb: 'update', resource: 'settings', item_id: 0, title: '', slug: '', changed })
    },
    // An act on a series is one row, however many events it touches.
    noteSeries: (verb, { id, title, slug }, changed, touched) =>
      void notes.push({ verb, resource: 'series', item_id: id, title, slug, changed, touched }),
    async attempt(act) {
      const before = [...notes]
      try {
        return await store.attempt(act)
      } catch (error) {
        notes = before
        throw error
      }
    },
  }
  // In one literal, each key after the spread would cost a microsecond.
  return {
    store: Object.assign({ ...store }, auditing),
    begin() {
      notes = []
    },
    keep: (writer) => keepNotes(db, writer, current.revision, notes),
  }
}
