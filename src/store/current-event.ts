/** Reads one event, in one statement where memory knows what it links to, and without a snapshot. */

import { linkNames } from '../contract/resources/index.ts'
import { recordWithCurrentStatus } from './conditions/shown-records.ts'
import { type Db, joinedSql, jsonAggregateSql, quotedName, rawSql, type Sql, sql } from './database/sql.ts'
import type { AlmanacFollower } from './events/almanac/follower.ts'
import { recallingLinkedItemsReader } from './events/linked-items.ts'
import { lastRevisionIn } from './log/journal.ts'
import { eventItemsOfRecords } from './records/items.ts'
import type { LinkIdsByEvent } from './records/links.ts'
import { queryWiderRecords, type RowOf } from './records/query-records.ts'
import { isAtAddressSql } from './records/reading.ts'
import { addWithheldDatesToEvents } from './series/reading.ts'
import type { Store } from './store.ts'
import { linkTables } from './tables.ts'
import type { EventLinkKind, RecordOf } from './types/index.ts'

/** An event with the revision that shows it, and its links as JSON: pairs of an id and a position, by kind. */
type LinkedRow = RowOf<'event'> & { readonly revision: number; readonly links: string }

/** The columns of the revision and the links. */
function columnsOfLinks({ dialect }: Db): Sql {
  const array = rawSql(dialect === 'sqlite' ? 'json_array' : 'json_build_array')
  const json = (text: Sql) => (dialect === 'sqlite' ? sql`json(${text})` : sql`(${text})::json`)
  const each = linkNames.map((kind) =>
    json(sql`(select ${jsonAggregateSql(dialect, sql`${array}(target_id, position)`)}
      from ${quotedName(linkTables[kind])} where event_id = events.id)`),
  )
  const links = sql`${array}(${joinedSql(each)})`
  return sql`(select value from revision) as revision, ${dialect === 'sqlite' ? links : sql`(${links})::text`} as links`
}

type Pair = readonly [target: number, position: number]

function targetsOf(event: number, links: string): Readonly<Record<EventLinkKind, LinkIdsByEvent>> {
  const [venue, organizer, category, tag]: readonly (readonly Pair[])[] = JSON.parse(links)
  const ofKind = (pairs: readonly Pair[] = []): LinkIdsByEvent =>
    new Map([[event, [...pairs].sort((a, b) => a[1] - b[1] || a[0] - b[0]).map(([target]) => target)]])
  return { venue: ofKind(venue), organizer: ofKind(organizer), category: ofKind(category), tag: ofKind(tag) }
}

/** A database that counts the statements that it runs. */
function countingDb(db: Db) {
  const ran = { statements: 0 }
  const counting: Db = {
    dialect: db.dialect,
    run(text, values) {
      ran.statements += 1
      return db.run(text, values)
    },
  }
  return { counting, ran }
}

/**
 * Returns the function that reads an event at the revision that memory has. What its statements have read is one state if the revision is the
 * same after the last as in the first.
 */
export function newestEventReader(db: Db, follower: AlmanacFollower): Store['newestEvent'] {
  const columns = columnsOfLinks(db)
  return async (address, viewer) => {
    const where = isAtAddressSql('event', address)
    if (where === undefined) return undefined
    const { counting, ran } = countingDb(db)
    const [found] = await queryWiderRecords(
      counting,
      'event',
      sql<LinkedRow>`select *, ${columns} from events where ${where}`,
    )
    const almanac = follower.almanac()
    if (found?.revision !== almanac.revision) return undefined
    const { revision, links } = found
    // The row stays the record: a copy of it without these two took as long as reading it.
    for (const column of ['revision', 'links']) Reflect.deleteProperty(found, column)
    const targets = targetsOf(found.id, links)
    const linked = recallingLinkedItemsReader(counting, { almanac, revision }, follower)
    const source = { ...linked, targets: async () => targets }
    const records = [recordWithCurrentStatus<RecordOf<'event'>>(found, viewer)]
    const items = await eventItemsOfRecords(counting, records, viewer, { source })
    const [item] = await addWithheldDatesToEvents(counting, items, viewer)
    return ran.statements === 1 || (await lastRevisionIn(db)) === revision ? item : undefined
  }
}
