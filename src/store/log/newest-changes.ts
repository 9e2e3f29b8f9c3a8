/** The newest change of each item: written with the journal, read by programs that follow the calendar (contract §13). */
import { setImmediate as breath } from 'node:timers/promises'
import type { ChangeAction } from '../../contract/operations/integrations/changes.ts'
import type { Condition } from '../conditions/visibility.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { joinedSql, quotedName, rawSql, type Sql, sql } from '../database/sql.ts'
import type { NewestChangeOfItemTable } from '../tables.ts'
import { recordGroupLeavings } from './group-changes.ts'
import type { ItemChange, ItemVisibility } from './item-visibility.ts'

/** The action of a change for viewers for whom `sees` says whether the item was there before, and is there after. */
function actionFor(
  { before, after }: ItemChange,
  sees: (standing: ItemVisibility | undefined) => boolean,
): ChangeAction | '' {
  if (sees(after)) return sees(before) ? 'updated' : 'created'
  return sees(before) ? 'removed' : ''
}

const isLive = (standing: ItemVisibility | undefined) => standing?.isLive === true
const isPublic = (standing: ItemVisibility | undefined) => standing?.isPublic === true

/** The actions of a change for those who may read everything, and for the public; "" for none. */
export function actionsOfItemChange(change: ItemChange): {
  readonly change: ChangeAction | ''
  readonly public_change: ChangeAction | ''
} {
  const isOpen = change.isInternal === undefined
  return { change: actionFor(change, isLive), public_change: isOpen ? actionFor(change, isPublic) : '' }
}

const columns = [
  'resource',
  'item_id',
  'revision',
  'at_utc',
  'author',
  'is_live',
  'is_public',
  'live_since',
  'public_since',
  'public_revision',
  'group_id',
  'group_since',
] as const satisfies readonly (keyof NewestChangeOfItemTable)[]

function rowOf(item: ItemChange, revision: number, at_utc: number): NewestChangeOfItemTable {
  const { resource, item_id, before, after } = item
  const { change, public_change } = actionsOfItemChange(item)
  return {
    resource,
    item_id,
    revision,
    at_utc,
    author: (after ?? before)?.author ?? 0,
    is_live: isLive(after) ? 1 : 0,
    is_public: isPublic(after) ? 1 : 0,
    live_since: change === 'created' ? revision : 0,
    public_since: public_change === 'created' ? revision : 0,
    public_revision: public_change === '' ? null : revision,
    group_id: (after ?? before)?.group || null,
    group_since: before?.group === (after ?? before)?.group ? 0 : revision,
  }
}

const BATCH = 500

/** A later row keeps what it does not know of its own: since when the item is seen, and when the public last saw it. */
const merged = sql`${joinedSql(
  (['revision', 'at_utc', 'author', 'is_live', 'is_public', 'group_id'] as const).map(
    (name) => sql`${quotedName(name)} = excluded.${quotedName(name)}`,
  ),
)}, live_since = case when excluded.live_since > 0 then excluded.live_since else changes.live_since end,
  public_since = case when excluded.public_since > 0 then excluded.public_since else changes.public_since end,
  group_since = case when excluded.group_since > 0 then excluded.group_since else changes.group_since end,
  public_revision = coalesce(excluded.public_revision, changes.public_revision)`

/** Records the changes of one write. `at` is in seconds since 1970 UTC. Each item may occur once. */
export async function recordChanges(
  db: Db,
  items: readonly ItemChange[],
  revision: number,
  at: number,
): Promise<void> {
  await recordGroupLeavings(db, items, revision)
  for (let from = 0; from < items.length; from += BATCH) {
    // A change of a long series notes each occurrence; other tasks run in between.
    if (from > 0) await breath()
    const some = items.slice(from, from + BATCH).map((item) => rowOf(item, revision, at))
    const values = some.map((row) => sql`(${joinedSql(columns.map((column) => row[column]))})`)
    await sql`insert into changes (${joinedSql(columns.map(quotedName))}) values ${joinedSql(values)}
      on conflict (resource, item_id) do update set ${merged}`.execute(db)
  }
}

/** The revision up to which changes were pruned; 0 if all are there. */
async function prunedTo(db: Db): Promise<number> {
  return (
    (await queryFirstRow(db, sql<{ readonly revision: number }>`select revision from changes_floor`))
      ?.revision ?? 0
  )
}

/**
 * Rows of public items of which something changed for their editors alone after what all see: they stand under that revision. Their public
 * revision is unknown where it was pruned. The words are those of an index.
 */
export const isNewerInside: Condition = sql`(is_public = 1 and revision > coalesce(public_revision, 0))`

/** The changes in three orders, each with an index. A public item stands under its public revision while nothing is newer inside. */
const orders = [
  {
    revision: rawSql('public_revision'),
    has: sql`(is_public = 1 and revision <= coalesce(public_revision, 0))`,
  },
  { revision: rawSql('revision'), has: sql`is_public = 0` },
  { revision: rawSql('revision'), has: isNewerInside },
] as const

/** Returns the revisions that a query finds in each order. */
async function revisionsInOrders(
  db: Db,
  query: (order: (typeof orders)[number]) => Sql<{ readonly revision: number | null }>,
): Promise<readonly number[]> {
  const found: number[] = []
  for (const order of orders) {
    const revision = (await queryFirstRow(db, query(order)))?.revision ?? undefined
    if (revision !== undefined) found.push(revision)
  }
  return found
}

/**
 * The oldest revision after which every change since `cutoff` (seconds since 1970 UTC) is recorded. `known` is one that was so at
 * an earlier cutoff: the search begins there, so that old changes that are not pruned yet are passed over once.
 */
export async function oldestRecordedRevision(db: Db, cutoff: number, known = 0): Promise<number> {
  const pruned = Math.max(await prunedTo(db), known)
  const recent = await revisionsInOrders(
    db,
    ({ revision, has }) => sql`select ${revision} as revision from changes
      where ${has} and ${revision} > ${pruned} and at_utc >= ${cutoff} order by ${revision} limit 1`,
  )
  const end = recent.length === 0 ? undefined : Math.min(...recent)
  const last = await revisionsInOrders(db, ({ revision, has }) => {
    const older = end === undefined ? sql`` : sql`and ${revision} < ${end}`
    return sql`select ${revision} as revision from changes where ${has} ${older} order by ${revision} desc limit 1`
  })
  return Math.max(pruned, ...last)
}

const MAX_PRUNED = 10_000

/**
 * Removes changes from before `cutoff` (seconds since 1970 UTC), a bounded number at a time. That the public once saw an
 * item stays known while the item exists.
 */
export async function pruneChanges(db: Db, cutoff: number): Promise<void> {
  const floor = await oldestRecordedRevision(db, cutoff)
  if (floor === 0) return
  await sql`insert into changes_floor (name, revision) values ('changes', ${floor})
    on conflict (name) do update set revision = ${floor}`.execute(db)
  const isNeeded = sql`(is_live = 1 and is_public = 0 and public_revision is not null)`
  for (const { revision, has } of orders)
    await sql`delete from changes where (resource, item_id) in (
      select resource, item_id from changes where ${has} and ${revision} <= ${floor} and not ${isNeeded}
      order by ${revision} limit ${MAX_PRUNED})`.execute(db)
  await sql`delete from group_leavings where (group_id, resource, item_id) in (
    select group_id, resource, item_id from group_leavings where revision <= ${floor}
    order by revision limit ${MAX_PRUNED})`.execute(db)
}
