/** Pages of the newest changes, for one viewer (contract §13). Every statement reads a bounded part of an index. */
import type { ResourceName } from '../../contract/resources/index.ts'
import { compareText } from '../../domain/text/compare.ts'
import { epochOf, type Moment } from '../../domain/time/moment.ts'
import type { Condition } from '../conditions/visibility.ts'
import { type Connection, inSnapshot } from '../database/dialects.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { rawSql, type Sql, sql } from '../database/sql.ts'
import type { ChangeLog, ChangePage, ViewedItemChange, Viewer } from '../store.ts'
import { lastRevisionIn } from './journal.ts'
import { oldestRecordedRevision } from './newest-changes.ts'

interface Row {
  readonly resource: ResourceName
  readonly item_id: number
  readonly revision: number
  /** The revision since which the viewer sees the item. */
  readonly seen_since: number
  readonly is_seen: 0 | 1
}

/** A part of the changes with one order: the column of their revision, and those that the viewer may read. */
interface Part {
  readonly revision: Sql<never>
  readonly where: Condition
  readonly select: Sql
}

const toPublic: Part = {
  revision: rawSql('public_revision'),
  where: sql`1 = 1`,
  select: sql`resource, item_id, public_revision as revision, public_since as seen_since, is_public as is_seen`,
}
/** Trashed and deleted items are reported only if they were public before. */
const toReaders: Part = {
  revision: rawSql('revision'),
  where: sql`(is_live = 1 or public_revision is not null)`,
  select: sql`resource, item_id, revision, live_since as seen_since, is_live as is_seen`,
}

/** Everything, the public part, or the public part of others' items and everything of one's own. */
function partsOf({ scope }: Viewer): readonly Part[] {
  if (scope.reads === 'all') return [toReaders]
  if (scope.reads === 'none' || scope.user === undefined) return [toPublic]
  return [
    { ...toPublic, where: sql`author <> ${scope.user}` },
    { ...toReaders, where: sql`(author = ${scope.user} and ${toReaders.where})` },
  ]
}

const byRevision = (a: Row, b: Row) =>
  a.revision - b.revision || compareText(a.resource, b.resource) || a.item_id - b.item_id

/** The first `limit` rows of all parts whose revision fulfils a condition. */
async function rowsOf(
  db: Db,
  parts: readonly Part[],
  which: (revision: Sql<never>) => Condition,
  limit?: number,
): Promise<readonly Row[]> {
  const found: Row[] = []
  for (const { revision, where, select } of parts) {
    const end = limit === undefined ? sql`` : sql`limit ${limit}`
    found.push(
      ...(await queryRows(
        db,
        sql<Row>`select ${select} from changes where ${which(revision)} and ${where} order by ${revision} ${end}`,
      )),
    )
  }
  return found.sort(byRevision).slice(0, limit)
}

async function pageAfter(db: Db, since: number, limit: number, viewer: Viewer): Promise<ChangePage> {
  const parts = partsOf(viewer)
  const found = await rowsOf(db, parts, (revision) => sql`${revision} > ${since}`, limit + 1)
  const shown = ({ resource, item_id: id, revision, seen_since, is_seen }: Row): ViewedItemChange => ({
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
  const page = await rowsOf(db, parts, (revision) => sql`${revision} = ${cut}`)
  const more = await rowsOf(db, parts, (revision) => sql`${revision} > ${cut}`, 1)
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
export function changeLogOf(connection: Connection, keep: number): ChangeLog {
  const cutoff = ({ now }: Moment) => epochOf(now) - keep
  const floorAt = floorFinder()
  return {
    page: (since, limit, viewer) =>
      inSnapshot(connection, async (db) => {
        const floor = await floorAt(db, cutoff(viewer.moment))
        if (since !== undefined && since < floor) return undefined
        return pageAfter(db, since ?? floor, limit, viewer)
      }),
    async countAt(revision, viewer) {
      const found = await rowsOf(connection.reader, partsOf(viewer), (of) => sql`${of} = ${revision}`)
      return found.length
    },
    floor: (moment) => inSnapshot(connection, (db) => floorAt(db, cutoff(moment))),
  }
}
