/** The links of events. */
import { linkNames, noLinks, termNames } from '../../contract/resources/index.ts'
import { recordFromNames } from '../../contract/table-of.ts'
import { slicesOf } from '../../support/slices.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, joinedSql, jsonAggregateSql, quotedName, rawSql, sql } from '../database/sql.ts'
import { linkTables } from '../tables.ts'
import type { EventLinkKind, LinkIds, LinkName, RecordOf, Viewer } from '../types/index.ts'
import { recordsOfIdsInAnyOrder } from './query-records.ts'
import { type CountNewlyPublicEvents, newlyPublicEventCounter } from './terms.ts'

/** Whether events link to items of a resource. */
export const isLinkName = (name: string): name is LinkName => Object.hasOwn(linkTables, name)

type Link = readonly [event: number, target: number, position: number]

/** The ids that events link to, by event, in the order of the links. */
export type LinkIdsByEvent = ReadonlyMap<number, readonly number[]>

/** The kinds of links whose order matters. Terms are shown by name. */
const orderedKinds: readonly LinkName[] = ['venue', 'organizer']

/**
 * Returns what events link to, by kind. One statement reads the links of all kinds. Links of other kinds than `ordered` are in any
 * order: they are read from the index alone, in a third of the time.
 */
export async function linkTargetsOfEvents(
  db: Db,
  kinds: readonly LinkName[],
  events: readonly number[],
  ordered: readonly LinkName[] = orderedKinds,
): Promise<Readonly<Record<LinkName, LinkIdsByEvent>>> {
  const targets = {
    venue: new Map<number, number[]>(),
    organizer: new Map<number, number[]>(),
    category: new Map<number, number[]>(),
    tag: new Map<number, number[]>(),
  } satisfies Record<LinkName, LinkIdsByEvent>
  if (kinds.length === 0 || events.length === 0) return targets
  // One text for all links of a kind takes half of the time of a row for each.
  const array = rawSql(db.dialect === 'sqlite' ? 'json_array' : 'json_build_array')
  const each = kinds.map((kind) => {
    const position = ordered.includes(kind) ? sql`position` : sql`0`
    const links = jsonAggregateSql(db.dialect, sql`${array}(event_id, target_id, ${position})`)
    return sql`select ${kind} as kind, ${links} as links
      from ${quotedName(linkTables[kind])} where ${isOneOfSql(quotedName('event_id'), events)}`
  })
  const found = sql<{ kind: LinkName; links: string }>`${joinedSql(each, ' union all ')}`
  for (const { kind, links } of await found.rows(db)) {
    const all: readonly Link[] = JSON.parse(links)
    for (const [event, target] of [...all].sort((a, b) => a[2] - b[2] || a[1] - b[1])) {
      const known = targets[kind].get(event)
      if (known === undefined) targets[kind].set(event, [target])
      else known.push(target)
    }
  }
  return targets
}

/** Returns the ids that events link to, by event and kind, in order. */
export async function linksOfEvents(
  db: Db,
  events: readonly number[],
): Promise<ReadonlyMap<number, LinkIds>> {
  const links = new Map<number, LinkIds>()
  for (const some of slicesOf(events)) {
    const targets = await linkTargetsOfEvents(db, linkNames, some, linkNames)
    for (const id of some)
      links.set(
        id,
        recordFromNames(linkNames, (name) => targets[name].get(id) ?? []),
      )
  }
  return links
}

/** Returns the ids that an event links to, by kind, in order. */
export const linksOfEvent = async (db: Db, event: number): Promise<LinkIds> =>
  (await linksOfEvents(db, [event])).get(event) ?? noLinks

/** Where the links of events and what they link to come from. */
export interface LinkedItemsReader {
  targets: (
    kinds: readonly EventLinkKind[],
    events: readonly number[],
  ) => ReturnType<typeof linkTargetsOfEvents>
  /** Returns the records of these ids that exist, in any order. */
  records<N extends EventLinkKind>(name: N, ids: readonly number[]): Promise<readonly RecordOf<N>[]>
  /** Counts the scheduled events of terms that have become public. */
  due(viewer: Viewer): Promise<CountNewlyPublicEvents>
}

/** Reads everything from the database. */
export const databaseLinkedItemsReader = (db: Db): LinkedItemsReader => ({
  targets: (kinds, events) => linkTargetsOfEvents(db, kinds, events),
  records: (name, ids) => recordsOfIdsInAnyOrder(db, name, ids),
  due: (viewer) => newlyPublicEventCounter(db, termNames, viewer),
})
