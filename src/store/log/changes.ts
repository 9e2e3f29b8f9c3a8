/** Pages of the newest changes, for one viewer (contract §13). Every statement reads a bounded part of an index. */
import type { ResourceName } from '../../contract/resources/index.ts'
import { type AccessScope, groupIdsWhere, type RoleReach } from '../../domain/publication.ts'
import { compareText } from '../../domain/text/letters.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { allOfSql, anyOfSql, type Condition, isOneOfSql } from '../conditions/visibility.ts'
import { type OpenDatabase, runInSnapshot } from '../database/dialects.ts'
import { type Db, rawSql, type Sql, sql } from '../database/sql.ts'
import type { ChangePage, ChangesViewer, ItemChangeForViewer, Viewer } from '../types/index.ts'
import { lastRevisionIn } from './journal.ts'
import {
  type ChangesSourceSql,
  type ChangesSqlForReaders,
  isNewerInside,
  oldestRecordedRevision,
  sqlSourcesOfChangesInGroups,
} from './newest-changes.ts'

interface Row {
  readonly resource: ResourceName
  readonly item_id: number
  readonly revision: number
  /** The revision since which the viewer sees the item. */
  readonly seen_since: number
  readonly is_seen: 0 | 1
}

const everything: Condition = sql`1 = 1`
const never: Condition = sql`1 = 0`

/** The condition by author and group of items that the viewer reads though they are not public. */
function isReadBy(scope: AccessScope): Condition {
  const { reads, user, administers } = scope
  if (reads === 'all') return administers === true ? everything : sql`resource <> 'page'`
  const isOwn = user === undefined ? [] : [sql<boolean>`author = ${user}`]
  const isOf = (most: RoleReach['reads']) =>
    isOneOfSql(
      sql`coalesce(group_id, 0)`,
      groupIdsWhere(scope, (reach) => reach.reads === most),
    )
  return anyOfSql([
    ...(reads === 'own' ? isOwn : isOwn.map((own) => allOfSql([own, isOf('own')]))),
    isOf('all'),
  ])
}

/** All changes as the public sees them. */
const toPublic: ChangesSqlForReaders = {
  revision: 'public_revision',
  seen: rawSql('is_public'),
  since: rawSql('public_since'),
  where: everything,
  left: everything,
}

/** The condition by author and group of public items that the viewer edits. */
function isPublicEditedBy(scope: AccessScope): Condition {
  const { edits, user, administers } = scope
  if (edits === 'all') return administers === true ? everything : sql`resource <> 'page'`
  const isOwn = user === undefined ? never : sql<boolean>`author = ${user}`
  const isOf = (most: RoleReach['edits']) =>
    isOneOfSql(
      sql`coalesce(group_id, 0)`,
      groupIdsWhere(scope, (reach) => reach.edits === most),
    )
  return anyOfSql([edits === 'own' ? isOwn : allOfSql([isOwn, isOf('own')]), isOf('all')])
}

/**
 * The changes for those who read some items that are not public. A public item stands under its public revision, which is its revision,
 * also for those who would read it anyway: so the indexes by revision have only what is not public, and most writes leave them alone. It stands
 * under its revision for its editors while what changed last is for them alone.
 */
function partsOfReader(isRead: Condition, isEdited: Condition): readonly ChangesSqlForReaders[] {
  const isNewerForEditor = allOfSql([isNewerInside, isEdited])
  const forReader = (live: string, ofPublic: string) =>
    sql`case when ${isRead} then ${rawSql(live)} else ${rawSql(ofPublic)} end`
  return [
    {
      revision: 'public_revision',
      seen: forReader('is_live', 'is_public'),
      since: forReader('live_since', 'public_since'),
      where: sql`((is_public = 1 and not ${isNewerForEditor}) or not ${isRead})`,
      left: sql`not ${isRead}`,
    },
    {
      revision: 'revision',
      seen: rawSql('is_live'),
      since: rawSql('live_since'),
      where: sql`is_public = 0 and ${isRead}`,
      left: isRead,
    },
    {
      revision: 'revision',
      seen: rawSql('is_live'),
      since: rawSql('live_since'),
      where: isNewerForEditor,
      left: never,
    },
  ]
}

/** The parts of all changes that a viewer sees, each in its order. */
function partsOf({ scope }: Viewer): readonly ChangesSqlForReaders[] {
  const { reads, user, groups } = scope
  const isPublicOnly = reads !== 'all' && (user === undefined || (reads === 'none' && groups === undefined))
  return isPublicOnly ? [toPublic] : partsOfReader(isReadBy(scope), isPublicEditedBy(scope))
}

