/** The changes of events and series as those of some groups: what leaves a group is removed from it (contract §13, §16). */
import type { Condition } from '../conditions/visibility.ts'
import { allOfSql, anyOfSql, isOneOfSql } from '../conditions/visibility.ts'
import type { Db } from '../database/rows.ts'
import { joinedSql, quotedName, rawSql, type Sql, sql } from '../database/sql.ts'
import type { ItemChange } from './item-visibility.ts'

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

const BATCH = 500

/**
 * Notes that items left groups by the write of a revision, before their new state is recorded. The public learns of it as far as it
 * saw them there: what was never public in a group is not removed from it.
 */
export async function recordGroupLeavings(
  db: Db,
  items: readonly ItemChange[],
  revision: number,
): Promise<void> {
  const left = items.filter(
    ({ before, after }) => before !== undefined && after !== undefined && before.group !== after.group,
  )
  for (let from = 0; from < left.length; from += BATCH) {
    const rows = left.slice(from, from + BATCH).map(({ resource, item_id, before, after }) => {
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
