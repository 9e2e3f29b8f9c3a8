/**
 * The journal: the items that each write touched, and what it changed of them for all and for the public. All in-memory data of every
 * process follows it, and webhooks, federation, purges and the newest changes. The log is for users; the journal is for programs, and only
 * its most recent part is kept.
 */

import { type ResourceName, resourceNames, type TermName, termNames } from '../../contract/resources/index.ts'
import { isInternalChange } from '../../domain/publication/internal.ts'
import { slicesOf } from '../../support/slices.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, insertRows, joinedSql, quotedName, sql } from '../database/sql.ts'
import { linkTables } from '../tables.ts'
import {
  actionsOfItemChange,
  type ItemChange,
  type ItemVisibility,
  pruneChanges,
  recordChanges,
  visibilitiesOf,
} from './newest-changes.ts'

/** How an item stands that a write changes; undefined within for one that is not there. */
interface KnownStanding {
  readonly known: ItemVisibility | undefined
}

/** When a write happened, and since when changes are kept: seconds since 1970 UTC. */
interface WriteTimeAndChangesCutoff {
  readonly at: number
  readonly since: number
}

// The terms whose counts will change without a write: those of scheduled events.

interface Term {
  readonly resource: TermName
  readonly item_id: number
}

/** Returns the terms of those of the events that are scheduled. */
async function termsOfScheduledEvents(db: Db, events: readonly number[]): Promise<readonly Term[]> {
  const found: Term[] = []
  for (const ids of slicesOf(events)) {
    const some = isOneOfSql(quotedName('events.id'), ids)
    const selects = termNames.map(
      (name) => sql`select ${name} as resource, link.target_id as item_id from events
        join ${quotedName(linkTables[name])} as link on link.event_id = events.id
        where events.status = 'future' and ${some}`,
    )
    found.push(...(await sql<Term>`${joinedSql(selects, ' union ')}`.rows(db)))
  }
  return found
}

/** How many revisions the journal goes back. A process that is further behind rereads everything. */
export const JOURNAL_DEPTH = 5000
const PRUNED_EVERY = 1000

/** An item that was written or deleted. */
export interface ChangedItem {
  readonly resource: ResourceName
  readonly item_id: number
}

/** Returns the number of the last write that `db` shows. */
export async function lastRevisionIn(db: Db): Promise<number> {
  return (await sql<{ readonly value: number }>`select value from revision`.first(db))?.value ?? 0
}

/**
 * Returns what was written after a revision, which must be at most `JOURNAL_DEPTH` back. A range of two ends, as PostgreSQL reads the whole
 * journal for one without until it has statistics (`npm run trial imports`).
 */
export async function itemsChangedSinceRevision(db: Db, revision: number): Promise<readonly ChangedItem[]> {
  const { rows } = await sql<ChangedItem>`select distinct resource, item_id from journal
    where revision between ${revision + 1} and ${revision + JOURNAL_DEPTH}`.execute(db)
  return rows
}

interface Noted extends ChangedItem {
  /** Whether the item itself was changed, not only what caches show with it. */
  isChanged: boolean
  /** Whether something else was changed than what its editors alone see. */
  isOpen: boolean
  before: KnownStanding | undefined
  after: KnownStanding | undefined
}

/** Whether an event may be scheduled: it is there, outside of the trash, and not known to be public. */
const mayBeScheduled = ({ resource, isChanged, after }: Noted) =>
  resource === 'event' &&
  isChanged &&
  (after === undefined || (after.known?.isLive === true && !after.known.isPublic))

/** The changes among the notes, with how the items stand after the write. */
async function changesOf(db: Db, noted: readonly Noted[]): Promise<readonly ItemChange[]> {
  const found: ItemChange[] = []
  for (const resource of resourceNames) {
    const own = noted.filter((one) => one.isChanged && one.resource === resource)
    if (own.length === 0) continue
    const unknown = own.flatMap(({ item_id, after }) => (after === undefined ? [item_id] : []))
    const standings = await visibilitiesOf(db, resource, unknown)
    for (const { item_id, before, after, isOpen } of own) {
      const stands = after === undefined ? standings.get(item_id) : after.known
      const stood = before === undefined ? stands : before.known
      found.push({ resource, item_id, before: stood, after: stands, ...(!isOpen && { isInternal: true }) })
    }
  }
  // An item that was created and deleted by one write never was there.
  return found.filter(({ before, after }) => before !== undefined || after !== undefined)
}

