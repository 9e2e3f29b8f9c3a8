/**
 * The journal: the items that each write touched. All in-memory data of every process follows it. The audit is for
 * users; the journal is for processes, and only its most recent part is kept.
 */
import { type ResourceName, termNames } from '../../contract/resources/index.ts'
import { type Db, first, insertRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { linkTables } from '../records/links.ts'
import { showNames } from '../records/media.ts'
import type { LinkName, Writing } from '../store.ts'

/** How many revisions the journal goes back. A process that is further behind rereads everything. */
export const MAX_CHANGES = 5000
const PRUNED_EVERY = 1000

/** An item that was written or deleted. */
export interface Change {
  readonly resource: ResourceName
  readonly item_id: number
}

/** Returns the number of the last write that `db` shows. */
export async function revisionOf(db: Db): Promise<number> {
  return (await first(db, sql<{ readonly value: number }>`select value from revision`))?.value ?? 0
}

/** Returns what was written after a revision, which must be at most `MAX_CHANGES` back. */
export async function changesSince(db: Db, revision: number): Promise<readonly Change[]> {
  const { rows } =
    await sql<Change>`select distinct resource, item_id from journal where revision > ${revision}`.execute(db)
  return rows
}

/** Collects the touched items, to be saved once at the end of the transaction. */
export interface Notes {
  touch(resource: Change['resource'], id: number): void
  keep(db: Db, revision: number): Promise<void>
}

/** Returns the notes of one transaction. */
export function notes(): Notes {
  const touched = new Map<string, Change>()
  return {
    touch(resource, item_id) {
      touched.set(`${resource} ${item_id}`, { resource, item_id })
    },
    async keep(db, revision) {
      const rows = [...touched.values()].map((change) => ({ revision, ...change }))
      await insertRows(db, 'journal', rows)
      if (revision % PRUNED_EVERY === 0)
        await sql`delete from journal where revision <= ${revision - MAX_CHANGES}`.execute(db)
    },
  }
}

const isLink = (name: ResourceName): name is LinkName => Object.hasOwn(linkTables, name)

/** Wraps a writing so that every item it touches is noted. */
export function journaled(store: Writing, { touch }: Notes): Writing {
  return {
    ...store,
    async insert(name, values) {
      const id = await store.insert(name, values)
      touch(name, id)
      return id
    },
    async update(name, id, values) {
      await store.update(name, id, values)
      touch(name, id)
    },
    async remove(name, id, now) {
      for (const child of name === 'category' || name === 'event' ? await store.children(name, id) : [])
        touch(name, child)
      // An import may later reuse the id for an item that these events do not link to.
      for (const event of isLink(name) ? await store.linkedTo(name, id) : []) touch('event', event)
      for (const shown of name === 'media' ? showNames : [])
        for (const item of await store.showing(shown, id)) touch(shown, item)
      await store.remove(name, id, now)
      touch(name, id)
    },
    async setLinks(name, eventId, targets) {
      await store.setLinks(name, eventId, targets)
      touch('event', eventId)
    },
    async recount(before, after) {
      await store.recount(before, after)
      for (const name of termNames) for (const id of [...before[name], ...after[name]]) touch(name, id)
    },
    async insertMedia(media) {
      const id = await store.insertMedia(media)
      touch('media', id)
      return id
    },
  }
}
