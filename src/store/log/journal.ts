/**
 * The journal: the items that each write touched. All in-memory data of every process follows it. The audit is for
 * users; the journal is for processes, and only its most recent part is kept.
 */
import type { JournalNotes, VisibilityBefore, WriteTimeAndChangesCutoff } from './notes.ts'

export type { JournalNotes } from './notes.ts'

import { type ResourceName, resourceNames } from '../../contract/resources/index.ts'
import { isInternalChange } from '../../domain/publication/internal.ts'
import { type Db, insertRows, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { RememberedRecords } from '../types/records.ts'
import { type ItemChange, visibilitiesOf } from './item-visibility.ts'
import { isLogged } from './logged.ts'
import { actionsOfItemChange, pruneChanges, recordChanges } from './newest-changes.ts'
import { termsOfScheduledEvents } from './scheduled-terms.ts'

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
  return (await queryFirstRow(db, sql<{ readonly value: number }>`select value from revision`))?.value ?? 0
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
  before: VisibilityBefore
}

/** The changes among the notes, with how the items stand after the write. Those of logged resources are in the log. */
async function changesOf(
  db: Db,
  noted: readonly Noted[],
  known: RememberedRecords,
): Promise<readonly ItemChange[]> {
  const found: ItemChange[] = []
  for (const resource of resourceNames) {
    if (isLogged(resource)) continue
    const own = noted.filter((one) => one.isChanged && one.resource === resource)
    if (own.length === 0) continue
    const ids = own.map(({ item_id }) => item_id)
    const standings = await visibilitiesOf(db, resource, ids, known)
    for (const { item_id, before, isOpen } of own) {
      const after = standings.get(item_id)
      const stood = before === undefined ? after : before.known
      found.push({ resource, item_id, before: stood, after, ...(!isOpen && { isInternal: true }) })
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
  const blank = { resource, item_id, isChanged: false, isOpen: false, before: undefined }
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

/** Saves what was touched by the write with that revision. */
async function saveTouched(
  db: Db,
  { touched, known }: { readonly touched: Touched; readonly known: RememberedRecords },
  revision: number,
  times: WriteTimeAndChangesCutoff,
  logged: readonly ItemChange[],
): Promise<void> {
  const events = [...touched.values()].filter((one) => one.isChanged && one.resource === 'event')
  const ids = events.map(({ item_id }) => item_id)
  // What shows the terms of a scheduled event holds only until its publication, which may be earlier than before.
  for (const term of await termsOfScheduledEvents(db, ids, known))
    notedIn(touched, term.resource, term.item_id)
  const all = [...touched.values()]
  const changes = [...(await changesOf(db, all, known)), ...logged]
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
}

/** Returns the notes of the transactions of one connection, which need not read how items stand that are known. */
export function newJournalNotes(known: RememberedRecords): JournalNotes {
  let touched: Touched = new Map()
  const isAdded = ({ before }: Noted) => before !== undefined && before.known === undefined
  return {
    begin() {
      touched = new Map()
    },
    touch: (resource, id) => void notedIn(touched, resource, id),
    change(resource, id, before, columns = []) {
      const one = notedIn(touched, resource, id)
      one.isChanged = true
      one.isOpen ||= !isInternalChange(columns)
      one.before ??= before
    },
    knows: (resource, id) => touched.get(`${resource} ${id}`)?.before !== undefined,
    count: () => touched.size,
    added: (resource) =>
      [...touched.values()].filter((one) => one.resource === resource && isAdded(one)).length,
    mark() {
      const earlier = new Map(touched)
      return () => {
        touched = earlier
      }
    },
    keep: (db, revision, times, logged) => saveTouched(db, { touched, known }, revision, times, logged),
  }
}