async function prune(db: Db, revision: number, { since }: WriteTimeAndChangesCutoff): Promise<void> {
  await sql`delete from journal where revision <= ${revision - JOURNAL_DEPTH}
    and revision <= (select coalesce(min(seen_revision), ${revision}) from webhooks where active = 1)
    and revision <= (select coalesce(min(revision), ${revision}) from federation_cursor)`.execute(db)
  await pruneChanges(db, since)
}

type Touched = Map<string, Noted>

function notedIn(touched: Touched, resource: ResourceName, item_id: number): Noted {
  const key = `${resource} ${item_id}`
  const blank = { resource, item_id, isChanged: false, isOpen: false, before: undefined, after: undefined }
  // A mark keeps the notes of before.
  const one = { ...blank, ...touched.get(key) }
  touched.set(key, one)
  return one
}

/** The columns of an item that was not changed itself. */
const untold = { change: '', public_change: '', group_before: null, group_after: null } as const

/** The columns of the journal that tell of the change of an item. */
const toldOf = (item: ItemChange) => ({
  ...actionsOfItemChange(item),
  group_before: item.before?.group || null,
  group_after: item.after?.group || null,
})

/** The touched items of the transactions of one connection, collected to be saved once at the end of each. */
export type JournalNotes = ReturnType<typeof newJournalNotes>

/** Returns the notes of the transactions of one connection. */
export function newJournalNotes() {
  let touched: Touched = new Map()
  let count = 0
  const note = (resource: ResourceName, id: number) => {
    count += 1
    return notedIn(touched, resource, id)
  }
  const isAdded = ({ before }: Noted) => before !== undefined && before.known === undefined
  return {
    /** Forgets what is noted: a transaction begins. */
    begin() {
      touched = new Map()
      count = 0
    },
    /** The item has to be read again: something that is cached with it changed. */
    touch: (resource: ResourceName, id: number) => void note(resource, id),
    /**
     * The item itself was changed, created or deleted: other programs are notified (contract §13), those of the public unless the `columns`
     * that were written are for its editors alone. Without `before`, it stands as before; how it stands after is read where that is not known.
     */
    change(
      resource: ResourceName,
      id: number,
      { before, after }: { readonly before?: KnownStanding; readonly after?: KnownStanding } = {},
      columns: readonly string[] = [],
    ) {
      const one = note(resource, id)
      one.isChanged = true
      one.isOpen ||= !isInternalChange(columns)
      one.before ??= before
      one.after = after
    },
    /** Whether it is noted how the item stood before the write. */
    knows: (resource: ResourceName, id: number) => touched.get(`${resource} ${id}`)?.before !== undefined,
    /** Whether an item is noted. */
    has: (resource: ResourceName, id: number) => touched.has(`${resource} ${id}`),
    /** How often an item was noted, each item perhaps several times. */
    count: () => count,
    /** How many new items of a resource are noted. */
    added: (resource: ResourceName) =>
      [...touched.values()].filter((one) => one.resource === resource && isAdded(one)).length,
    /** Forgets what is noted from now on when the returned function is called. */
    mark() {
      const earlier = { touched: new Map(touched), count }
      return () => {
        ;({ touched, count } = earlier)
      }
    },
    /** Saves the notes. */
    async keep(db: Db, revision: number, times: WriteTimeAndChangesCutoff) {
      const events = [...touched.values()].filter(mayBeScheduled).map(({ item_id }) => item_id)
      // What shows the terms of a scheduled event holds only until its publication, which may be earlier than before.
      for (const term of await termsOfScheduledEvents(db, events))
        notedIn(touched, term.resource, term.item_id)
      const all = [...touched.values()]
      const changes = await changesOf(db, all)
      const told = new Map(changes.map((one) => [`${one.resource} ${one.item_id}`, toldOf(one)]))
      const rows = all.map(({ resource, item_id }) => ({
        revision,
        resource,
        item_id,
        ...(told.get(`${resource} ${item_id}`) ?? untold),
      }))
      await insertRows(db, 'journal', rows)
      await recordChanges(db, changes, revision, times.at)
      if (revision % PRUNED_EVERY === 0) await prune(db, revision, times)
    },
  }
}
