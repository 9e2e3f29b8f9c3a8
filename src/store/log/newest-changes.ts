/** The newest change of each item: written with the journal, read by programs that follow the calendar (contract §13). */

import type { ChangeAction } from '../../contract/operations/other-programs.ts'
import { isPublishable, type ResourceName } from '../../contract/resources/index.ts'
import { slicesOf } from '../../support/slices.ts'
import { allOfSql, anyOfSql, type Condition, isOneOfSql } from '../conditions/visibility.ts'
import { type Db, joinedSql, quotedName, rawSql, type Sql, sql } from '../database/sql.ts'
import { slicesWithPauses } from '../series/slices.ts'
import { itemTables, type NewestChangeOfItemTable } from '../tables.ts'
import type { RecordOf } from '../types/index.ts'

// How items stand before and after a write: who may find them in lists.

/** How an item that exists stands. */
export interface ItemVisibility {
  /** The id of its author; 0 for terms, groups and own pages. */
  readonly author: number
  /** Whether it is outside the trash. */
  readonly isLive: boolean
  /** Whether the public may find it in lists. Scheduled items count as published once a write has settled them. */
  readonly isPublic: boolean
  /** The id of its group; 0 for none. */
  readonly group: number
}

/** One item that a write changed: how it stood before, and after. Undefined where it did not exist. */
export interface ItemChange {
  readonly resource: string
  readonly item_id: number
  readonly before: ItemVisibility | undefined
  readonly after: ItemVisibility | undefined
  /** Whether only those see what changed who may edit the item. */
  readonly isInternal?: true
}

/** The columns that a standing depends on. A write that changes none of them keeps it. */
export const visibilityColumns = ['status', 'hide_from_listings', 'group_id'] as const

interface VisibilityRow {
  readonly id: number
  readonly author: number
  readonly status: string
  readonly hidden: number
  readonly group_id: number | null
}

function columnsOf(name: ResourceName) {
  const author = rawSql(['category', 'tag', 'group', 'page'].includes(name) ? '0' : 'author')
  const status = rawSql(isPublishable(name) ? 'status' : `'publish'`)
  const hidden = rawSql(name === 'event' ? 'hide_from_listings' : '0')
  const group = rawSql(name === 'event' || name === 'series' ? 'group_id' : 'null')
  return sql`id, ${author} as author, ${status} as status, ${hidden} as hidden, ${group} as group_id`
}

const standing = ({ author, status, hidden, group_id }: Omit<VisibilityRow, 'id'>): ItemVisibility => ({
  author,
  isLive: status !== 'trash',
  isPublic: status === 'publish' && hidden === 0,
  group: group_id ?? 0,
})

/** How a record stands. */
export function visibilityOf(record: RecordOf<ResourceName>): ItemVisibility {
  return standing({
    author: 'author' in record ? record.author : 0,
    status: 'status' in record ? record.status : 'publish',
    hidden: 'hide_from_listings' in record ? record.hide_from_listings : 0,
    group_id: 'group_id' in record ? record.group_id : null,
  })
}