/** A part of all changes. Trashed and deleted items are reported only if they were public before. */
function wholeSource({ revision, seen, since, where }: ChangesSqlForReaders): ChangesSourceSql {
  const order = rawSql(revision)
  return {
    revision: order,
    from: sql`changes`,
    select: sql`resource, item_id, ${order} as revision, ${since} as seen_since, ${seen} as is_seen`,
    where: allOfSql([where, sql`(${seen} = 1 or public_revision is not null)`]),
  }
}

/** The sources of what changed after a revision for a reader. */
const sourcesOf = ({ viewer, groups }: ChangesViewer, since: number): readonly ChangesSourceSql[] =>
  partsOf(viewer).flatMap((part) =>
    groups === undefined ? [wholeSource(part)] : sqlSourcesOfChangesInGroups(part, groups, since),
  )

const byRevision = (a: Row, b: Row) =>
  a.revision - b.revision || compareText(a.resource, b.resource) || a.item_id - b.item_id

/** The first `limit` rows of all sources whose revision fulfils a condition. */
async function rowsOf(
  db: Db,
  sources: readonly ChangesSourceSql[],
  which: (revision: Sql<never>) => Condition,
  limit?: number,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (const { revision, from, where, select } of sources) {
    const end = limit === undefined ? sql`` : sql`limit ${limit}`
    found.push(
      ...(await sql<Row>`select ${select} from ${from} where ${which(revision)} and ${where} order by ${revision} ${end}`.rows(
        db,
      )),
    )
  }
  return found.sort(byRevision).slice(0, limit)
}

async function pageAfter(db: Db, since: number, limit: number, reader: ChangesViewer): Promise<ChangePage> {
  const sources = sourcesOf(reader, since)
  const found = await rowsOf(db, sources, (revision) => sql`${revision} > ${since}`, limit + 1)
  const shown = ({ resource, item_id: id, revision, seen_since, is_seen }: Row): ItemChangeForViewer => ({
    revision,
    resource,
    id,
    action: is_seen === 0 ? 'removed' : seen_since > since ? 'created' : 'updated',
  })
  const cut = found[limit]?.revision
  if (cut === undefined) return { changes: found.map(shown), next: await lastRevisionIn(db), hasMore: false }
  // A page ends between two revisions, so that its end can be named by one.
  const whole = found.filter(({ revision }) => revision < cut)
  const last = whole.at(-1)
  if (last !== undefined) return { changes: whole.map(shown), next: last.revision, hasMore: true }
  const page = await rowsOf(db, sources, (revision) => sql`${revision} = ${cut}`)
  const more = await rowsOf(db, sources, (revision) => sql`${revision} > ${cut}`, 1)
  return { changes: page.map(shown), next: cut, hasMore: more.length > 0 }
}

/** Returns a function that finds the floor at a cutoff, beginning at the one it found last. */
function floorFinder(): (db: Db, cutoff: number) => Promise<number> {
  let known = { cutoff: 0, floor: 0 }
  return async (db, cutoff) => {
    const floor = await oldestRecordedRevision(db, cutoff, cutoff >= known.cutoff ? known.floor : 0)
    known = { cutoff, floor }
    return floor
  }
}

/** Returns the changes of a database, of which those of the last `keep` seconds are known. */
export function changeLogOf(connection: OpenDatabase, keep: number) {
  const cutoff = ({ now }: Moment) => epochOfInstant(now) - keep
  const floorAt = floorFinder()
  return {
    /**
     * Returns what changed after the revision `since`, by default as far back as changes are kept; undefined if that is no
     * longer known.
     */
    page: (since: number | undefined, limit: number, reader: ChangesViewer) =>
      runInSnapshot(connection, async (db) => {
        const floor = await floorAt(db, cutoff(reader.viewer.moment))
        if (since !== undefined && since < floor) return undefined
        return pageAfter(db, since ?? floor, limit, reader)
      }),
    /** How many items one revision changed for this reader. */
    async countAt(revision: number, reader: ChangesViewer) {
      const sources = sourcesOf(reader, revision - 1)
      const found = await rowsOf(connection.reader, sources, (of) => sql`${of} = ${revision}`)
      return found.length
    },
    /** The oldest revision from which changes are complete at that moment. */
    floor: (moment: Moment) => runInSnapshot(connection, (db) => floorAt(db, cutoff(moment))),
  }
}