/** Returns how those of the items stand that exist, by id. */
export async function visibilitiesOf(
  db: Db,
  name: ResourceName,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ItemVisibility>> {
  const found = new Map<number, ItemVisibility>()
  for (const slice of slicesOf(ids)) {
    const some = isOneOfSql(quotedName('id'), slice)
    const select = sql<VisibilityRow>`select ${columnsOf(name)} from ${quotedName(itemTables[name])} where ${some}`
    for (const row of await select.rows(db)) found.set(row.id, standing(row))
  }
  return found
}

// The changes of events and series as those of some groups: what leaves a group is removed from it (contract §13, §16).

/** A part of the changes with one order, as `changes.ts` reads it: where it is, and who may read it. */
export interface ChangesSqlForReaders {
  /** The column of the revision in its order. */
  readonly revision: 'revision' | 'public_revision'
  /** Whether the item is seen, and since when. */
  readonly seen: Sql
  readonly since: Sql
  /** The condition of rows of `changes`. */
  readonly where: Condition
  /** The condition by author and group of what left groups. */
  readonly left: Condition
}

/** The rows of one table that are changes for a reader. */
export interface ChangesSourceSql {
  readonly revision: Sql<never>
  readonly select: Sql
  readonly from: Sql
  readonly where: Condition
}

/**
 * Notes that items left groups by the write of a revision, before their new state is recorded. The public learns of it as far as it
 * saw them there: what was never public in a group is not removed from it.
 */
async function recordGroupLeavings(db: Db, items: readonly ItemChange[], revision: number): Promise<void> {
  const left = items.filter(
    ({ before, after }) => before !== undefined && after !== undefined && before.group !== after.group,
  )
  for (const some of slicesOf(left)) {
    const rows = some.map(({ resource, item_id, before, after }) => {
      const group = before?.group ?? 0
      const seen = before?.isPublic
        ? sql`${revision}`
        : sql`(select public_revision from changes where resource = ${resource} and item_id = ${item_id}
            and public_revision > group_since)`
      return sql`(${joinedSql([group, resource, item_id, revision, after?.author ?? 0].map((one) => sql`${one}`))}, ${seen})`
    })
    await sql`insert into group_leavings (group_id, resource, item_id, revision, author, public_revision)
      values ${joinedSql(rows)} on conflict (group_id, resource, item_id) do update set
      revision = excluded.revision, author = excluded.author,
      public_revision = coalesce(excluded.public_revision, group_leavings.public_revision)`.execute(db)
  }
}

/** Whether a row of `changes` is of one of the groups. */
const isPresent = (table: string, groups: readonly number[]): Condition =>
  anyOfSql([
    isOneOfSql(
      quotedName(`${table}.group_id`),
      groups.filter((group) => group !== 0),
    ),
    ...(groups.includes(0)
      ? [
          allOfSql([
            sql`${quotedName(`${table}.group_id`)} is null`,
            sql`${quotedName(`${table}.resource`)} in ('event', 'series')`,
          ]),
        ]
      : []),
  ])

/** The changes of what is in the groups. An item that came from another one of them was seen before. */
function presentSource(
  part: ChangesSqlForReaders,
  groups: readonly number[],
  since: number,
): ChangesSourceSql {
  const { seen, since: began } = part
  const revision = rawSql(part.revision)
  const wasThere = sql`exists (select 1 from group_leavings as one where one.resource = changes.resource
    and one.item_id = changes.item_id and one.${revision} > ${since}
    and ${isOneOfSql(sql`one.group_id`, groups)})`
  return {
    revision,
    from: sql`changes`,
    select: sql`resource, item_id, ${revision} as revision, ${seen} as is_seen, case when group_since <= ${began}
      or ${wasThere} then ${began} else group_since end as seen_since`,
    where: allOfSql([
      isPresent('changes', groups),
      part.where,
      sql`(${seen} = 1 or public_revision > group_since)`,
    ]),
  }
}

/** The removals of what left the groups, and is in none of them. */
function leftSource(part: ChangesSqlForReaders, groups: readonly number[]): ChangesSourceSql {
  const revision = rawSql(part.revision)
  const isOfItem = (table: string) =>
    sql`${rawSql(table)}.resource = group_leavings.resource and ${rawSql(table)}.item_id = group_leavings.item_id`
  return {
    revision,
    from: sql`group_leavings`,
    select: sql`resource, item_id, ${revision} as revision, 0 as is_seen, 0 as seen_since`,
    where: allOfSql([
      isOneOfSql(sql`group_id`, groups),
      part.left,
      sql`not exists (select 1 from changes as kept where ${isOfItem('kept')} and ${isPresent('kept', groups)})`,
      sql`not exists (select 1 from group_leavings as later where ${isOfItem('later')}
        and ${isOneOfSql(sql`later.group_id`, groups)} and later.revision > group_leavings.revision)`,
    ]),
  }
}

/** Returns the SQL sources of the changes of a part within some groups after a revision. */
export const sqlSourcesOfChangesInGroups = (
  part: ChangesSqlForReaders,
  groups: readonly number[],
  since: number,
): readonly ChangesSourceSql[] => [presentSource(part, groups, since), leftSource(part, groups)]

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

const columnsOfChange = [
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
  // A change of a long series notes each occurrence; other tasks run in between.
  for await (const some of slicesWithPauses(items, BATCH)) {
    const rows = some.map((item) => rowOf(item, revision, at))
    const values = rows.map((row) => sql`(${joinedSql(columnsOfChange.map((column) => row[column]))})`)
    await sql`insert into changes (${joinedSql(columnsOfChange.map(quotedName))}) values ${joinedSql(values)}
      on conflict (resource, item_id) do update set ${merged}`.execute(db)
  }
}

/** The revision up to which changes were pruned; 0 if all are there. */
async function prunedTo(db: Db): Promise<number> {
  return (
    (await sql<{ readonly revision: number }>`select revision from changes_floor`.first(db))?.revision ?? 0
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
    const revision = (await query(order).first(db))?.revision ?? undefined
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
